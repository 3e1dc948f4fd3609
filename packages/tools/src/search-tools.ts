import { type DeferredTools, defineTool, ToolError, type ToolResult } from "@toolwright/core";
import { z } from "zod";
import { describeFields } from "./found-tools/describe-fields.ts";
import { oneLine } from "./found-tools/one-line.ts";
import { sourceIndex } from "./found-tools/source-index.ts";
import { countOf, countText } from "./numbers/number-text.ts";

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
      "A few words as an API names it: create calendar event. Or a tool's name. Synonyms may follow.",
    ),
  server: z
    .string()
    .min(1)
    .optional()
    .describe("Only this server or source of the list. Default: all."),
  limit: z
    .int()
    .min(1)
    .max(MAX_LIMIT)
    .optional()
    .describe(`Most tools to show. Default: ${DEFAULT_LIMIT}.`),
});

type Input = z.infer<typeof input>;

const output = z.strictObject({
  tools: z
    .array(
      z.strictObject({
        name: z.string().describe("To call it by."),
        server: z.string().describe("The server or source that it comes from."),
        description: z.string().describe("In one line."),
        fields: z
          .string()
          .describe("Its input, a field a line, with a ? after the name of what is optional."),
      }),
    )
    .describe("The best first."),
  total: z.int().describe("How many fit, shown or not."),
});

type Output = z.infer<typeof output>;

/** Finds tools that the model isn't shown, and says how they are called. */
export const searchTools = defineTool<Input, Input, Output>({
  name: "search_tools",
  title: "Search tools",
  kind: "search",
  version: "1",
  description: {
    summary: "Finds more tools, which aren't shown here, by what they do.",
    details:
      "Look here before you say that something can't be done. Call what it finds with {tool:call_tool}.",
    samples: [{ input: { query: "create calendar event" } }],
  },
  category: "tools",
  tags: ["discover", "more", "server"],
  input,
  output,
  effects: () => [],
  describeDeferred: sourceIndex,
  async execute(
    { query, server, limit = DEFAULT_LIMIT },
    { deferredTools },
  ): Promise<ToolResult<Output>> {
    const source = server === undefined ? undefined : sourceNamed(server, deferredTools);
    const { found, total } = await deferredTools.search(query, {
      limit,
      ...(source !== undefined && { source }),
    });
    const tools = found.map(({ name, source: from, description, inputSchema }) => ({
      name,
      server: from,
      description: oneLine(description, MAX_SUMMARY_CHARACTERS),
      fields: describeFields(inputSchema).join("\n"),
    }));
    const searched = countSearched(deferredTools, source);
    const { calledThrough } = deferredTools;
    return {
      content: render({ tools, total }, { query, searched, calledThrough }),
      structured: { tools, total },
    };
  },
});

function countSearched({ sources, count }: DeferredTools, source: string | undefined): number {
  if (source === undefined) return count;
  return sources.find(({ name }) => name === source)?.toolNames.length ?? 0;
}

function sourceNamed(server: string, { sources }: DeferredTools): string {
  const wanted = server.trim().toLowerCase();
  const source = sources.find(({ name }) => name.toLowerCase() === wanted);
  if (source !== undefined) return source.name;
  const names = sources.slice(0, MAX_NAMED_SOURCES).map(({ name }) => oneLine(name, 60));
  const rest = sources.length - names.length;
  const more = rest > 0 ? ` and ${countText(rest)} more` : "";
  throw new ToolError(
    "input-invalid",
    `No server ${JSON.stringify(server.slice(0, 80))} has tools to be found. There are: ${names.join(", ")}${more}. Leave server out to search all.`,
  );
}

interface Search {
  readonly query: string;
  /** How many tools were looked at. */
  readonly searched: number;
  readonly calledThrough: string | undefined;
}

function render({ tools, total }: Output, { query, searched, calledThrough }: Search): string {
  if (tools.length === 0) {
    const asked = JSON.stringify(oneLine(query, 80));
    return `Of ${countOf(searched, "tool")} none fits ${asked}. Try other words: what is to be done, and with what.`;
  }
  const blocks = tools.map(
    ({ name, server, description, fields }) =>
      `${name} (${oneLine(server, 60)}): ${description}\n  ${fields.replaceAll("\n", "\n  ")}`,
  );
  const rest =
    tools.length < total ? " Others may be found with other words, server or a larger limit." : "";
  const howToCall =
    calledThrough === undefined
      ? "Call them by their names."
      : `Call them with ${calledThrough}: {"name": "${tools[0]?.name ?? ""}", "input": {…}}.`;
  return `${blocks.join("\n")}\n\n(${countText(tools.length)} shown, the best first, of ${countText(total)} that fit among ${countText(searched)}. ${howToCall}${rest})`;
}
