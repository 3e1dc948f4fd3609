/** Limits for commands that set none themselves. */
export interface CommandLimits {
  /** How long it may run in the foreground, in milliseconds. */
  readonly timeoutMs: number;
}

/** The longest time that a command can request. */
export const MAX_TIMEOUT_MS = 600_000;

export const defaultCommandLimits: CommandLimits = { timeoutMs: 120_000 };
