import type { Client } from "@modelcontextprotocol/client";
import { anyResult } from "./sdk.ts";
import { nameOf } from "./content-parts.ts";
import { parameterHeaderFault } from "./parameter-headers.ts";
import { plainText } from "./plain-text.ts";
import type { ServerTool } from "./server-gate.ts";
import { isRecord } from "../is-record.ts";

/** A tool, or another part of a server, that cannot be used. */
export interface ServerProblem {
  /** The server's name for the tool, if it has one. */
  readonly tool: string;
  readonly reason: string;
}

export interface ListedTools {
  readonly tools: readonly ServerTool[];
  readonly problems: readonly ServerProblem[];
}

export interface ListOptions {
  /** The limit of each page. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
}

const maxPages = 200;
const maxItems = 20_000;
/** The longest address of an icon, in UTF-16 units. */
const maxIcon = 16 * 1024;
const maxDescription = 32 * 1024;
const maxName = 512;

/**
 * Lists all tools of a server. Each is checked separately, so an unusable tool affects only itself.
 *
 * Shapes: in the server's order. `checksHeaders` is for connections that send arguments as headers.
 */
export async function listTools(
  client: Client,
  options: ListOptions & { readonly checksHeaders: boolean },
): Promise<ListedTools> {
  const { items, problem } = await listAll(client, "tools/list", "tools", options);
  const tools = new Map<string, ServerTool>();
  const problems: ServerProblem[] = problem === null ? [] : [{ tool: "*", reason: problem }];
  for (const item of items) {
    const read = readTool(item, options.checksHeaders);
    if ("reason" in read) problems.push(read);
    else if (tools.has(read.name)) {
      problems.push({
        tool: read.name,
        reason: "the server already lists another tool of this name",
      });
    } else tools.set(read.name, read);
  }
  return { tools: [...tools.values()], problems };
}

/** All pages of a list, and why the list was cut, if it was. */
export async function listAll(
  client: Client,
  method: string,
  field: string,
  { timeoutMs, signal }: ListOptions,
): Promise<{ readonly items: readonly unknown[]; readonly problem: string | null }> {
  const items: unknown[] = [];
  const cursors = new Set<string>();
  let cursor: string | undefined;
  for (let page = 0; page < maxPages; page += 1) {
    const request = { method, params: cursor === undefined ? {} : { cursor } };
    const options = { timeout: timeoutMs, ...(signal !== undefined && { signal }) };
    const result: unknown = await client.request(request, anyResult, options);
    const fields = isRecord(result) ? result : {};
    const found = fields[field];
    if (Array.isArray(found)) items.push(...(found as readonly unknown[]));
    if (items.length > maxItems) {
      const problem = `it lists more than ${maxItems} ${field}; the rest is skipped`;
      return { items: items.slice(0, maxItems), problem };
    }
    const { nextCursor } = fields;
    if (typeof nextCursor !== "string") return { items, problem: null };
    if (cursors.has(nextCursor)) return { items, problem: "its list repeats a page" };
    cursors.add(nextCursor);
    cursor = nextCursor;
  }
  return { items, problem: `its list has more than ${maxPages} pages; the rest is skipped` };
}

function readTool(item: unknown, checksHeaders: boolean): ServerTool | ServerProblem {
  if (!isRecord(item)) return { tool: "(no name)", reason: "it is not a tool" };
  const { name, description, inputSchema, outputSchema, annotations } = item;
  if (typeof name !== "string" || name === "")
    return { tool: "(no name)", reason: "it has no name" };
  const tool = name.length > maxName ? `${name.slice(0, maxName)}…` : name;
  if (name.length > maxName)
    return { tool, reason: `its name is longer than ${maxName} characters` };
  if (!isRecord(inputSchema)) return { tool, reason: "it has no input schema" };
  const text = typeof description === "string" ? description : "";
  if (text.length > maxDescription) {
    return { tool, reason: `its description is longer than ${maxDescription / 1024} KiB` };
  }
  const fault = checksHeaders ? parameterHeaderFault(inputSchema) : null;
  if (fault !== null) return { tool, reason: fault };
  const own = isRecord(annotations) ? annotations : undefined;
  const title = nameOf({ title: item["title"] ?? own?.["title"] });
  return {
    name,
    ...(title !== undefined && { title: plainText(title) }),
    ...iconIn(item["icons"]),
    description: plainText(text.replaceAll("\r\n", "\n")),
    inputSchema,
    ...(isRecord(outputSchema) && { outputSchema }),
    ...(own !== undefined && { annotations: own }),
  };
}

/** The first address that hosts can show. */
function iconIn(icons: unknown): { readonly icon?: string } {
  if (!Array.isArray(icons)) return {};
  const sources = (icons as unknown[]).map((icon) => (isRecord(icon) ? icon["src"] : undefined));
  const icon = sources.find(
    (source) =>
      typeof source === "string" &&
      source.length <= maxIcon &&
      /^(?:https:\/\/|data:image\/)[\x21-\x7e]+$/.test(source),
  );
  return typeof icon === "string" ? { icon } : {};
}
