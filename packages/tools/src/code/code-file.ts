import { ToolError, type WorkspaceAccess } from "@toolwright/core";
import { shownPath } from "@toolwright/core/internal";
import { decodeText, type TextFile } from "@toolwright/workspace";
import { notText } from "../text-file/not-text.ts";
import { type CodeLanguage, languageNames, languageOf } from "./languages.ts";
import { parserThreads } from "./parser-threads.ts";
import { countSymbols, packedLength, type SymbolPlace, unpackSymbol } from "./symbol.ts";

/** A tree takes about a hundred times the memory of its text. */
export const MAX_CODE_MEBIBYTES = 2;

const MAX_PARSE_MS = 5_000;

/** A source file with its symbols. */
export interface CodeFile {
  readonly displayPath: string;
  readonly language: CodeLanguage;
  readonly file: TextFile;
  readonly symbols: readonly SymbolPlace[];
  /** The text has syntax errors, so symbols may be missing. */
  readonly isBroken: boolean;
}

/**
 * Reads and parses a source file.
 *
 * Errors: those of reading; `not-text`; `input-invalid` without a grammar, naming the known languages;
 * `file-too-large`; `timeout`; `internal` for a grammar that fails. Each names the alternative.
 */
export async function readCode(workspace: WorkspaceAccess, path: string): Promise<CodeFile> {
  const { displayPath } = await workspace.resolve(path);
  const language = languageFor(displayPath);
  const { bytes } = await workspace.read(path, { maxBytes: MAX_CODE_MEBIBYTES * 1024 * 1024 });
  const file = await decodeText(bytes);
  if (file === null) throw notText(displayPath, bytes, bytes.length);
  return { displayPath, language, file, ...(await parseCode(displayPath, language, file.text)) };
}

/** Errors: `input-invalid` for a file of another language. */
export function languageFor(displayPath: string): CodeLanguage {
  const language = languageOf(displayPath);
  if (language !== undefined) return language;
  throw new ToolError(
    "input-invalid",
    `No grammar is known for ${shownPath(displayPath)}, so its symbols can't be found. Read or search it instead. Known languages, by the file's ending: ${languageNames.join(", ")}.`,
  );
}

/** The symbols of a text. Errors: `timeout`, `internal`. */
export async function parseCode(
  displayPath: string,
  { name, grammar }: CodeLanguage,
  text: string,
): Promise<Pick<CodeFile, "symbols" | "isBroken">> {
  const parsed = await parserThreads.parse({
    grammar,
    text,
    wants: "symbols",
    maxMs: MAX_PARSE_MS,
  });
  if (parsed.outcome === "symbols") {
    const { symbols, isBroken } = parsed;
    return { symbols: unpackAll(symbols), isBroken };
  }
  if (parsed.outcome === "slow") {
    throw new ToolError(
      "timeout",
      `${shownPath(displayPath)} could not be parsed within ${MAX_PARSE_MS / 1_000} s. Read or search it instead.`,
    );
  }
  throw new ToolError(
    "internal",
    `The grammar for ${name} failed on ${shownPath(displayPath)}. Read or search it instead.`,
  );
}

function unpackAll(packed: Uint32Array): readonly SymbolPlace[] {
  return Array.from({ length: countSymbols(packed) }, (_, index) =>
    unpackSymbol(packed, index * packedLength),
  );
}
