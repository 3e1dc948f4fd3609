import type { Client, ServerCapabilities } from "@modelcontextprotocol/client";
import { isSkillName, oneCleanLine } from "@toolwright/workspace/internal";
import { isRecord } from "../is-record.ts";
import { listAll, type ListOptions, type ServerProblem } from "./list-tools.ts";

/** A skill of a server. */
export interface ServerSkill {
  readonly name: string;
  readonly description: string;
  /** The address of its `SKILL.md`. */
  readonly uri: string;
  /** The addresses of its other files, by their path in the skill. */
  readonly files: ReadonlyMap<string, string>;
}

export interface ListedSkills {
  readonly skills: readonly ServerSkill[];
  readonly problems: readonly ServerProblem[];
}

const extension = "io.modelcontextprotocol/skills";
const maxSkills = 200;
const maxFiles = 512;
const maxUri = 2_048;
const maxDescription = 1_024;

/** Whether a server says that it has skills. Source: SEP-2640, Skills over MCP. */
export function offersSkills(capabilities: ServerCapabilities | undefined): boolean {
  const { extensions }: { readonly extensions?: unknown } = capabilities ?? {};
  return isRecord(extensions) && isRecord(extensions[extension]);
}

/** Lists a server's skills. Each is checked separately; a server that fails has none. */
export async function listSkills(client: Client, options: ListOptions): Promise<ListedSkills> {
  const { items, problem } = await listAll(client, "skills/list", "skills", options);
  const skills = new Map<string, ServerSkill>();
  const problems: ServerProblem[] = problem === null ? [] : [problemOf(problem)];
  for (const item of items.slice(0, maxSkills)) {
    const skill = readSkill(item);
    if (typeof skill === "string") problems.push(problemOf(skill));
    else if (skills.has(skill.name)) problems.push(problemOf(`'${skill.name}' is there twice`));
    else skills.set(skill.name, skill);
  }
  if (items.length > maxSkills) {
    problems.push(problemOf(`only the first ${maxSkills} of ${items.length} are used`));
  }
  return { skills: [...skills.values()], problems };
}

function problemOf(reason: string): ServerProblem {
  return { tool: "skills", reason };
}

/** The server sends the front matter as an object. Its `allowed-tools` is ignored. */
function readSkill(item: unknown): ServerSkill | string {
  const { uri, frontmatter, resources } = isRecord(item) ? item : {};
  const { name, description } = isRecord(frontmatter) ? frontmatter : {};
  if (typeof name !== "string" || !isSkillName(name)) return "one has no valid name";
  const about = typeof description === "string" ? oneCleanLine(description) : "";
  if (about === "") return `'${name}' has no description`;
  if (!isAddress(uri)) return `'${name}' has no address`;
  const folder = uri.slice(0, uri.lastIndexOf("/") + 1);
  const files = (Array.isArray(resources) ? (resources as readonly unknown[]) : [])
    .slice(0, maxFiles)
    .map((resource) => (isRecord(resource) ? resource["uri"] : undefined))
    .filter(isAddress)
    .filter((address) => address !== uri && folder !== "" && address.startsWith(folder));
  return {
    name,
    description: about.slice(0, maxDescription).toWellFormed(),
    uri,
    files: new Map(files.map((address) => [oneCleanLine(address.slice(folder.length)), address])),
  };
}

function isAddress(uri: unknown): uri is string {
  return typeof uri === "string" && uri !== "" && uri.length <= maxUri;
}
