/** Limits of one request. */
export interface WebLimits {
  /** From the look-up of the name to the last byte. */
  readonly totalMs: number;
  /** Without a byte from the server. */
  readonly idleMs: number;
  /** Bytes of a body, both as sent and decoded. */
  readonly maxBytes: number;
  /** Bytes of all headers together. */
  readonly maxHeaderBytes: number;
  /** Bytes of all cached bodies together. */
  readonly maxCacheBytes: number;
}

export const defaultWebLimits: WebLimits = {
  totalMs: 120_000,
  idleMs: 30_000,
  maxBytes: 16 * 1_048_576,
  maxHeaderBytes: 64 * 1_024,
  maxCacheBytes: 32 * 1_048_576,
};
