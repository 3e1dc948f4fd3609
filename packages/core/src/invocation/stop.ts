import type { ErrorCode } from "../errors.ts";
import { english, type Language } from "../language/language.ts";
import type { Phrase } from "../language/phrase.ts";

/**
 * Thrown by a stage to end its call as refused. Tools can only throw ToolErrors, so no tool can present
 * its failure as a refusal.
 */
export class Refusal extends Error {
  readonly code: ErrorCode;
  readonly details: Readonly<Record<string, unknown>> | undefined;
  /** The text for the person; the message is for the model. */
  readonly phrases: readonly Phrase[];

  constructor(
    code: ErrorCode,
    phrases: readonly Phrase[],
    details?: Readonly<Record<string, unknown>>,
  ) {
    super(linesIn(english, phrases));
    this.name = "Refusal";
    this.code = code;
    this.details = details;
    this.phrases = phrases;
  }
}

/** The phrases, one a line. */
export function linesIn(language: Language, phrases: readonly Phrase[]): string {
  return phrases.map((phrase) => language.say(phrase)).join("\n");
}

/** Thrown by a stage to end its call as cancelled. */
export class Cancellation extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = "Cancellation";
  }
}
