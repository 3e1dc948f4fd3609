import { english, type Phrase, verbatim } from "@toolwright/core/internal";

const commandErrorBrand = Symbol.for("toolwright.command-error");

/**
 * A mistake in how the command was called. Only its text is shown, and the command ends with
 * status 2 before it does anything.
 */
export class CommandError extends Error {
  readonly [commandErrorBrand] = true;
  readonly code = "usage";
  /** The text in the person's language; the message is English. */
  readonly phrase: Phrase;

  constructor(phrase: Phrase, cause?: unknown) {
    super(english.say(phrase), cause === undefined ? undefined : { cause });
    this.name = "CommandError";
    this.phrase = phrase;
  }

  static isInstance(value: unknown): value is CommandError {
    return typeof value === "object" && value !== null && commandErrorBrand in value;
  }
}

/** A usage error; its text says what to type instead. */
export function usageError(text: Phrase | string): CommandError {
  return new CommandError(typeof text === "string" ? verbatim(text) : text);
}
