/** Limits for every call. */
export const limits = {
  /** Time for `effects`, `prepare` and each hook. */
  foreignCodeMs: 10_000,
  /** Time for `execute`, unless the tool sets its own limit. */
  executeMs: 30_000,
  /** How long a tool may continue after its signal fired before it is abandoned. */
  abortGraceMs: 2_000,
  /** How often edited input or a changed workspace may send a call back. */
  rounds: 8,
  /** How many entries a search for protected files below a read directory looks at. */
  entriesLookedAt: 50_000,
  /** How deeply agents may be nested. */
  agentDepth: 8,
} as const;
