const commandErrorBrand = Symbol.for("toolwright.command-error");

/**
 * A mistake in how the command was called. Only its message is shown, and the command ends with
 * status 2 before it does anything.
 */
export class CommandError extends Error {
  readonly [commandErrorBrand] = true;
  readonly code = "usage";

  constructor(message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = "CommandError";
  }

  static isInstance(value: unknown): value is CommandError {
    return typeof value === "object" && value !== null && commandErrorBrand in value;
  }
}

/** A usage error; its message says what to type instead. */
export function usageError(message: string): CommandError {
  return new CommandError(message);
}
