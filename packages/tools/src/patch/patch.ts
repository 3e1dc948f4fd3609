/** One group of changed lines with context lines. */
export interface Hunk {
  /** Lines that must come before it, in order: `@@ class A`, `@@ def b():`. */
  readonly anchors: readonly string[];
  /** The current lines: kept and removed ones. */
  readonly oldLines: readonly string[];
  /** The new lines: kept and added ones. */
  readonly newLines: readonly string[];
  /** Whether it reaches to the end of the file. */
  readonly isAtEnd: boolean;
  /** The start line in a unified diff, 1-based. Only a hint. */
  readonly lineHint: number | null;
  /** Whether the last line has a line ending, before and after; null if the patch doesn't say. */
  readonly finalLineEnd: { readonly old: boolean; readonly new: boolean } | null;
}

/** The change of one file. Paths are as written; they are checked when opened. */
export type FilePatch =
  | { readonly type: "add"; readonly path: string; readonly text: string }
  | {
      readonly type: "delete";
      readonly path: string;
      /** The required lines of the deleted file; null if the patch shows none. */
      readonly hunks: readonly Hunk[] | null;
    }
  | {
      readonly type: "update";
      readonly path: string;
      /** The new path of a moved file. */
      readonly movePath: string | null;
      readonly hunks: readonly Hunk[];
    };

export type PatchFormat = "codex" | "unified";

export interface Patch {
  readonly format: PatchFormat;
  readonly files: readonly FilePatch[];
  /** Changes that can't be made here, in words: changes of file modes. */
  readonly ignored: readonly string[];
}

/** A patch that can't be read; `line` is 1-based within the patch. */
export class PatchSyntaxError extends Error {
  readonly line: number;

  constructor(line: number, message: string) {
    super(`Line ${line} of the patch: ${message}`);
    this.name = "PatchSyntaxError";
    this.line = line;
  }
}
