/** What holds for a command that doesn't say otherwise itself. */
export interface CommandLimits {
  /** How long it may run in the foreground, in milliseconds. */
  readonly timeoutMs: number;
}

export const defaultCommandLimits: CommandLimits = { timeoutMs: 120_000 };
