import type { ApprovalQuestion } from "@toolwright/core";
import { layOutPrompt } from "../prompt/prompt-layout.ts";
import {
  indented,
  type Line,
  line,
  span,
  textLines,
  wrapLine,
  wrapLines,
} from "../text/styled-line.ts";
import {
  questionBody,
  questionHead,
  questionKeys,
  type QuestionOptions,
} from "./question-lines.ts";
import type { QuestionState } from "./question-state.ts";

export interface QuestionBoxOptions extends QuestionOptions {
  /** Rows for everything; what doesn't fit can be scrolled to. */
  readonly maxRows: number;
  /** Which question of how many, as `1 of 2`; empty when it is the only one. */
  readonly position: string;
  /** False while somebody is typing in the prompt: keys don't answer yet. */
  readonly isActive: boolean;
}

export interface QuestionBox {
  readonly rows: readonly Line[];
  /** Where something is typed in the box; null when keys answer. */
  readonly cursor: { readonly x: number; readonly y: number } | null;
  /** Rows of the question that don't fit. */
  readonly hiddenRows: number;
}

const fewestBodyRows = 3;

/** A long diff is laid out once, not at every key. */
const bodies = new WeakMap<ApprovalQuestion, { readonly width: number; readonly rows: Line[] }>();

function bodyOf(question: ApprovalQuestion, options: QuestionOptions): Line[] {
  const known = bodies.get(question);
  if (known?.width === options.width) return known.rows;
  const rows = questionBody(question, options);
  bodies.set(question, { width: options.width, rows });
  return rows;
}

/** The question, with what is typed or the keys below it. */
export function questionBox(state: QuestionState, options: QuestionBoxOptions): QuestionBox {
  const { look, width, maxRows, position } = options;
  const inside = { ...options, width: width - 2 };
  const head = questionHead(state.question, position, options);
  const body = bodyOf(state.question, inside);
  const roomAbove = (below: Foot): number =>
    Math.max(fewestBodyRows, maxRows - head.length - below.rows.length);
  const short = footOf(state, inside, false);
  const foot = body.length > roomAbove(short) ? footOf(state, inside, true) : short;
  const room = roomAbove(foot);
  const { rows: shown, hiddenRows } = scrolled(body, state.scroll, room, options);
  const bar = span(`${look.glyphs.bar} `, "warning");
  const rows = [...head, ...[...shown, ...foot.rows].map((row) => [bar, ...row])];
  const top = head.length + shown.length;
  const cursor = foot.cursor === null ? null : { x: foot.cursor.x + 2, y: top + foot.cursor.y };
  return { rows, cursor, hiddenRows };
}

function scrolled(
  body: readonly Line[],
  scroll: number,
  room: number,
  { look, width }: QuestionBoxOptions,
): { readonly rows: readonly Line[]; readonly hiddenRows: number } {
  if (body.length <= room) return { rows: body, hiddenRows: 0 };
  const visible = room - 1;
  const first = Math.min(scroll, body.length - visible);
  const last = first + visible;
  const where = `rows ${first + 1} to ${last} of ${body.length}, ${look.glyphs.upDownKeys} scroll`;
  const note = wrapLine(line(span(`${look.glyphs.ellipsis} ${where}`, "dim")), width - 2);
  return {
    rows: [...body.slice(first, last), ...note.slice(0, 1)],
    hiddenRows: body.length - visible,
  };
}

interface Foot {
  readonly rows: readonly Line[];
  readonly cursor: { readonly x: number; readonly y: number } | null;
}

const maxTypedRows = 8;

function footOf(state: QuestionState, options: QuestionBoxOptions, hasMore: boolean): Foot {
  const { question, typing, edited, problem, proposal } = state;
  const { look, width } = options;
  if (typing === "nothing") {
    const keys = questionKeys(question, { chosen: proposal, hasMore }, options);
    const rows = options.isActive ? keys : keys.map(dimmed);
    return { rows: [line(), ...rows], cursor: null };
  }
  const isFeedback = typing === "feedback";
  const hint = isFeedback
    ? "Enter rejects, with a word to go with it or without; Esc goes back"
    : "Enter gives this input instead; Esc goes back";
  const sign = line(span(`${isFeedback ? "why not" : "input"} ${look.glyphs.prompt} `, "warning"));
  const typed = layOutPrompt(
    { sign, text: edited.text, cursor: edited.cursor, knownLength: 0, ghost: "" },
    { width, maxRows: maxTypedRows, look },
  );
  const below = [
    ...(problem === null ? [] : wrapLines(textLines(problem, "bad"), width, { atWords: true })),
    ...wrapLine(line(span(hint, "dim")), width, { atWords: true }),
  ];
  return {
    rows: [line(), ...typed.rows, ...below],
    cursor: { x: typed.x, y: typed.y + 1 },
  };
}

function dimmed(row: Line): Line {
  return row.map((piece) => ({ ...piece, style: "dim" as const }));
}

/** The whole question for the transcript. */
export function wholeQuestion(state: QuestionState, options: QuestionOptions): Line[] {
  return [
    ...questionHead(state.question, "", options),
    ...indented(questionBody(state.question, { ...options, width: options.width - 2 }), 2),
  ];
}
