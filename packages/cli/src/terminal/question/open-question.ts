import { drawnRows, rowText } from "../../text/terminal-lines.ts";
import type { Theme } from "../../text/theme.ts";
import { type Line, line, span } from "../../text/styled-line.ts";

export interface QuestionPlace {
  readonly width: number;
  readonly maxRows: number;
  /** Which question of how many, as `1 of 2`; empty when it is the only one. */
  readonly position: string;
  /** False while somebody is typing in the prompt: keys don't answer yet. */
  readonly isActive: boolean;
}

export interface DrawnQuestion {
  readonly rows: string[];
  /** False when a part doesn't fit: the transcript then has all of it. */
  readonly isWhole: boolean;
}

/** What waits for the person: whether a call may go on, or what somebody else wants to know. */
export interface OpenQuestion {
  readonly id: string;
  readonly callId: string;
  /** A key, or a paste between its marks. A paste never answers. */
  handleInput(data: string): void;
  /** Answers that the call is to be cancelled. */
  cancel(): void;
  draw(place: QuestionPlace): DrawnQuestion;
  /** All of it, for the transcript. */
  whole(width: number): readonly Line[];
}

/** A head, then behind a bar as much of the body as there is room for, and the whole foot. */
export function framed(
  { head, body, foot }: { head: readonly Line[]; body: readonly Line[]; foot: readonly string[] },
  { width, maxRows }: QuestionPlace,
  look: Theme,
): DrawnQuestion {
  const top = drawnRows(head, width, look);
  const middle = drawnRows(body, width - 2, look);
  const room = Math.max(1, maxRows - top.length - foot.length);
  const isWhole = middle.length <= room;
  const note = line(span(`${look.glyphs.ellipsis} the whole question stands above`, "dim"));
  const shown = isWhole
    ? middle
    : [...middle.slice(0, room - 1), ...drawnRows([note], width - 2, look)];
  const bar = rowText([span(`${look.glyphs.bar} `, "warning")], look);
  return { rows: [...top, ...[...shown, ...foot].map((row) => bar + row)], isWhole };
}
