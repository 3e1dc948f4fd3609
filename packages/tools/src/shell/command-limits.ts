/** What holds for a command that doesn't say otherwise itself. */
export interface CommandLimits {
  /** How long it may run in the foreground, in milliseconds. */
  readonly timeoutMs: number;
}

/** What a command may ask for. */
export const MAX_TIMEOUT_MS = 600_000;

export const defaultCommandLimits: CommandLimits = { timeoutMs: 120_000 };
