import type { ApprovalAnswer, ApprovalQuestion, Approver } from "@toolwright/core";
/**
 * A script's reaction to one question: an answer, or only its outcome; `hang`: no answer, even after
 * withdrawal; `pass`: left to other approvers; an Error is thrown.
 */
export type ScriptedAnswer =
  | ApprovalAnswer
  | Exclude<ApprovalAnswer["outcome"], "edit" | "later">
  | "hang"
  | "pass"
  | Error;

/** The answers in order, or a function of the question. `index` is 0-based. */
export type ApprovalScript =
  | readonly ScriptedAnswer[]
  | ((question: ApprovalQuestion, index: number) => ScriptedAnswer | Promise<ScriptedAnswer>);

/** An approver that follows a script and records its questions. */
export interface ScriptedApprover extends Approver {
  /** All questions in order, including those still open. */
  readonly questions: readonly ApprovalQuestion[];
  /** The ids of withdrawn questions: answered by another approver, or cancelled. */
  readonly withdrawn: readonly string[];
  /** From now on, questions stay open until `answer` is called, and the script is not used. */
  hold(): void;
  /** Answers the oldest open question. Throws if there is none. */
  answer(answer: ScriptedAnswer): void;
  /** Resolves with the question of that 0-based index once it was asked. */
  question(index: number): Promise<ApprovalQuestion>;
}

interface HeldQuestion {
  readonly question: ApprovalQuestion;
  readonly resolve: (answer: ScriptedAnswer) => void;
}

/**
 * A scripted approver for tests.
 *
 * A question after the end of a list is an error that names it, which the queue reports as "unanswered". A
 * test that expects no question passes `[]`.
 */
export function createScriptedApprover(
  script: ApprovalScript,
  name = "scripted approver",
): ScriptedApprover {
  const questions: ApprovalQuestion[] = [];
  const withdrawn: string[] = [];
  const held: HeldQuestion[] = [];
  const expecting: (() => void)[] = [];
  let isHolding = false;

  function next(
    question: ApprovalQuestion,
    index: number,
  ): ScriptedAnswer | Promise<ScriptedAnswer> {
    if (isHolding) return new Promise((resolve) => held.push({ question, resolve }));
    if (typeof script === "function") return script(question, index);
    return (
      script[index] ??
      new Error(`the script has no answer to question ${index + 1} (${question.summary})`)
    );
  }

  return {
    name,
    questions,
    withdrawn,
    hold() {
      isHolding = true;
    },
    answer(answer) {
      const oldest = held.shift();
      if (oldest === undefined) throw new Error("No question is held open.");
      oldest.resolve(answer);
    },
    async question(index) {
      while (questions[index] === undefined) {
        await new Promise<void>((resolve) => expecting.push(resolve));
      }
      return questions[index];
    },
    async ask(question, signal) {
      const index = questions.push(question) - 1;
      for (const wake of expecting.splice(0)) wake();
      const left = leaving(signal, () => {
        withdrawn.push(question.id);
        const place = held.findIndex((other) => other.question === question);
        if (place !== -1) held.splice(place, 1);
      });
      try {
        const answer = await Promise.race([next(question, index), left.promise]);
        if (answer instanceof Error) throw answer;
        if (answer === "hang") return await new Promise<never>(() => {});
        if (answer === "pass") return undefined;
        return typeof answer === "string" ? { outcome: answer } : answer;
      } finally {
        left.stop();
      }
    },
  };
}

/** Resolves to `pass` when the question is withdrawn. */
function leaving(
  signal: AbortSignal,
  left: () => void,
): { readonly promise: Promise<ScriptedAnswer>; stop(): void } {
  const { promise, resolve } = Promise.withResolvers<ScriptedAnswer>();
  const leave = (): void => {
    left();
    resolve("pass");
  };
  if (signal.aborted) leave();
  else signal.addEventListener("abort", leave, { once: true });
  return { promise, stop: () => signal.removeEventListener("abort", leave) };
}
