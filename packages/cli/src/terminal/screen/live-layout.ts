import { ghostOf } from "../prompt/completion-menu.ts";
import { layOutPrompt, type PromptLayout } from "../prompt/prompt-layout.ts";
import { formBox } from "../question/form-box.ts";
import { callIdOf } from "../question/open-question.ts";
import { type QuestionBox, questionBox } from "../question/question-box.ts";
import type { Look } from "../text/look.ts";
import {
  cutLine,
  emptyLine,
  type Line,
  line,
  span,
  textLines,
  wrapLines,
} from "../text/styled-line.ts";
import { runningLines } from "../transcript/running-lines.ts";
import { menuLines } from "./menu-lines.ts";
import { readLine, type ScreenSize, type ScreenState, type Vocabulary } from "./screen-state.ts";
import { statusLine } from "./status-line.ts";

export interface LiveOptions {
  readonly look: Look;
  readonly size: ScreenSize;
  readonly vocabulary: Vocabulary;
  readonly workspaceName: string;
  readonly roots: readonly string[];
  readonly nowMs: number;
  /** Counts up while something runs. */
  readonly frame: number;
}

/** The part of the screen that is drawn again and again. */
export interface LiveLayout {
  readonly rows: readonly Line[];
  /** Where the terminal's cursor belongs; null to hide it. */
  readonly cursor: { readonly x: number; readonly y: number } | null;
  /** How far the shown question can be scrolled. */
  readonly hiddenQuestionRows: number;
}

const maxOutputRows = 10;
const maxMenuRows = 8;

/**
 * Running calls, the open question, the prompt, what is offered, and where one is: in fewer rows
 * than the terminal has, so that nothing of it ever scrolls away half drawn.
 */
export function layOutLive(state: ScreenState, options: LiveOptions): LiveLayout {
  if (state.isOver) return { rows: [], cursor: null, hiddenQuestionRows: 0 };
  const { look, size, workspaceName, vocabulary } = options;
  // The last column stays free: a terminal that wraps a full row early would show one row more.
  const width = Math.max(10, size.columns - 1);
  const height = Math.max(4, size.rows - 1);
  const prompt = promptRows(state, options, width, height);
  const below = [
    ...belowPrompt(state, options, width, Math.floor(height / 3)),
    statusLine(state, { workspaceName, toolCount: vocabulary.tools.length }, { look, width }),
  ];
  const room = height - prompt.rows.length - below.length;
  const box = shownQuestion(state, options, width, room);
  const question = box === null ? [] : [...box.rows, emptyLine];
  const running = runningRows(state, options, width, room - question.length);
  const above = [...running, ...question];
  const rows = [emptyLine, ...above, ...prompt.rows, ...below].slice(-height);
  const offset = rows.length - prompt.rows.length - below.length;
  return {
    rows,
    cursor: cursorOf(state, box, prompt, offset, question.length),
    hiddenQuestionRows: box?.hiddenRows ?? 0,
  };
}

function cursorOf(
  state: ScreenState,
  box: QuestionBox | null,
  prompt: PromptLayout,
  promptTop: number,
  questionRows: number,
): LiveLayout["cursor"] {
  if (box === null || state.isTyping) return { x: prompt.x, y: promptTop + prompt.y };
  if (box.cursor === null) return null;
  return { x: box.cursor.x, y: promptTop - questionRows + box.cursor.y };
}

function shownQuestion(
  state: ScreenState,
  { look, roots }: LiveOptions,
  width: number,
  room: number,
): QuestionBox | null {
  const [shown] = state.questions;
  if (shown === undefined) return null;
  const position = state.questions.length === 1 ? "" : `1 of ${state.questions.length}`;
  const maxRows = room - Math.min(state.calls.length, 4) - 3;
  const options = { look, width, roots, maxRows, position, isActive: !state.isTyping };
  return shown.kind === "form" ? formBox(shown, options) : questionBox(shown, options);
}

function runningRows(
  { calls, questions }: ScreenState,
  { look, nowMs, frame }: LiveOptions,
  width: number,
  room: number,
): Line[] {
  // A blank row above, one below.
  const space = room - 2;
  // What is asked about stands in the question already.
  const asking = questions[0] === undefined ? null : callIdOf(questions[0]);
  const listed = calls.filter(({ callId }) => callId !== asking);
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
  const more = `${look.glyphs.ellipsis} and ${hidden} more calls`;
  return [...rows, ...(hidden === 0 ? [] : [line(span(more, "dim"))]), emptyLine];
}

function promptRows(
  state: ScreenState,
  { look, vocabulary }: LiveOptions,
  width: number,
  height: number,
): PromptLayout {
  const { prompt, questions, isTyping } = state;
  const { edited, menu, search } = prompt;
  const maxRows = Math.max(1, Math.floor(height / 3));
  if (search !== null) {
    const found = search.found === null ? "" : (prompt.history.entries[search.found] ?? "");
    const sign = line(span(`search '${search.query}' ${look.glyphs.prompt} `, "accent"));
    const cut = cutLine(sign, Math.floor(width / 2), look.glyphs.ellipsis);
    return layOutPrompt(
      { sign: cut, text: found, cursor: 0, knownLength: 0, ghost: "" },
      { width, maxRows, look },
    );
  }
  const isWaiting = questions.length > 0 && !isTyping;
  const sign = line(span(`${look.glyphs.prompt} `, isWaiting ? "dim" : "accent"));
  const ghost = look.hasColours ? ghostOf(menu) : "";
  const knownLength = knownLengthOf(edited.text, vocabulary);
  return layOutPrompt(
    { sign, text: edited.text, cursor: edited.cursor, knownLength, ghost },
    { width, maxRows, look },
  );
}

/** The first word, when it names something. */
function knownLengthOf(text: string, vocabulary: Vocabulary): number {
  const word = /^\s*\/?[\w-]+/.exec(text)?.[0] ?? "";
  if (word === "") return 0;
  const parsed = readLine(word, vocabulary);
  const isKnown =
    parsed.type === "command" ||
    (parsed.type === "call" && vocabulary.tools.some(({ name }) => name === parsed.tool));
  return isKnown ? word.length : 0;
}

function belowPrompt(
  { notice, prompt, questions, isTyping }: ScreenState,
  { look }: LiveOptions,
  width: number,
  maxRows: number,
): Line[] {
  if (notice !== null) {
    const rows = wrapLines(textLines(`  ${notice.text}`, notice.style), width, {
      indent: 2,
      atWords: true,
    });
    return rows.slice(0, Math.max(1, maxRows));
  }
  if (prompt.menu === null || (questions.length > 0 && !isTyping)) return [];
  return menuLines(prompt.menu, {
    look,
    width,
    maxRows: Math.max(1, Math.min(maxRows, maxMenuRows)),
  });
}
