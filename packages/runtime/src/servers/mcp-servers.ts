import { existsSync } from "node:fs";
import { join } from "node:path";
import type { ReadServers, ServerSource } from "@toolwright/mcp/configuration";
import { isInvalidSetup } from "../errors.ts";
import { readSettingsFile } from "../settings/read-settings-file.ts";
import type { SettingsFile } from "../settings/settings.ts";
import { type EnvironmentVariables, type Places, realRoot } from "../places.ts";
import type { SettingsInForce } from "../settings/settings-in-force.ts";

const projectFile = ".mcp.json";
const givenServersPath = "the MCP servers given to openToolwright";

/**
 * The MCP servers in the settings, and those in the `.mcp.json` of a trusted project.
 *
 * Never throws; problems are in the notices.
 */
export async function serversFrom(
  settings: SettingsInForce,
  places: Places,
  environment: EnvironmentVariables,
): Promise<ReadServers> {
  const notices: string[] = [];
  const ofProject = await projectServers(settings, places, notices);
  const { files } = settings;
  notices.push(...files.flatMap(uncounted));
  const sources = [...ofProject, ...files.map(sourceOf), givenBy(places)];
  // Most sessions have no servers, and then skip this import.
  if (sources.every(({ entries }) => entries === undefined)) {
    return { servers: [], identities: new Map(), found: [], notices };
  }
  const { readServers } = await import("@toolwright/mcp/configuration");
  const read = readServers({
    sources,
    workspace: realRoot(places.workspace),
    home: places.home,
    environment,
    projectVariables: files.flatMap((file) =>
      file.layer === "project" ? [] : (file.settings.mcpVariables ?? []),
    ),
  });
  return { ...read, notices: [...notices, ...read.notices] };
}

function sourceOf(file: SettingsFile): ServerSource {
  return {
    path: file.path,
    layer: file.layer,
    isTrusted: file.layer !== "project" || file.isTrusted === true,
    entries: file.settings.mcpServers,
    positionOf: (keys) => file.positionOf(["mcpServers", ...keys]),
  };
}

function givenBy({ givenServers }: Places): ServerSource {
  return {
    path: givenServersPath,
    layer: "user",
    isTrusted: true,
    entries: givenServers,
    positionOf: () => ({ line: 1, column: 1 }),
  };
}

/** Notices for keys that only the user's and the administrator's settings may have. */
function uncounted(file: SettingsFile): readonly string[] {
  const { path, layer, settings } = file;
  if (layer !== "project") return [];
  return (["mcpEffects", "mcpVariables"] as const)
    .filter((key) => settings[key] !== undefined)
    .map((key) => {
      const { line, column } = file.positionOf([key]);
      return `${path}:${line}:${column}: '${key}' is ignored in a project's settings`;
    });
}

/** The servers of a trusted project. The file of an untrusted project isn't opened. */
async function projectServers(
  { trust }: SettingsInForce,
  places: Places,
  notices: string[],
): Promise<readonly ServerSource[]> {
  const path = join(places.workspace, projectFile);
  if (trust.state === "changed" && existsSync(path)) {
    notices.push(
      `${path}: the project has changed since you trusted it, so its MCP servers aren't used. To review and trust it again: toolwright policy trust`,
    );
  }
  const accepted =
    trust.state === "trusted" ? trust.files.find((file) => file.path === projectFile) : undefined;
  if (accepted === undefined) return [];
  try {
    const read = readSettingsFile(path);
    if (read?.digest !== accepted.digest) {
      notices.push(`${path}: the file has just changed, so its MCP servers aren't used`);
      return [];
    }
    const { parseMcpFile } = await import("../settings/mcp-file.ts");
    const { key, entries, positionOf } = parseMcpFile(read.text, path);
    return [
      {
        path,
        layer: "project",
        isTrusted: true,
        entries,
        positionOf: (keys) => positionOf(key === null ? [] : [key, ...keys]),
      },
    ];
  } catch (thrown) {
    if (!isInvalidSetup(thrown)) throw thrown;
    // Another program owns this file, so an error in it is only a notice.
    notices.push(`${thrown.message}, so its MCP servers aren't used`);
    return [];
  }
}
