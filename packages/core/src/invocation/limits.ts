/** Times and counts that hold for every call. */
export const limits = {
  /** `effects`, `prepare` and each hook. */
  foreignCodeMs: 10_000,
  /** `execute` of a tool that names no limit of its own. */
  executeMs: 30_000,
  /** How long a tool may go on after its signal fired, before it is given up. */
  abortGraceMs: 2_000,
  /** How often edited input or a changed workspace may send a call back. */
  rounds: 8,
  /** When it is looked whether something protected lies below a directory that a call reads. */
  entriesLookedAt: 50_000,
  /** How deep agents may open agents. */
  agentDepth: 8,
} as const;
