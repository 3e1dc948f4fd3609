import type {
  ApprovalAnswer,
  ApprovalQueue,
  ApprovalQuestion,
  Elicitation,
  ElicitationAnswer,
} from "@toolwright/core";
import type { KeyPress } from "../prompt/key-press.ts";
import { type FormState, formState, pasteIntoForm, pressFormKey } from "../question/form-state.ts";
import { idOf, type OpenQuestion } from "../question/open-question.ts";
import {
  pasteIntoQuestion,
  pressQuestionKey,
  questionState,
  type QuestionState,
} from "../question/question-state.ts";
import { isAskedByMode } from "../own-calls.ts";
import { Alarm } from "./alarm.ts";
import type { Notice, ScreenState } from "./screen-state.ts";

export interface QuestionDeskOptions {
  readonly approvals: ApprovalQueue;
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number;
  /** What the screen shows of the questions by now. */
  readonly state: () => Pick<ScreenState, "questions" | "isTyping">;
  change(change: Partial<Pick<ScreenState, "questions" | "isTyping">>): void;
  /** The person ordered this call themselves. */
  isOwn(callId: string): boolean;
  /** Rows of the question on the screen for which there is no room. */
  hiddenRows(): number;
  /** Prints a question into the transcript, as a whole. */
  print(question: OpenQuestion): void;
  notify(notice: Notice): void;
}

/** Without a key for so long, nobody is typing. */
const typingMs = 500;
/** A question is up for so long before it can have been seen. */
const unseenMs = 250;

/** The questions that wait for the person, the first of which is shown, and the keys that answer it. */
export class QuestionDesk {
  readonly #options: QuestionDeskOptions;
  readonly #leave: (() => void)[];
  /** How each open form is answered, by its id. */
  readonly #forms = new Map<string, (answer: ElicitationAnswer) => void>();
  readonly #typingAlarm = new Alarm();
  #lastKeyMs = Number.NEGATIVE_INFINITY;
  /** When the open question came up. */
  #shownMs = Number.NEGATIVE_INFINITY;

