import { defineTool, ToolError, write } from "@toolwright/core";
import type { FileChange } from "@toolwright/core/ports";
import { z } from "zod";
import { treeReadEffects } from "./directory/tree-read.ts";
import { diffOf, type FileReport } from "./patch-plan/file-report.ts";
import { declarationOf, locateSymbol, serversOf } from "./symbols/locate-symbol.ts";
import { planRename } from "./symbols/plan-rename.ts";
import { countOf } from "./text/number-text.ts";
import { renamedPhrase } from "./text/person-notes.ts";

const TIME_LIMIT_MS = 60_000;

const input = z.strictObject({
  symbol: z.string().min(1).max(500).describe('Its present name, or "Container.name" to be exact.'),
  new_name: z
    .string()
    .regex(/^[#@]?[\p{L}_$][\p{L}\p{N}_$-]{0,199}$/u)
    .describe("A plain identifier, without container."),
  path: z.string().min(1).describe("A file that declares or uses it."),
  line: z
    .int()
    .min(1)
    .optional()
    .describe("1-based line of it in path, where the name is ambiguous."),
});

type Input = z.infer<typeof input>;

const output = z.strictObject({
  files: z.array(z.string()).describe("The changed files, relative to the workspace's root."),
  places: z.int().describe("The number of replaced names."),
});

type Output = z.infer<typeof output>;

interface Prepared {
  readonly symbol: string;
  readonly newName: string;
  readonly changes: readonly FileChange[];
  readonly reports: readonly FileReport[];
  readonly places: number;
}

/** Renames a symbol in all files of a workspace folder, as one change. */
export const renameSymbol = defineTool<Input, Prepared, Output>({
  name: "rename_symbol",
  title: "Rename symbol",
  kind: "edit",
  version: "1",
  exposure: "deferred",
  description: {
    summary: "Renames a symbol and all its references in all files, as one change.",
    details:
      "A language server finds the places, so other things of the same name, comments and strings stay. All files change or none. The first use starts the server, which may need approval.",
    notes: [
      "The files need not have been read. Doesn't rename files: use {tool:move_path}.",
      "For text that is no symbol use {tool:edit_file}.",
    ],
    samples: [
      { input: { symbol: "openSession", new_name: "startSession", path: "src/session.ts" } },
      { input: { symbol: "Parser.next", new_name: "advance", path: "src/parser.ts", line: 12 } },
    ],
  },
  needs: ["languageServers"],
  category: "code",
  tags: ["refactor", "rename", "identifier", "lsp"],

  aliases: { name: "symbol", newName: "new_name", to: "new_name", file_path: "path", uri: "path" },
  input,
  output,
  timeoutMs: TIME_LIMIT_MS,
  async effects({ path }, context) {
    const { root } = await context.resolve(path);
    const reads = await Promise.all(
      [...new Set([".", path])].map((each) => treeReadEffects(each, context)),
    );
    const starts = await context.serverStarts([path]);
    return [...reads.flat(), write(root ?? path, undefined, { recursive: true }), ...starts];
  },
  preparesByRunning: true,
  async prepare({ symbol, new_name: newName, path, line }, context) {
    const { workspace } = context;
    const located = await locateSymbol({ path, symbol, line }, context);
    const { name } = located;
    if (name === newName) {
      throw new ToolError("edit-no-change", `'${symbol}' already has this name.`);
    }
    const { root } = await workspace.resolve(path);
    const declaration = await declarationOf(located, context);
    const edits = await serversOf(context.languageServers).rename(declaration, newName);
    const plan = await planRename(edits, { name, root: root ?? "" }, workspace);
    const { changes, effects, basedOn, reports, places } = plan;
    return {
      summary: context.language.say(
        renamedPhrase({ symbol, name: newName }, places, reports.length),
      ),
      effects,
      basedOn,
      preview: { type: "diff", ...diffOf(reports) },
      prepared: { symbol, newName, changes, reports, places },
    };
  },
  async execute({ symbol, newName, changes, reports, places }, { workspace }) {
    await workspace.apply(changes);
    const files = reports.map(({ path }) => path);
    return {
      content: [
        `Renamed '${symbol}' to '${newName}': ${countOf(places, "place")} in ${countOf(files.length, "file")}.`,
        ...files.map((path) => `M ${path}`),
      ].join("\n"),
      display: { type: "diff", ...diffOf(reports) },
      structured: { files, places },
    };
  },
});
