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
  /** The workspace's, for paths as people say them. */
  readonly roots: readonly string[];
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number;
  /** Told whenever the questions, or who takes the keys, have changed. */
  readonly onChange: () => void;
  /** The person ordered this call themselves. */
  isOwn(callId: string): boolean;
  /** Says that an answer came too late. */
  readonly onLate: () => void;
}

/** Without a key for so long, nobody is typing. */
const typingMs = 500;
/** A question is up for so long before it can have been seen. */
const unseenMs = 250;

/** The questions that wait for the person, the first of which is shown, and the keys that answer it. */
export class QuestionController {
  readonly #options: QuestionControllerOptions;
  readonly #leave: (() => void)[];
  readonly #typingAlarm = new Alarm();
  #open: readonly OpenQuestion[] = [];
  #isTyping = false;
  #lastKeyMs = Number.NEGATIVE_INFINITY;
  /** When the first question came up. */
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
        // Questions are watched, and answered by their id.
        ask: async () => undefined,
        elicit: (elicitation, signal) => this.#elicit(elicitation, signal),
      }),
    ];
  }

  /** In the order they came up; the first one is shown. */
  get open(): readonly OpenQuestion[] {
    return this.#open;
  }

  /** Somebody types in the prompt: the question that came up meanwhile takes no keys yet. */
  get isTyping(): boolean {
    return this.#isTyping;
  }

  /** Leaves the questions to others. */
  close(): void {
    for (const leave of this.#leave.splice(0)) leave();
    this.#typingAlarm.clear();
  }

  /** Hands a key or a paste to the shown question; false when none takes keys. */
  handleInput(data: string): boolean {
    const [question] = this.#open;
    if (question === undefined || this.#isTyping) return false;
    // Pressed before anybody can have seen it: a key held down a little too long, say.
    if (this.#options.now() - this.#shownMs < unseenMs) return true;
    question.handleInput(data);
    return true;
  }

  /** Cancels the shown question; false when there is none. */
  cancelFirst(): boolean {
    const [question] = this.#open;
    question?.cancel();
    return question !== undefined;
  }

  /** A key went to the prompt. */
  noteTyping(): void {
    this.#lastKeyMs = this.#options.now();
    if (this.#open.length > 0) this.#letFinishTyping(typingMs);
  }

  #onAsked(question: ApprovalQuestion): void {
    const { approvals, tui, look, roots } = this.#options;
    if (this.#options.isOwn(question.callId) && isAskedByMode(question)) {
      // After the queue has told everybody of the question.
      queueMicrotask(() => approvals.answer(question.id, { outcome: "once", by: "the terminal" }));
      return;
    }
    const answer = (given: ApprovalAnswer): void => {
      if (!approvals.answer(question.id, { ...given, by: "the terminal" })) this.#options.onLate();
    };
    this.#show(new ApprovalView(question, { tui, look, roots, answer }));
  }

  /** Resolves to nothing when somebody else answered, or the call is over. */
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
      // Keys that are on their way were meant for something else.
      const restMs = this.#lastKeyMs + typingMs - nowMs;
      if (restMs > 0) this.#letFinishTyping(restMs);
    }
    this.#options.onChange();
  }

  #onSettled(id: string): void {
    const [first] = this.#open;
    this.#open = this.#open.filter((question) => question.id !== id);
    if (this.#open[0] !== first) this.#shownMs = this.#options.now();
    this.#options.onChange();
  }

  /** The open question takes keys once no key has come for a while. */
  #letFinishTyping(ms: number): void {
    this.#isTyping = true;
    this.#typingAlarm.set(ms, () => {
      this.#isTyping = false;
      this.#options.onChange();
    });
  }
}
