import { type DeferredTools, defineTool, ToolError, type ToolResult } from "@toolwright/core";
import { z } from "zod";
import { describeFields } from "./found-tools/describe-fields.ts";
import { oneLine } from "./found-tools/one-line.ts";
import { sourceIndex } from "./found-tools/source-index.ts";
import { countOf, countText } from "./text/number-text.ts";
import { rankTools } from "./tool-search/rank-tools.ts";

const MAX_QUERY_CHARACTERS = 500;
const DEFAULT_LIMIT = 5;
const MAX_LIMIT = 20;

const MAX_SUMMARY_CHARACTERS = 200;
const MAX_NAMED_SOURCES = 40;

const input = z.strictObject({
  query: z
    .string()
    .min(1)
    .max(MAX_QUERY_CHARACTERS)
    .describe(
      "Words of the API: the service, the action and the object, as in calendar create event. Or a tool's name.",
    ),
  server: z
    .string()
    .min(1)
    .optional()
    .describe("Searches only this server of the list below. Default: all."),
  limit: z
    .int()
    .min(1)
    .max(MAX_LIMIT)
    .optional()
    .describe(`How many tools to show at most. Default: ${DEFAULT_LIMIT}.`),
});

type Input = z.infer<typeof input>;

const output = z.strictObject({
  tools: z
    .array(
      z.strictObject({
        name: z.string().describe("The name to call."),
        server: z.string().describe("The server that provides the tool."),
        description: z.string().describe("One line."),
        fields: z
          .string()
          .describe("The input, one field per line. A ? after a name marks an optional field."),
      }),
    )
    .describe("Best first."),
  total: z.int().describe("How many tools fit, shown or not."),
});

type Output = z.infer<typeof output>;

/** Finds tools that are not in the model's list, and shows how to call them. */
export const searchTools = defineTool<Input, Input, Output>({
  name: "search_tools",
  title: "Search tools",
  kind: "search",
  version: "1",
  description: {
    summary: "Finds more tools, which are not listed here, by name and description.",
    details:
      "Search before you say that something cannot be done. Use the words of the service's API, not the words of the task. " +
      "If nothing fits, search once more with other words or with the server alone; if still nothing fits, no tool can do it. " +
      "Call a tool that was found with {tool:call_tool}.",
    samples: [{ input: { query: "create calendar event" } }],
  },
  category: "tools",
  tags: ["discover", "more", "server"],
  input,
  output,
  effects: () => [],
  describeDeferredTools: sourceIndex,
  async execute(
    { query, server, limit = DEFAULT_LIMIT },
    { deferredTools },
  ): Promise<ToolResult<Output>> {
    const source = server === undefined ? undefined : sourceNamed(server, deferredTools);
    const searched = deferredTools.tools.filter(
      (tool) => source === undefined || tool.source === source,
    );
    const names = new Set(searched.map(({ name }) => name));
    const ranked = await (deferredTools.rank ?? rankTools)(query, searched);
    const fitting = [...new Set(ranked)].filter((name) => names.has(name));
    const found = deferredTools.describe(fitting.slice(0, limit));
    const tools = found.map(({ name, source: from, description, inputSchema }) => ({
      name,
      server: from,
      description: oneLine(description, MAX_SUMMARY_CHARACTERS),
      fields: describeFields(inputSchema).join("\n"),
    }));
    const total = fitting.length;
    const { calledThrough } = deferredTools;
    return {
      content: render({ tools, total }, { query, searched: searched.length, calledThrough }),
      structured: { tools, total },
    };
  },
});

function sourceNamed(server: string, { sources }: DeferredTools): string {
  const wanted = server.trim().toLowerCase();
  const source = sources.find(({ name }) => name.toLowerCase() === wanted);
  if (source !== undefined) return source.name;
  const names = sources.slice(0, MAX_NAMED_SOURCES).map(({ name }) => oneLine(name, 60));
  const rest = sources.length - names.length;
  const more = rest > 0 ? ` and ${countText(rest)} more` : "";
  throw new ToolError(
    "input-invalid",
    `No server ${JSON.stringify(server.slice(0, 80))} has hidden tools. Servers: ${names.join(", ")}${more}. Leave server out to search all.`,
  );
}

interface Search {
  readonly query: string;
  /** How many tools were searched. */
  readonly searched: number;
  readonly calledThrough: string | undefined;
}

function render({ tools, total }: Output, { query, searched, calledThrough }: Search): string {
  if (tools.length === 0) {
    const asked = JSON.stringify(oneLine(query, 80));
    return `None of ${countOf(searched, "tool")} fits ${asked}. Try other words: the action and the object, as the service's API names them.`;
  }
  const blocks = tools.map(
    ({ name, server, description, fields }) =>
      `${name} (${oneLine(server, 60)}): ${description}\n  ${fields.replaceAll("\n", "\n  ")}`,
  );
  const rest = tools.length < total ? " For others use other words, server or a larger limit." : "";
  const howToCall =
    calledThrough === undefined
      ? "Call them by their names."
      : `Call them with ${calledThrough}: {"name": "${tools[0]?.name ?? ""}", "input": {…}}.`;
  return `${blocks.join("\n")}\n\n(${countText(tools.length)} shown, best first, of ${countText(total)} that fit among ${countText(searched)}. ${howToCall}${rest})`;
}
