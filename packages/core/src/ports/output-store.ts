/** The call that produced an output. */
export interface OutputOrigin {
  readonly sessionId: string;
  readonly callId: string;
}

/** The result of storing an output. */
export type StoredOutput =
  | {
      /** A path that the workspace reads as a file, such as `output:7f3a9c21`. */
      readonly handle: string;
      /** UTF-8 bytes stored from the beginning on. Less than `totalBytes` when the output was too long. */
      readonly keptBytes: number;
      readonly totalBytes: number;
    }
  /** `reason`: a sentence that says why it wasn't stored, such as a full disk. */
  | { readonly handle: null; readonly reason: string };

/** Stores an output while it arrives. No method throws or rejects. */
export interface OutputKeeper {
  /** Adds a chunk. The chunk must stay unchanged until a returned promise settles; the stream waits for it. */
  write(chunk: Uint8Array): void | Promise<void>;
  /** Completes the output. */
  end(): Promise<StoredOutput>;
  /** Deletes what was stored. */
  discard(): Promise<void>;
}

/**
 * Stores the whole of outputs that are cut to fit the budget, for one workspace and its later sessions,
 * while there is space. Gets only text that a model may see.
 */
export interface OutputStore {
  keep(text: string, origin: OutputOrigin): Promise<StoredOutput>;
  open(origin: OutputOrigin): OutputKeeper;
}
