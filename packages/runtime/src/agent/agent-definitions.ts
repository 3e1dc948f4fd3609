import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { type AgentDefinition, builtinAgents, parseAgentFile } from "@toolwright/agent";
import { canonicalToolNames } from "@toolwright/profiles";
import { digestOf } from "@toolwright/workspace/internal";
import { type Places, realRoot } from "../places.ts";
import type { SettingsInForce } from "../settings/settings-in-force.ts";

/** The agents that tasks can be given to, and why a file can't be used. */
export interface FoundAgents {
  readonly definitions: readonly AgentDefinition[];
  /** One sentence each, for a person. */
  readonly notices: readonly string[];
}

/** A Markdown file that may define an agent. */
interface AgentFile {
  readonly path: string;
  /** Of the content that a person has trusted; null for the person's own file. */
  readonly digest: string | null;
}

const projectFolders = [".toolwright/agents/", ".claude/agents/"];
const maxFiles = 200;
const maxBytes = 64 * 1024;
/** The ignored parts of one file that a notice names. */
const maxNamed = 5;

/**
 * The person's agents (`~/.config/toolwright/agents`, `~/.claude/agents`), those of a trusted project
 * (`.toolwright/agents`, `.claude/agents`) and the built-in ones. Of two with one name the first in this order counts, so
 * a project can't replace an agent of the person.
 */
export async function agentDefinitions(
  places: Places,
  settings: SettingsInForce,
): Promise<FoundAgents> {
  const notices: string[] = [];
  const definitions = new Map<string, AgentDefinition>();
  const files = [...ownFiles(places), ...projectFiles(places, settings)].slice(0, maxFiles);
  for (const file of files) {
    const parsed = await readDefinition(file);
    if (typeof parsed === "string") {
      notices.push(`${file.path} is no agent: ${parsed}`);
      continue;
    }
    if (!definitions.has(parsed.name)) definitions.set(parsed.name, parsed);
    const { ignored = [] } = parsed;
    if (ignored.length > 0) {
      const what = ignored.slice(0, maxNamed).join(", ");
      notices.push(`${file.path}: this has no effect in an agent file: ${what}`);
    }
  }
  for (const agent of builtinAgents) {
    if (!definitions.has(agent.name)) definitions.set(agent.name, agent);
  }
  return { definitions: [...definitions.values()], notices };
}

function ownFiles({ configDirectory, home, ignoresUser }: Places): readonly AgentFile[] {
  if (ignoresUser === true) return [];
  return [join(configDirectory, "agents"), join(home, ".claude", "agents")]
    .filter((folder) => existsSync(folder))
    .flatMap((folder) =>
      readdirSync(folder)
        .toSorted()
        .map((name) => join(folder, name)),
    )
    .filter((path) => path.endsWith(".md"))
    .map((path) => ({ path, digest: null }));
}

function projectFiles(places: Places, { trust }: SettingsInForce): readonly AgentFile[] {
  if (trust.state !== "trusted" || places.ignoresProject === true) return [];
  const root = realRoot(places.workspace);
  return trust.files
    .filter(({ path }) => path.endsWith(".md") && isInAgentFolder(path))
    .map(({ path, digest }) => ({ path: join(root, path), digest }));
}

function isInAgentFolder(path: string): boolean {
  return projectFolders.some((folder) => path === folder + basename(path));
}

async function readDefinition({ path, digest }: AgentFile): Promise<AgentDefinition | string> {
  const content = contentOf(path);
  if (content === null) return "it can't be read";
  if (content.length > maxBytes) return `it has more than ${maxBytes} bytes`;
  if (digest !== null && digestOf(content) !== digest) return "it has changed since you trusted it";
  const text = content.toString("utf8");
  const parsed = await parseAgentFile(text, { fileName: basename(path), source: path });
  if (typeof parsed === "string") return parsed;
  const { tools, excludedTools } = parsed;
  return {
    ...parsed,
    ...(tools !== undefined && { tools: await withCanonicalNames(tools) }),
    ...(excludedTools !== undefined && { excludedTools: await withCanonicalNames(excludedTools) }),
  };
}

/** A server's tools have no other names. */
async function withCanonicalNames(names: readonly string[]): Promise<readonly string[]> {
  const canonical = await Promise.all(names.map(canonicalToolNames));
  return [...new Set([...names, ...canonical.flat()])];
}

function contentOf(path: string): Buffer | null {
  try {
    return statSync(path).isFile() && statSync(path).size <= 2 * maxBytes
      ? readFileSync(path)
      : null;
  } catch {
    return null;
  }
}
