/** What a map needs to know of a file, which depends on its text alone. */
export interface FileAnalysis {
  /** One packed symbol after the other. */
  readonly symbols: Uint32Array;
  /** The hashes of its words, each once. */
  readonly words: Uint32Array;
}

/** Changes with everything that an analysis depends on, so that kept ones are not used any more. */
export const analysisVersion = 1;
