import { counted, phrase } from "../../language/phrase.ts";
import { workingLines } from "../agent/working-lines.ts";
import type { DrawnQuestion } from "../question/open-question.ts";
import { drawnRows } from "../../text/terminal-lines.ts";
import type { Theme } from "../../text/theme.ts";
import {
  cutLine,
  emptyLine,
  type Line,
  line,
  span,
  textLines,
  wrapLines,
} from "../../text/styled-line.ts";
import { todoLine } from "../transcript/display-lines.ts";
import type { ScreenState } from "./screen-state.ts";
import { statusLine } from "./status-line.ts";

export interface LiveOptions {
  readonly look: Theme;
  readonly width: number;
  /** Rows of the terminal. */
  readonly height: number;
  readonly workspaceName: string;
  readonly toolCount: number;
  /** The agent's session. */
  readonly mainId: string;
  readonly nowMs: number;
  /** The frame of the spinner. */
  readonly frame: number;
  /** The drawn prompt. */
  readonly promptRows: readonly string[];
  /** The drawn text that the model is writing. */
  readonly answerRows: readonly string[];
}

export interface LivePart {
  readonly rows: string[];
  /** Whether the question doesn't fit, so that the transcript must show it. */
  readonly isQuestionCut: boolean;
}

const maxOutputRows = 10;
const maxTodoRows = 8;
const maxQueuedRows = 3;

/**
 * The model's answer, running calls, the open question, the prompt and the status line. They take fewer rows than the
 * terminal has, so that no part scrolls away half drawn.
 */
export function livePart(state: ScreenState, options: LiveOptions): LivePart {
  const { look, width, promptRows, answerRows } = options;
  const height = Math.max(4, options.height - 1);
  const status = statusLine(state, options, { look, width });
  const below = drawnRows([...noticeLines(state, options, height), status], width, look);
  const queued = drawnRows(queuedLines(state, options), width, look);
  // A blank row is above all.
  const room = height - promptRows.length - below.length - queued.length - 1;
  const question = shownQuestion(state, room, options);
  const asked = question === null ? [] : [...question.rows, ""];
  const working = drawnRows(workingRows(state, options, room - asked.length), width, look);
  const left = room - asked.length - working.length;
  const answer = left > 1 && answerRows.length > 0 ? [...answerRows.slice(1 - left), ""] : [];
  return {
    rows: ["", ...answer, ...working, ...asked, ...queued, ...promptRows, ...below].slice(-height),
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
  const maxRows = room - 1 - (others === 0 ? 0 : Math.min(others, 4) + 2);
  return shown.draw({ width, maxRows, position, isActive: !isTyping });
}

/** Running calls, what the model is doing, and its todos, with a blank row below. */
function workingRows(
  { view, questions }: ScreenState,
  { look, nowMs, frame, width, mainId }: LiveOptions,
  room: number,
): Line[] {
  const space = room - 1;
  if (space <= 0) return [];
  const count = Math.max(1, view.calls.length);
  const share = questions.length > 0 ? 2 : Math.floor(space / count) - 1;
  const options = {
    look,
    width,
    nowMs,
    frame,
    mainId,
    asked: questions[0],
    maxOutputRows: Math.max(0, Math.min(share, maxOutputRows)),
  };
  const all = workingLines(view, options);
  const rows = all.length <= space ? all : all.slice(0, space - 1);
  const hidden = all.length - rows.length;
  const note = counted("{count} more row", "{count} more rows", { count: hidden });
  const more = `${look.glyphs.ellipsis} ${look.language.say(note)}`;
  const working = [...rows, ...(hidden === 0 ? [] : [line(span(more, "dim"))])].slice(0, space);
  if (working.length === 0) return [];
  const todoRoom = Math.min(maxTodoRows, Math.floor((space - working.length) / 2));
  return [...working, ...todoRows(view.todos, look, todoRoom), emptyLine];
}

/** The todos around the one that is being worked on. */
function todoRows(todos: ScreenState["view"]["todos"], look: Theme, room: number): Line[] {
  const isOpen = todos.some(({ status }) => status === "active" || status === "pending");
  if (!isOpen || room <= 0) return [];
  const active = todos.findIndex(({ status }) => status === "active");
  const start = Math.max(0, Math.min(active - 1, todos.length - room));
  return todos.slice(start, start + room).map((item) => [span("  "), ...todoLine(item, look)]);
}

function queuedLines({ agent }: ScreenState, { look, width }: LiveOptions): Line[] {
  const queued = agent?.queued ?? [];
  const shown = queued.slice(0, maxQueuedRows);
  const mark = look.language.say(phrase("queued"));
  return shown.map((text) => {
    const first = line(span(`${look.glyphs.prompt} `, "dim"), span(text, "dim"));
    return [
      ...cutLine(first, width - mark.length - 4, look.glyphs.ellipsis),
      span(`  ${mark}`, "dim"),
    ];
  });
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
