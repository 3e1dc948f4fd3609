import { phrase } from "./language/phrase.ts";
import { english, type Phrase, recorded, messageOf } from "@toolwright/core/internal";

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
export function usageError(text: Phrase): CommandError {
  return new CommandError(text);
}

export function takesNoArguments(command: string, word: string): CommandError {
  return usageError(phrase("{command} takes no arguments, but got '{word}'.", { command, word }));
}

/** The text of anything thrown, for a person. */
export function textOf(thrown: unknown): Phrase {
  return CommandError.isInstance(thrown) ? thrown.phrase : recorded(messageOf(thrown));
}
