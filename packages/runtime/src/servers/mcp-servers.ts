import { existsSync } from "node:fs";
import { join } from "node:path";
import type { ReadServers, ServerSource } from "@toolwright/mcp/configuration";
import { isInvalidSetup } from "../errors.ts";
import { readSettingsFile } from "../settings/read-settings-file.ts";
import type { SettingsFile } from "../settings/settings.ts";
import { type EnvironmentVariables, type Places, realRoot } from "../places.ts";
import type { SettingsInForce } from "../settings/settings-in-force.ts";

const projectFile = ".mcp.json";

/**
 * The MCP servers that the settings in force name, and those of the `.mcp.json` of a trusted project.
 *
 * Never throws: what can't be used is in the notices.
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
  const sources = [...ofProject, ...files.map(sourceOf)];
  // Most sessions have none, and then nothing of it is loaded.
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

/** Only a person says what of theirs a server may have, and what its tools do. */
function uncounted(file: SettingsFile): readonly string[] {
  const { path, layer, settings } = file;
  if (layer !== "project") return [];
  return (["mcpEffects", "mcpVariables"] as const)
    .filter((key) => settings[key] !== undefined)
    .map((key) => {
      const { line, column } = file.positionOf([key]);
      return `${path}:${line}:${column}: '${key}' doesn't count in a project's settings`;
    });
}

/** Of a project that nobody accepted the file isn't even opened. */
async function projectServers(
  { trust }: SettingsInForce,
  places: Places,
  notices: string[],
): Promise<readonly ServerSource[]> {
  const path = join(places.workspace, projectFile);
  if (trust.state === "changed" && existsSync(path)) {
    notices.push(
      `${path}: the project was changed since you trusted it, so its MCP servers aren't used. To look at it and accept it again: toolwright policy trust`,
    );
  }
  const accepted =
    trust.state === "trusted" ? trust.files.find((file) => file.path === projectFile) : undefined;
  if (accepted === undefined) return [];
  try {
    const read = readSettingsFile(path);
    if (read?.digest !== accepted.digest) {
      notices.push(`${path}: it was changed a moment ago, so its MCP servers aren't used`);
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
    // Another program's file: a mistake in it ends nothing of ours.
    notices.push(`${thrown.message}, so its MCP servers aren't used`);
    return [];
  }
}
