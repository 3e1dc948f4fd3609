import type { Phrase } from "@toolwright/core/internal";
import { phrase } from "./language/phrase.ts";
import { defineTool, read, ToolError, write } from "@toolwright/core";
import type { FileVersion } from "@toolwright/core/ports";
import { matchLineEndings, type TextFile } from "@toolwright/workspace";
import { z } from "zod";
import { assertRead } from "./change/assert-read.ts";
import { languageFor, MAX_CODE_MEBIBYTES, parseCode } from "./code/code-file.ts";
import { findSymbol, type SymbolQuery } from "./code/find-symbol.ts";
import { insertBeside, type PlacedText, replaceSymbol } from "./code/place-symbol-text.ts";
import { nameOf } from "./code/shown-symbol.ts";
import { symbolKinds, type SymbolPlace } from "./code/symbol.ts";
import { describeChange } from "./edit/describe-edit.ts";
import { type EditedContent, type EditedText, editContent } from "./edit/edit-content.ts";
import { type MergedEdit, mergeEdit } from "./edit/merge-edit.ts";
import { findElision } from "./edit-engine/elision.ts";
import { assertText } from "./text-file/given-text.ts";

const MAX_NAME_CHARACTERS = 1_000;

const actions = ["replace", "insert_before", "insert_after"] as const;

const input = z.strictObject({
  path: z.string().min(1).describe("Source file."),
  symbol: z.string().min(1).max(MAX_NAME_CHARACTERS).describe("Its name, or Class.method."),
  action: z.enum(actions).describe("What to do."),
  text: z
    .string()
    .describe('The whole declaration, with modifiers such as export. "" deletes when replacing.'),
  kind: z.enum(symbolKinds).optional().describe("If several have the name."),
  line: z.int().min(1).optional().describe("A line of it, if several have the name."),
});

type Input = z.infer<typeof input>;

const lineRange = z.strictObject({
  startLine: z.int().describe("First line, 1-based."),
  endLine: z.int().describe("Last line."),
});

const output = z.strictObject({
  path: z.string().describe("Relative to the workspace's root."),
  symbol: z
    .strictObject({
      name: z.string().describe("Its own name."),
      kind: z.enum(symbolKinds).describe("What it is."),
      startLine: z.int().describe("First line, 1-based, before the edit."),
      endLine: z.int().describe("Last line, before the edit."),
    })
    .describe("The symbol that was found."),
  changedLines: z.array(lineRange).describe("The changed lines, in the new file."),
  addedLines: z.int().describe("Lines that the diff adds."),
  removedLines: z.int().describe("Lines that the diff removes."),
  mergedLines: z
    .array(lineRange)
    .describe("Lines that somebody else changed since the file was read, in the new file."),
});

type Output = z.infer<typeof output>;

interface Prepared {
  readonly path: string;
  readonly displayPath: string;
  readonly replaces: FileVersion;
  readonly edited: EditedContent | MergedEdit;
  readonly symbol: Output["symbol"];
  /** What was done, for the result. */
  readonly said: string;
  readonly kept: readonly string[];
}

