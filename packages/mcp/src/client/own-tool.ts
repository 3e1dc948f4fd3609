import type { Tool, ToolContext, ToolResult } from "@toolwright/core";
import { isRecord } from "../is-record.ts";
import { serverToolName } from "./tool-name.ts";

export type Fields = Readonly<Record<string, unknown>>;

export interface OwnToolOptions {
  readonly server: string;
  /** Names of the server's own tools, which take precedence. */
  readonly taken: ReadonlySet<string>;
  readonly timeoutMs: number;
  /** Sends a request within a call. */
  readonly ask: (
    context: ToolContext,
    what: string,
    method: string,
    params: Fields,
  ) => Promise<Fields>;
}

interface OwnTool {
  /** If the server has a tool of this name, ours begins with `mcp_`. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: Fields;
  /** The protocol's method, which rules match. */
  readonly method: string;
  readonly run: (input: Fields, context: ToolContext) => Promise<ToolResult | string>;
}

/** A tool of ours over a server's other features. The server's name is in its name and effects, so its rules hold. */
export function ownTool({ server, taken, timeoutMs }: OwnToolOptions, parts: OwnTool): Tool {
  const { name, title, description, input, method, run } = parts;
  return {
    name: serverToolName(server, taken.has(name) ? `mcp_${name}` : name),
    title: `${title} (${server})`,
    kind: "other",
    description,
    input,
    timeoutMs,
    effects: () => [{ type: "external", server, tool: method }],
    execute: (given: unknown, context) => run(isRecord(given) ? given : {}, context),
  };
}
