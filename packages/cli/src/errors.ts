const commandErrorBrand = Symbol.for("toolwright.command-error");

/**
 * A mistake of the person who called the command. Its message is all they see; the command ends with
 * status 2 before anything was done.
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

/** A usage error whose message says what to type instead. */
export function usageError(message: string): CommandError {
  return new CommandError(message);
}
