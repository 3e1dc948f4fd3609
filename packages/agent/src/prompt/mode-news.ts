import { type Mode, modes } from "@toolwright/core";
import type { Message } from "../model/message.ts";
import { modeTexts } from "./mode-texts.ts";

const beginning = "The mode has changed. ";

/** Tells the model when the mode is no longer the one that it knows of. */
export class ModeNews {
  /** The one that the system prompt names. */
  readonly #prompted: Mode;
  #told: Mode;

  constructor(prompted: Mode, messages: readonly Message[]) {
    this.#prompted = prompted;
    this.#told = lastToldIn(messages) ?? prompted;
  }

  /** What the model must be told; null for nothing. */
  take(mode: Mode): string | null {
    if (mode === this.#told) return null;
    this.#told = mode;
    return beginning + modeTexts[mode];
  }

  /** After a compaction, which may have removed what was told. */
  forget(): void {
    this.#told = this.#prompted;
  }
}

function lastToldIn(messages: readonly Message[]): Mode | undefined {
  const notes = messages.flatMap((message) =>
    message.role !== "user"
      ? []
      : message.content.flatMap((part) =>
          part.type === "text" && part.isFromAgent === true ? [part.text] : [],
        ),
  );
  const last = notes.findLast((note) => note.startsWith(beginning));
  return modes.find((mode) => last === beginning + modeTexts[mode]);
}
