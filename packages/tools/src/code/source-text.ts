import { isUtf8 } from "node:buffer";
import { createHash } from "node:crypto";
import { ToolError, type WorkspaceAccess } from "@toolwright/core";
import type { SelectedFile } from "../ripgrep/file-selection.ts";
import { countByte } from "../text-file/count-byte.ts";
import { analysisVersion } from "./analysis.ts";
import { type CodeLanguage, languageOf } from "./languages.ts";

/** Longer files are generated or minified, and say little about a project. */
export const MAX_MAPPED_KIBIBYTES = 512;

const MIN_BUNDLE_BYTES = 32 * 1024;
const MAX_AVERAGE_LINE_BYTES = 300;

const lineFeed = 10;
const byteOrderMark = /^\uFEFF/;

/** A source file as it was read for a map. */
export interface SourceText {
  readonly file: SelectedFile;
  readonly language: CodeLanguage;
  readonly bytes: Buffer;
  /** Stands for the text, its grammar and the version of the analysis. */
  readonly key: string;
}

/** Null for files that no map shows: too long, minified, no UTF-8 text, without a grammar, or gone. */
export async function readSource(
  workspace: WorkspaceAccess,
  file: SelectedFile,
): Promise<SourceText | null> {
  const language = languageOf(file.path);
  const bytes = language && (await readShort(workspace, file.absolutePath));
  if (!bytes || !isUtf8(bytes) || bytes.includes(0) || isMinified(bytes)) return null;
  const key = createHash("sha256").update(`${analysisVersion} ${language.grammar}\0`).update(bytes);
  return { file, language, bytes, key: key.digest("hex") };
}

/** Without a byte order mark, as other tools read it. */
export function textOf({ bytes }: SourceText): string {
  return bytes.toString("utf8").replace(byteOrderMark, "");
}

/** A bundle has lines that nobody reads. Short files may have one long line of data. */
function isMinified(bytes: Buffer): boolean {
  if (bytes.length < MIN_BUNDLE_BYTES) return false;
  return bytes.length > MAX_AVERAGE_LINE_BYTES * countByte(bytes, lineFeed, 0, bytes.length);
}

/** Opened instead of read, because what is read whole counts as seen by the session. */
async function readShort(workspace: WorkspaceAccess, path: string): Promise<Buffer | null> {
  try {
    const file = await workspace.open(path);
    try {
      if (file.size > MAX_MAPPED_KIBIBYTES * 1024) return null;
      const bytes = Buffer.allocUnsafe(file.size);
      const length = await file.read(bytes, 0);
      return bytes.subarray(0, length);
    } finally {
      await file.close();
    }
  } catch (thrown) {
    if (!ToolError.isInstance(thrown) || thrown.code === "cancelled") throw thrown;
    return null;
  }
}
