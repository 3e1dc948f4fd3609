import type { Phrase } from "@toolwright/core/internal";
import { phrase } from "../../language/phrase.ts";
import type { Terminal } from "@earendil-works/pi-tui";
import type { Theme } from "../../text/theme.ts";

/** A run that took less ends while the person still looks. */
const longRunMs = 10_000;

/**
 * Calls the person when it waits: the bell, and a notification in terminals that know them (OSC 9). The text is ours, never a
 * model's.
 */
export class Attention {
  readonly #terminal: Terminal;
  readonly #look: Theme;

  constructor(terminal: Terminal, look: Theme) {
    this.#terminal = terminal;
    this.#look = look;
  }

  /** A question has come up. */
  asked(): void {
    this.#call(phrase("Toolwright waits for your answer"));
  }

  /** A run has ended. */
  ended(durationMs: number): void {
    if (durationMs >= longRunMs) this.#call(phrase("Toolwright is done"));
  }

  #call(message: Phrase): void {
    const text = this.#look.language.say(message);
    this.#terminal.write(this.#look.isUnicode ? `\u001b]9;${text}\u0007\u0007` : "\u0007");
  }
}