  constructor(options: QuestionDeskOptions) {
    this.#options = options;
    const { approvals } = options;
    this.#leave = [
      approvals.watch({
        asked: (question) => this.#onAsked(question),
        settled: ({ id }) => this.#onSettled(id),
      }),
      approvals.attach({
        name: "the terminal",
        // Questions are watched, and answered by their id.
        ask: async () => undefined,
        elicit: (elicitation, signal) => this.#elicit(elicitation, signal),
      }),
    ];
  }

  /** Leaves the questions to others. */
  close(): void {
    for (const leave of this.#leave.splice(0)) leave();
    this.#typingAlarm.clear();
  }

  /** False when no question takes keys. */
  press(key: KeyPress): boolean {
    const question = this.#taking;
    if (question === undefined) return false;
    // Pressed before anybody can have seen it: a key held down a little too long, say.
    if (this.#options.now() - this.#shownMs < unseenMs) return true;
    if (question.kind === "form") this.#pressInForm(question, key);
    else this.#pressInQuestion(question, key);
    return true;
  }

  /** False when no question takes text. */
  paste(text: string): boolean {
    const question = this.#taking;
    if (question === undefined) return false;
    this.#replaceFirst(
      question.kind === "form" ? pasteIntoForm(question, text) : pasteIntoQuestion(question, text),
    );
    return true;
  }

  /** Cancels what is asked on the screen; false when nothing is. */
  cancelFirst(): boolean {
    const [question] = this.#options.state().questions;
    if (question === undefined) return false;
    if (question.kind === "form") this.#forms.get(idOf(question))?.({ action: "cancel" });
    else this.#answer(question, { outcome: "cancel" });
    return true;
  }

  /** A key went to the prompt. */
  noteTyping(): void {
    this.#lastKeyMs = this.#options.now();
    if (this.#options.state().questions.length > 0) this.#letFinishTyping(typingMs);
  }

  /** The question that keys are for: none while somebody types in the prompt. */
  get #taking(): OpenQuestion | undefined {
    const { questions, isTyping } = this.#options.state();
    return isTyping ? undefined : questions[0];
  }

  #onAsked(question: ApprovalQuestion): void {
    const { approvals } = this.#options;
    if (this.#options.isOwn(question.callId) && isAskedByMode(question)) {
      // After the queue has told everybody of the question.
      queueMicrotask(() => approvals.answer(question.id, { outcome: "once", by: "the terminal" }));
      return;
    }
    this.#open(questionState(question));
  }

  /** Resolves to nothing when somebody else answered, or the call is over. */
  #elicit(elicitation: Elicitation, signal: AbortSignal): Promise<ElicitationAnswer | undefined> {
    return new Promise((resolve) => {
      const end = (answer?: ElicitationAnswer): void => {
        this.#forms.delete(elicitation.id);
        this.#onSettled(elicitation.id);
        resolve(answer);
      };
      if (signal.aborted) return end();
      signal.addEventListener("abort", () => end(), { once: true });
      this.#forms.set(elicitation.id, end);
      this.#open(formState(elicitation));
    });
  }

  #open(question: OpenQuestion): void {
    const { questions } = this.#options.state();
    this.#options.change({ questions: [...questions, question] });
    if (questions.length > 0) return;
    const nowMs = this.#options.now();
    this.#shownMs = nowMs;
    // Keys that are on their way were meant for something else.
    const restMs = this.#lastKeyMs + typingMs - nowMs;
    if (restMs > 0) this.#letFinishTyping(restMs);
    this.#printWhereCut();
  }

  #onSettled(id: string): void {
    const before = this.#options.state().questions;
    const questions = before.filter((question) => idOf(question) !== id);
    this.#options.change({ questions });
    if (questions[0] === before[0]) return;
    this.#shownMs = this.#options.now();
    this.#printWhereCut();
  }

  #pressInForm(state: FormState, key: KeyPress): void {
    const step = pressFormKey(state, key);
    if (step?.type === "stay") this.#replaceFirst(step.state);
    else if (step?.type === "answer") this.#forms.get(idOf(state))?.(step.answer);
  }

  #pressInQuestion(state: QuestionState, key: KeyPress): void {
    const step = pressQuestionKey(state, key, this.#options.hiddenRows());
    switch (step?.type) {
      case "stay":
        this.#replaceFirst(step.state);
        return;
      case "print":
        this.#options.print(state);
        return;
      case "answer":
        this.#answer(state, step.answer);
        return;
      case undefined:
    }
  }

  #answer({ question }: QuestionState, answer: ApprovalAnswer): void {
    const { approvals } = this.#options;
    if (approvals.answer(question.id, { ...answer, by: "the terminal" })) return;
    this.#options.notify({ text: "That question isn't open any more.", style: "warning" });
  }

  #replaceFirst(question: OpenQuestion): void {
    const [, ...others] = this.#options.state().questions;
    this.#options.change({ questions: [question, ...others] });
  }

  /** The open question takes keys once no key has come for a while. */
  #letFinishTyping(ms: number): void {
    this.#typingAlarm.set(ms, () => this.#options.change({ isTyping: false }));
    if (!this.#options.state().isTyping) this.#options.change({ isTyping: true });
  }

  /**
   * A question of which something can't be seen is printed as a whole: nobody is asked about a
   * command whose end isn't on the screen. A long diff is left to be scrolled or printed by key.
   */
  #printWhereCut(): void {
    const [state] = this.#options.state().questions;
    if (state === undefined || this.#options.hiddenRows() === 0) return;
    const isDiff =
      state.kind !== "form" &&
      state.question.preview?.type === "diff" &&
      state.question.effects.length < 5;
    if (!isDiff) this.#options.print(state);
  }
}
