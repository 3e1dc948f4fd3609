import { defineTool, type ToolContext, type WorkspaceAccess } from "@toolwright/core";
import { shownName } from "@toolwright/core/internal";
import type { SourceRange } from "@toolwright/core/ports";
import { decodeText } from "@toolwright/workspace";
import { z } from "zod";
import { treeReadEffects } from "./directory/tree-read.ts";
import { locateSymbol, serversOf } from "./symbols/locate-symbol.ts";
import { cutLine } from "./text/cut-line.ts";
import { countOf } from "./text/number-text.ts";
import { placesNote } from "./text/person-notes.ts";

const DEFAULT_LIMIT = 100;
const MAX_LIMIT = 1_000;
const MAX_LINE_CHARACTERS = 200;
/** A definition is shown with its first lines. */
const DEFINITION_LINES = 6;
const TIME_LIMIT_MS = 60_000;

const input = z.strictObject({
  find: z
    .enum(["definition", "references"])
    .describe('"definition": where it is declared; "references": every use and the declaration.'),
  symbol: z
    .string()
    .min(1)
    .max(500)
    .describe('Its name, or "Container.name" to be exact. Not a pattern.'),
  path: z.string().min(1).describe("A file that declares or uses it."),
  line: z
    .int()
    .min(1)
    .optional()
    .describe("1-based line of it in path, where the name is ambiguous."),
  limit: z
    .int()
    .min(1)
    .max(MAX_LIMIT)
    .optional()
    .describe(`Most places to show. Default: ${DEFAULT_LIMIT}.`),
});

type Input = z.infer<typeof input>;

const output = z.strictObject({
  places: z
    .array(
      z.strictObject({
        path: z.string().describe("Relative to the workspace's root."),
        line: z.int().describe("1-based."),
        column: z.int().describe("1-based."),
        text: z.string().describe("The line, without white space around it."),
      }),
    )
    .describe("In the order of paths and lines, at most limit."),
  total: z.int().describe("All places that may be shown."),
});

type Output = z.infer<typeof output>;
type Place = Output["places"][number];

/** Finds the definition or the references of a symbol through a language server. */
export const symbols = defineTool<Input, Input, Output>({
  name: "symbols",
  title: "Symbols",
  kind: "search",
  version: "1",
  exposure: "deferred",
  description: {
    summary: "Finds the definition or all references of a symbol, as a language server knows them.",
    details:
      "Follows imports and tells apart same names of different things, unlike a text search. Knows what {tool:diagnostics} knows. The first use starts the server, which may need approval.",
    notes: [
      "For any text, or for names in other languages, use {tool:search_text}.",
      "To rename a symbol everywhere use {tool:rename_symbol}.",
    ],
    samples: [
      { input: { find: "references", symbol: "openSession", path: "src/session.ts" } },
      { input: { find: "definition", symbol: "Parser.next", path: "src/main.ts", line: 12 } },
    ],
  },
  needs: ["languageServers"],
  category: "code",
  tags: ["definition", "references", "usages", "callers", "goto", "lsp"],

  aliases: { action: "find", name: "symbol", file_path: "path", uri: "path" },
  input,
  output,
  timeoutMs: TIME_LIMIT_MS,
  async effects({ path }, context) {
    const reads = await Promise.all(
      [...new Set([".", path])].map((each) => treeReadEffects(each, context)),
    );
    return [...reads.flat(), ...(await context.serverStarts([path]))];
  },
  async execute({ find, symbol, path, line, limit = DEFAULT_LIMIT }, context) {
    const { at } = await locateSymbol({ path, symbol, line }, context);
    const servers = serversOf(context.languageServers);
    const found =
      find === "definition" ? await servers.definition(at) : await servers.references(at);
    const lines = find === "definition" ? DEFINITION_LINES : 1;
    const { places, hidden } = await placesOf(found, context);
    const shown = places.slice(0, limit);
    const rendered = await render(shown, lines, context);
    return {
      content: [rendered, totalText({ find, symbol, shown, places, hidden })]
        .filter((part) => part !== "")
        .join("\n\n"),
      display: placesNote(places, context.language),
      structured: {
        places: shown.map(({ absolutePath: _path, ...place }) => place),
        total: places.length,
      },
    };
  },
});

