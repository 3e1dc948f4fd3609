import { decodeKittyPrintable } from "@earendil-works/pi-tui";
import { phrase } from "../../language/phrase.ts";
import { pasteStart } from "../prompt/prompt.ts";
import { drawnRows, rowText } from "../../text/terminal-lines.ts";
import type { Theme } from "../../text/theme.ts";
import { type Line, line, span } from "../../text/styled-line.ts";

export interface QuestionPlace {
  readonly width: number;
  readonly maxRows: number;
  /** The position among the open questions, as `1 of 2`; empty if it is the only one. */
  readonly position: string;
  /** False while the person is typing in the prompt, so that keys don't answer yet. */
  readonly isActive: boolean;
}

export interface DrawnQuestion {
  readonly rows: string[];
  /** False if a part doesn't fit. The transcript then shows all of it. */
  readonly isWhole: boolean;
}

/** An approval prompt or an elicitation that waits for the person. */
export interface OpenQuestion {
  readonly id: string;
  readonly sessionId: string;
  readonly callId: string;
  /** Takes a key, or a paste between its marks. False for text that is no answer, such as a paste. */
  handleInput(data: string): boolean;
  /** Cancels the call. */
  cancel(): void;
  draw(place: QuestionPlace): DrawnQuestion;
  /** The whole question, for the transcript. */
  whole(width: number): readonly Line[];
}

/** Whether the input is text: a character or a paste, not a key such as Enter. */
export function isText(data: string): boolean {
  return (
    data.startsWith(pasteStart) || decodeKittyPrintable(data) !== undefined || !/\p{Cc}/u.test(data)
  );
}

/** Draws the head, then after a bar as much of the body as fits, and the whole foot. */
export function framed(
  { head, body, foot }: { head: readonly Line[]; body: readonly Line[]; foot: readonly string[] },
  { width, maxRows }: QuestionPlace,
  look: Theme,
): DrawnQuestion {
  const top = drawnRows(head, width, look);
  const middle = drawnRows(body, width - 2, look);
  const room = Math.max(1, maxRows - top.length - foot.length);
  const isWhole = middle.length <= room;
  const note = line(
    span(
      `${look.glyphs.ellipsis} ${look.language.say(phrase("the whole question is above"))}`,
      "dim",
    ),
  );
  const shown = isWhole
    ? middle
    : [...middle.slice(0, room - 1), ...drawnRows([note], width - 2, look)];
  const bar = rowText([span(`${look.glyphs.bar} `, "warning")], look);
  return { rows: [...top, ...[...shown, ...foot].map((row) => bar + row)], isWhole };
}
