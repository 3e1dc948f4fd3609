import type { TUI } from "@earendil-works/pi-tui";
import type {
  ApprovalAnswer,
  ApprovalQueue,
  ApprovalQuestion,
  Elicitation,
  ElicitationAnswer,
} from "@toolwright/core";
import { isAskedByMode } from "../own-calls.ts";
import { ApprovalView } from "../question/approval-view.ts";
import { FormView } from "../question/form-view.ts";
import type { OpenQuestion } from "../question/open-question.ts";
import type { Theme } from "../../text/theme.ts";
import { Alarm } from "./alarm.ts";

export interface QuestionControllerOptions {
  readonly approvals: ApprovalQueue;
  readonly tui: TUI;
  readonly look: Theme;
  /** The workspace's roots, for relative paths. */
  readonly roots: readonly string[];
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
  /** Called when the questions or the focus have changed; `isNew` for a question that came when there was none. */
  readonly onChange: (isNew?: boolean) => void;
  /** Whether the call is the person's own. */
  isOwn(callId: string): boolean;
  /** Called for an answer that came too late. */
  readonly onLate: () => void;
  /** Opens a text in the person's editor; null if it stays as it was. */
  readonly edit: (text: string) => Promise<string | null>;
}

/** Typing has stopped after this time without a key. */
const typingMs = 500;
/** Keys within this time after a question appears can't be answers to it. */
const unseenMs = 250;

/** The open questions. Shows the first one and passes keys to it. */
export class QuestionController {
  readonly #options: QuestionControllerOptions;
  readonly #leave: (() => void)[];
  readonly #typingAlarm = new Alarm();
  #open: readonly OpenQuestion[] = [];
  #isTyping = false;
  #lastKeyMs = Number.NEGATIVE_INFINITY;
  /** The time at which the first question appeared. */
  #shownMs = Number.NEGATIVE_INFINITY;

  constructor(options: QuestionControllerOptions) {
    this.#options = options;
    const { approvals } = options;
    this.#leave = [
      approvals.watch({
        asked: (question) => this.#onAsked(question),
        settled: ({ id }) => this.#onSettled(id),
      }),
      approvals.attach({
        name: "the terminal",
        // Questions come through `watch`, and are answered by id.
        ask: async () => undefined,
        elicit: (elicitation, signal) => this.#elicit(elicitation, signal),
      }),
    ];
  }

  /** In order of appearance; the first one is shown. */
  get open(): readonly OpenQuestion[] {
    return this.#open;
  }

  /** Whether the person is typing in the prompt, so that a new question takes no keys yet. */
  get isTyping(): boolean {
    return this.#isTyping;
  }

  /** Stops taking questions. */
  close(): void {
    for (const leave of this.#leave.splice(0)) leave();
    this.#typingAlarm.clear();
  }

  /** Passes a key or a paste to the shown question; false if it belongs to the prompt. */
  handleInput(data: string): boolean {
    const [question] = this.#open;
    if (question === undefined || this.#isTyping) return false;
    // The key was pressed too early, for example held down too long.
    if (this.#options.now() - this.#shownMs < unseenMs) return true;
    return question.handleInput(data);
  }

  /** Cancels the shown question; false if there is none. */
  cancelFirst(): boolean {
    const [question] = this.#open;
    question?.cancel();
    return question !== undefined;
  }

  /** Notes a key that went to the prompt. */
  noteTyping(): void {
    this.#lastKeyMs = this.#options.now();
    if (this.#open.length > 0) this.#letFinishTyping(typingMs);
  }

  #onAsked(question: ApprovalQuestion): void {
    const { approvals, tui, look, roots, edit } = this.#options;
    if (this.#options.isOwn(question.callId) && isAskedByMode(question)) {
      // Waits until all watchers have the question.
      queueMicrotask(() => approvals.answer(question.id, { outcome: "once", by: "the terminal" }));
      return;
    }
    const answer = (given: ApprovalAnswer): void => {
      if (!approvals.answer(question.id, { ...given, by: "the terminal" })) this.#options.onLate();
    };
    this.#show(new ApprovalView(question, { tui, look, roots, edit, answer }));
  }

  /** Resolves to undefined if another approver answered or the call has ended. */
  #elicit(elicitation: Elicitation, signal: AbortSignal): Promise<ElicitationAnswer | undefined> {
    return new Promise((resolve) => {
      const end = (answer?: ElicitationAnswer): void => {
        this.#onSettled(elicitation.id);
        resolve(answer);
      };
      if (signal.aborted) return end();
      signal.addEventListener("abort", () => end(), { once: true });
      const { tui, look } = this.#options;
      this.#show(new FormView(elicitation, { tui, look, answer: end }));
    });
  }

  #show(question: OpenQuestion): void {
    this.#open = [...this.#open, question];
    if (this.#open.length === 1) {
      const nowMs = this.#options.now();
      this.#shownMs = nowMs;
      // Keys pressed just now were meant for the prompt.
      const restMs = this.#lastKeyMs + typingMs - nowMs;
      if (restMs > 0) this.#letFinishTyping(restMs);
    }
    this.#options.onChange(this.#open.length === 1);
  }

  #onSettled(id: string): void {
    const [first] = this.#open;
    this.#open = this.#open.filter((question) => question.id !== id);
    if (this.#open[0] !== first) this.#shownMs = this.#options.now();
    this.#options.onChange();
  }

  /** Lets the question take keys after a pause in typing. */
  #letFinishTyping(ms: number): void {
    this.#isTyping = true;
    this.#typingAlarm.set(ms, () => {
      this.#isTyping = false;
      this.#options.onChange();
    });
  }
}
