import type { ShownSymbol } from "./shown-symbol.ts";

/** A tool's answer about symbols. */
export interface Outline {
  /** For the model. */
  readonly content: string;
  readonly files: readonly OutlinedFile[];
  /** Whether all symbols are in it. */
  readonly isComplete: boolean;
}

export interface OutlinedFile {
  /** Relative to the root. */
  readonly path: string;
  /** In the order of the text. */
  readonly symbols: readonly ShownSymbol[];
}
