import type { FileVersion } from "@toolwright/core";
import type { TextFile } from "@toolwright/workspace";

/** A file on its way through a patch: as it was, and as it is to be. */
export interface PatchedFile {
  /** As the patch first named it. */
  readonly path: string;
  readonly realPath: string;
  readonly displayPath: string;
  /** Null: there was no file. */
  readonly version: FileVersion | null;
  /** Null: there was no file, or it may not be looked at. */
  readonly original: Uint8Array | null;
  current: PatchedContent | null;
}

export interface PatchedContent {
  readonly bytes: Uint8Array;
  /** The file whose content it was at first, and whose mode it keeps; null for an added one. */
  readonly origin: PatchedFile | null;
  /** Null as long as nobody needed it, and for what is no text. */
  text: TextFile | null;
}

/** What one section of the patch did, for the result. */
export interface FileReport {
  readonly change: "A" | "M" | "D" | "R";
  readonly path: string;
  /** Of a moved file. */
  readonly from: string | null;
  readonly addedLines: number;
  readonly removedLines: number;
  readonly hunks: readonly HunkReport[];
  /** A sentence for the result; empty when there is nothing more to say. */
  readonly note: string;
  /** A unified diff. */
  readonly diff: string;
}

export interface HunkReport {
  readonly strategy: string;
  /** 1-based, in the file as it was before the section. */
  readonly startLine: number;
  readonly endLine: number;
  readonly adapted: readonly string[];
}
