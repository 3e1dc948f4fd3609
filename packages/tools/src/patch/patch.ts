/** One run of changed lines with the lines around it. */
export interface Hunk {
  /** Lines that must come before it, in order: `@@ class A`, `@@ def b():`. */
  readonly anchors: readonly string[];
  /** The lines as they are: kept and removed ones. */
  readonly oldLines: readonly string[];
  /** The lines as they shall be: kept and added ones. */
  readonly newLines: readonly string[];
  /** It reaches to the end of the file. */
  readonly isAtEnd: boolean;
  /** Where a unified diff says it starts, 1-based. A hint, never the truth. */
  readonly lineHint: number | null;
  /** Whether the last line has a line end, before and after; null when the patch doesn't say. */
  readonly finalLineEnd: { readonly old: boolean; readonly new: boolean } | null;
}

/** What a patch does to one file. Paths are as written: whoever opens them checks them. */
export type FilePatch =
  | { readonly type: "add"; readonly path: string; readonly text: string }
  | {
      readonly type: "delete";
      readonly path: string;
      /** What the file must have to be deleted; null when the patch doesn't say. */
      readonly hunks: readonly Hunk[] | null;
    }
  | {
      readonly type: "update";
      readonly path: string;
      /** Where it moves to. */
      readonly movePath: string | null;
      readonly hunks: readonly Hunk[];
    };

export type PatchFormat = "codex" | "unified";

export interface Patch {
  readonly format: PatchFormat;
  readonly files: readonly FilePatch[];
  /** What it asks for that a text patch can't do here, in words: changes of file modes. */
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