/** Replaces a symbol of a source file, or inserts text beside it. */
export const editSymbol = defineTool<Input, Prepared, Output>({
  name: "edit_symbol",
  title: "Edit symbol",
  kind: "edit",
  version: "1",
  exposure: "deferred",
  description: {
    summary:
      "Replaces a function, class or other symbol of a source file by its name, or inserts code before or after it.",
    details:
      "Read the file first. Give whole declarations; indentation is adapted. A doc comment and decorators stay if text has none. To change a few lines use {tool:edit_file}.",
    samples: [
      {
        input: {
          path: "src/server.ts",
          symbol: "Server.stop",
          action: "replace",
          text: "stop(): void {\n  this.#close();\n}",
        },
      },
      {
        input: { path: "src/a.ts", symbol: "one", action: "insert_after", text: "const two = 2;" },
      },
    ],
  },
  category: "code",
  tags: ["replace", "function", "method", "class", "insert", "refactor"],
  aliases: {
    file_path: "path",
    uri: "path",
    name: "symbol",
    symbol_name: "symbol",
    name_path: "symbol",
    new_text: "text",
    body: "text",
    content: "text",
  },
  input,
  output,
  effects: ({ path }) => [read(path), write(path, "modify")],
  async prepare({ path, symbol: name, action, text, kind, line }, { workspace, language }) {
    assertText("text", text);
    if (text.trim() === "" && action !== "replace") {
      throw new ToolError("input-invalid", `text is empty, so there is nothing to ${action}.`);
    }
    const { displayPath } = await workspace.resolve(path);
    const request = { displayPath, action, given: text, query: { name, kind, line } };
    languageFor(displayPath);
    const { bytes, version } = await workspace.read(path, {
      maxBytes: MAX_CODE_MEBIBYTES * 1024 * 1024,
    });
    const knowledge = await assertRead(workspace, path, version);
    let done: SymbolEdit | undefined;
    const edit = async (file: TextFile): Promise<SymbolEdit> =>
      (done = await editIn(file, request));
    const misfit = "and the symbol is not in the version you read";
    const edited =
      knowledge === "current"
        ? await editContent(displayPath, bytes, edit)
        : await mergeEdit(workspace, { path, current: bytes, edit, misfit });
    if (done === undefined) throw new ToolError("internal", "The edit was not made.");
    const { symbol, kept } = done;
    const { diff } = edited;
    const said = `${verbs[text.trim() === "" ? "delete" : action]} ${symbol.kind} '${symbol.name}'`;
    return {
      summary: language.say(
        phrase("{change} in {path}: +{added} -{removed} lines", {
          change: summaries[text.trim() === "" ? "delete" : action](
            `${symbol.kind} '${symbol.name}'`,
          ),
          path: displayPath,
          added: diff.addedLines,
          removed: diff.removedLines,
        }),
      ),
      effects: [read(path), write(path, "modify")],
      preview: { type: "diff", path: displayPath, diff: diff.text },
      basedOn: [{ path, version }],
      prepared: { path, displayPath, replaces: version, edited, symbol, said, kept },
    };
  },
  async execute({ path, displayPath, replaces, edited, symbol, said, kept }, { workspace }) {
    await workspace.write(path, edited.bytes, { replaces });
    const { diff, places } = edited;
    const how = kept.map((part) => `kept ${part}`);
    return {
      content: describeChange(`${said} in '${displayPath}'`, how, edited),
      display: { type: "diff", path: displayPath, diff: diff.text },
      structured: {
        path: displayPath,
        symbol,
        changedLines: [...places],
        addedLines: diff.addedLines,
        removedLines: diff.removedLines,
        mergedLines: "theirLines" in edited ? [...edited.theirLines] : [],
      },
    };
  },
});

const summaries = {
  replace: (symbol: string): Phrase => phrase("Replace {symbol}", { symbol }),
  delete: (symbol: string): Phrase => phrase("Delete {symbol}", { symbol }),
  insert_before: (symbol: string): Phrase => phrase("Insert before {symbol}", { symbol }),
  insert_after: (symbol: string): Phrase => phrase("Insert after {symbol}", { symbol }),
};

const verbs = {
  replace: "Replaced",
  delete: "Deleted",
  insert_before: "Inserted before",
  insert_after: "Inserted after",
} as const;

interface SymbolEdit extends EditedText {
  readonly symbol: Output["symbol"];
  readonly kept: readonly string[];
}

interface EditRequest {
  readonly displayPath: string;
  readonly action: Input["action"];
  readonly given: string;
  readonly query: SymbolQuery;
}

/** Errors: as `findSymbol`; `edit-no-change`; `input-invalid` for a placeholder in the place of code. */
async function editIn(
  { text: before, format }: TextFile,
  { displayPath, action, given, query }: EditRequest,
): Promise<SymbolEdit> {
  const language = languageFor(displayPath);
  const { symbols } = await parseCode(displayPath, language, before);
  const symbol = findSymbol(displayPath, before, symbols, query);
  const plain = given
    .replaceAll(/\r\n?/g, "\n")
    .replace(/^(?:[ \t]*\n)+/, "")
    .trimEnd();
  const change = { before, language, symbol, given: plain };
  if (action === "replace") assertWrittenOut(before.slice(symbol.leadStart, symbol.end), plain);
  const placed =
    action === "replace"
      ? replaceSymbol(change)
      : insertBeside(change, action === "insert_before" ? "before" : "after");
  const text = applied(before, placed, (inserted) => matchLineEndings(inserted, format));
  if (text === before) {
    throw new ToolError(
      "edit-no-change",
      "The symbol already has this text, so nothing was changed.",
    );
  }
  return { text, receipts: [], kept: placed.kept, symbol: toldOf(symbol, before) };
}

function applied(
  before: string,
  { start, end, text }: PlacedText,
  withLineEndings: (text: string) => string,
): string {
  return before.slice(0, start) + withLineEndings(text) + before.slice(end);
}

function toldOf(symbol: SymbolPlace, text: string): Output["symbol"] {
  const { kind, startLine, endLine } = symbol;
  return { name: nameOf(symbol, text), kind, startLine, endLine };
}

/** A comment such as `// rest of the method unchanged` would replace the lines that it stands for. */
function assertWrittenOut(before: string, given: string): void {
  const elision = findElision(before.split(/\r?\n/), given.split("\n"));
  if (elision === null) return;
  throw new ToolError(
    "input-invalid",
    `text has a placeholder line ('${elision.slice(0, 80)}'), and the code it stands for would be deleted. Nothing was changed. Give the whole declaration, or edit part of it.`,
  );
}
