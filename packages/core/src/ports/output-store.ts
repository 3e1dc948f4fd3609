/** Whose output it is. */
export interface OutputOrigin {
  readonly sessionId: string;
  readonly callId: string;
}

/** What became of an output that was to be kept. */
export type StoredOutput =
  | {
      /** A path for the workspace, as `output:7f3a9c21`: there it is a file that can be read. */
      readonly handle: string;
      /** UTF-8, from the beginning on. Less than `totalBytes` when there was more than is kept. */
      readonly keptBytes: number;
      readonly totalBytes: number;
    }
  /** A sentence: the disk is full, there is no place for it. */
  | { readonly handle: null; readonly reason: string };

/** An output that is kept while it comes. Nothing of it throws or rejects. */
export interface OutputKeeper {
  /** Takes what it needs of the chunk until it settles; a promise holds the stream back. */
  write(chunk: Uint8Array): void | Promise<void>;
  /** Nothing more comes. */
  end(): Promise<StoredOutput>;
  /** It isn't needed after all. */
  discard(): Promise<void>;
}

/**
 * Keeps the whole of outputs that are cut to fit the budget, of one workspace, for its later sessions
 * too, as long as there is room. Given to it is only what a model may see.
 */
export interface OutputStore {
  keep(text: string, origin: OutputOrigin): Promise<StoredOutput>;
  open(origin: OutputOrigin): OutputKeeper;
}
