import type { ApprovalAnswer, ApprovalQuestion } from "@toolwright/core";
import type { KeyPress } from "../prompt/key-press.ts";
import { editText, type EditedText, emptyText, insertText, textAt } from "../prompt/line-editor.ts";

/** A question as the person sees it. */
export interface QuestionState {
  readonly kind: "approval";
  readonly question: ApprovalQuestion;
  /** Which of the proposed rules `s` and `a` would give. */
  readonly proposal: number;
  /** Rows of the question that are scrolled past. */
  readonly scroll: number;
  /** Whether keys answer, or write a word to go with the rejection, or other input. */
  readonly typing: "nothing" | "feedback" | "input";
  readonly edited: EditedText;
  /** Why what was typed can't be taken. */
  readonly problem: string | null;
}

/** What a key does to a question. */
export type QuestionStep =
  | { readonly type: "stay"; readonly state: QuestionState }
  | { readonly type: "answer"; readonly answer: ApprovalAnswer }
  /** The whole question goes into the transcript, where the terminal scrolls. */
  | { readonly type: "print" };

const pageRows = 8;

export function questionState(question: ApprovalQuestion): QuestionState {
  return {
    kind: "approval",
    question,
    proposal: 0,
    scroll: 0,
    typing: "nothing",
    edited: emptyText,
    problem: null,
  };
}

/**
 * Null when the key means nothing here. No key that moves or sends text answers by accident.
 * `hiddenRows` is how far the question can be scrolled.
 */
export function pressQuestionKey(
  state: QuestionState,
  key: KeyPress,
  hiddenRows: number,
): QuestionStep | null {
  return state.typing === "nothing"
    ? pressAnswerKey(state, key, hiddenRows)
    : pressTypingKey(state, key);
}

/** Text that came in one piece: taken where something is typed, never as an answer. */
export function pasteIntoQuestion(state: QuestionState, text: string): QuestionState {
  if (state.typing === "nothing") return state;
  return { ...state, edited: insertText(state.edited, text), problem: null };
}

function pressAnswerKey(
  state: QuestionState,
  key: KeyPress,
  hiddenRows: number,
): QuestionStep | null {
  const { question, proposal } = state;
  switch (key.name === "text" ? key.text.toLowerCase() : key.name) {
    case "y":
      return answer({ outcome: "once" });
    case "n":
      return stay({ ...state, typing: "feedback", edited: emptyText });
    case "s":
      return question.proposals.length === 0 ? null : answer({ outcome: "session", proposal });
    case "a":
      return question.proposals.length === 0 ? null : answer({ outcome: "always", proposal });
    case "e":
      return stay({ ...state, typing: "input", edited: textAt(inputText(question.input)) });
    case "c":
    case "escape":
      return answer({ outcome: "cancel" });
    case "v":
      return { type: "print" };
    case "right":
      return chooseProposal(state, 1);
    case "left":
      return chooseProposal(state, -1);
    case "up":
      return scrollTo(state, state.scroll - 1, hiddenRows);
    case "down":
      return scrollTo(state, state.scroll + 1, hiddenRows);
    case "page-up":
      return scrollTo(state, state.scroll - pageRows, hiddenRows);
    case "page-down":
      return scrollTo(state, state.scroll + pageRows, hiddenRows);
    default:
      return null;
  }
}

function pressTypingKey(state: QuestionState, key: KeyPress): QuestionStep | null {
  if (key.name === "escape") return stay({ ...state, typing: "nothing", problem: null });
  if (key.name === "return") return state.typing === "feedback" ? reject(state) : giveInput(state);
  const edited = editText(state.edited, key);
  return edited === null ? null : stay({ ...state, edited, problem: null });
}

function reject({ edited }: QuestionState): QuestionStep {
  const feedback = edited.text.trim();
  return answer(feedback === "" ? { outcome: "reject" } : { outcome: "reject", feedback });
}

function giveInput(state: QuestionState): QuestionStep {
  try {
    return answer({ outcome: "edit", input: JSON.parse(state.edited.text) as unknown });
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message : String(thrown);
    return stay({ ...state, problem: `This is no JSON: ${reason}` });
  }
}

function chooseProposal(state: QuestionState, step: 1 | -1): QuestionStep | null {
  const count = state.question.proposals.length;
  if (count < 2) return null;
  return stay({ ...state, proposal: (state.proposal + step + count) % count });
}

function scrollTo(state: QuestionState, row: number, hiddenRows: number): QuestionStep {
  return stay({ ...state, scroll: Math.max(0, Math.min(row, hiddenRows)) });
}

/** In one row while it is short. */
function inputText(input: unknown): string {
  const short = JSON.stringify(input) ?? "{}";
  return short.length <= 100 ? short : (JSON.stringify(input, null, 2) ?? "{}");
}

function stay(state: QuestionState): QuestionStep {
  return { type: "stay", state };
}

function answer(given: ApprovalAnswer): QuestionStep {
  return { type: "answer", answer: given };
}
