import { counted, phrase } from "../../language/phrase.ts";
import type { DrawnQuestion } from "../question/open-question.ts";
import { drawnRows } from "../../text/terminal-lines.ts";
import type { Theme } from "../../text/theme.ts";
import { emptyLine, type Line, line, span, textLines, wrapLines } from "../../text/styled-line.ts";
import { runningLines } from "../transcript/running-lines.ts";
import type { ScreenState } from "./screen-state.ts";
import { statusLine } from "./status-line.ts";

export interface LiveOptions {
  readonly look: Theme;
  readonly width: number;
  /** Rows of the terminal. */
  readonly height: number;
  readonly workspaceName: string;
  readonly toolCount: number;
  readonly nowMs: number;
  /** The frame of the spinner. */
  readonly frame: number;
  /** The drawn prompt. */
  readonly promptRows: readonly string[];
}

export interface LivePart {
  readonly rows: string[];
  /** Whether the question doesn't fit, so that the transcript must show it. */
  readonly isQuestionCut: boolean;
}

const maxOutputRows = 10;

/**
 * Running calls, the open question, the prompt and the status line. They take fewer rows than the
 * terminal has, so that no part scrolls away half drawn.
 */
export function livePart(state: ScreenState, options: LiveOptions): LivePart {
  const { look, width, promptRows, workspaceName, toolCount } = options;
  const height = Math.max(4, options.height - 1);
  const status = statusLine(state, { workspaceName, toolCount }, { look, width });
  const below = drawnRows([...noticeLines(state, options, height), status], width, look);
  const room = height - promptRows.length - below.length;
  const question = shownQuestion(state, room, options);
  const asked = question === null ? [] : [...question.rows, ""];
  const running = drawnRows(runningRows(state, options, room - asked.length), width, look);
  return {
    rows: ["", ...running, ...asked, ...promptRows, ...below].slice(-height),
    isQuestionCut: question !== null && !question.isWhole,
  };
}

function shownQuestion(
  state: ScreenState,
  room: number,
  { look, width }: LiveOptions,
): DrawnQuestion | null {
  const { questions, calls, isTyping } = state;
  const [shown] = questions;
  if (shown === undefined) return null;
  const position =
    questions.length === 1
      ? ""
      : look.language.say(phrase("{number} of {count}", { number: 1, count: questions.length }));
  const others = calls.filter(({ callId }) => callId !== shown.callId).length;
  // Leaves blank rows around the question and around the other calls.
  const maxRows = room - 2 - (others === 0 ? 0 : Math.min(others, 4) + 2);
  return shown.draw({ width, maxRows, position, isActive: !isTyping });
}

function runningRows(
  { calls, questions }: ScreenState,
  { look, nowMs, frame, width }: LiveOptions,
  room: number,
): Line[] {
  // Leaves a blank row above and one below.
  const space = room - 2;
  // The question itself shows its call.
  const listed = calls.filter(({ callId }) => callId !== questions[0]?.callId);
  if (listed.length === 0 || space <= 0) return [];
  const shown = listed.slice(0, space);
  const hidden = listed.length - shown.length;
  const share = questions.length > 0 ? 2 : Math.floor(space / shown.length) - 1;
  const options = {
    look,
    width,
    nowMs,
    frame,
    maxOutputRows: Math.max(0, Math.min(share, maxOutputRows)),
  };
  const rows = shown.flatMap((call) => runningLines(call, options)).slice(0, space);
  const note = counted("and {count} more call", "and {count} more calls", { count: hidden });
  const more = `${look.glyphs.ellipsis} ${look.language.say(note)}`;
  return [...rows, ...(hidden === 0 ? [] : [line(span(more, "dim"))]), emptyLine];
}

function noticeLines(
  { notice }: ScreenState,
  { look, width }: LiveOptions,
  height: number,
): Line[] {
  if (notice === null) return [];
  const rows = wrapLines(textLines(`  ${look.language.say(notice.text)}`, notice.style), width, {
    indent: 2,
    atWords: true,
  });
  return rows.slice(0, Math.max(1, Math.floor(height / 3)));
}