interface FoundPlace extends Place {
  readonly absolutePath: string;
}

type Shower = Pick<ToolContext, "workspace" | "secretAround">;

function cut(line: string, secretAround: Shower["secretAround"]): string {
  return cutLine(line, MAX_LINE_CHARACTERS, { secretAround }).text;
}

/** The places in files that the call may read, each line once, sorted. */
async function placesOf(
  ranges: readonly SourceRange[],
  { workspace, secretAround }: Shower,
): Promise<{ readonly places: readonly FoundPlace[]; readonly hidden: number }> {
  const files = new Map<
    string,
    { readonly shown: string; readonly lines: readonly string[] } | null
  >();
  const places = new Map<string, FoundPlace>();
  let hidden = 0;
  for (const { path, line, column } of ranges) {
    if (!files.has(path)) files.set(path, await linesOf(workspace, path));
    const file = files.get(path) ?? null;
    const text = file?.lines[line - 1];
    if (file === null || text === undefined) {
      hidden += 1;
      continue;
    }
    const key = `${path}\0${line}`;
    if (places.has(key)) continue;
    const place = {
      path: file.shown,
      line,
      column,
      text: cut(text.trim(), secretAround),
    };
    places.set(key, { ...place, absolutePath: path });
  }
  const sorted = [...places.values()].toSorted((a, b) =>
    a.path === b.path ? a.line - b.line : a.path < b.path ? -1 : 1,
  );
  return { places: sorted, hidden };
}

async function linesOf(
  workspace: WorkspaceAccess,
  path: string,
): Promise<{ readonly shown: string; readonly lines: readonly string[] } | null> {
  if (!(await workspace.mayRead(path))) return null;
  const { bytes } = await workspace.read(path);
  const text = (await decodeText(bytes))?.text;
  if (text === undefined) return null;
  return { shown: (await workspace.resolve(path)).displayPath, lines: text.split(/\r\n|\r|\n/) };
}

/** By file; with more than one line, the code from there on. */
async function render(
  places: readonly FoundPlace[],
  lineCount: number,
  { workspace, secretAround }: Shower,
): Promise<string> {
  const shown: string[] = [];
  let last: string | null = null;
  for (const { path, absolutePath, line, text } of places) {
    if (path !== last) shown.push(shownName(path));
    last = path;
    if (lineCount === 1) {
      shown.push(`  ${line}: ${text}`);
      continue;
    }
    const file = await linesOf(workspace, absolutePath);
    for (const [index, content] of (file?.lines ?? [])
      .slice(line - 1, line - 1 + lineCount)
      .entries()) {
      shown.push(`  ${line + index}: ${cut(content, secretAround)}`);
    }
  }
  return shown.join("\n");
}

function totalText({
  find,
  symbol,
  shown,
  places,
  hidden,
}: {
  readonly find: Input["find"];
  readonly symbol: string;
  readonly shown: readonly Place[];
  readonly places: readonly Place[];
  readonly hidden: number;
}): string {
  const outside =
    hidden === 0
      ? ""
      : ` ${countOf(hidden, "more is", "more are")} outside the workspace or in files that may not be read.`;
  if (places.length === 0) {
    return outside === ""
      ? `The language server knows no ${find} of '${symbol}'.`
      : `No ${find} of '${symbol}' can be shown.${outside}`;
  }
  const files = new Set(places.map(({ path }) => path)).size;
  const what = find === "definition" ? "definition" : "line";
  const all = `${countOf(places.length, what)} in ${countOf(files, "file")}.`;
  const cut =
    shown.length < places.length ? ` ${shown.length} are shown; raise limit for more.` : "";
  return `${all}${cut}${outside}`;
}
