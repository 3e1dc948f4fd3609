import type { ApprovalAnswer, ApprovalQuestion, Approver } from "@toolwright/core";
/**
 * What a script says to one question: an answer, or only its outcome; `hang`: never, not even when
 * the question is withdrawn; `pass`: leaves it to the other approvers; an Error is thrown.
 */
export type ScriptedAnswer =
  | ApprovalAnswer
  | Exclude<ApprovalAnswer["outcome"], "edit">
  | "hang"
  | "pass"
  | Error;

/** The answers in the order of the questions, or what to answer to each. `index` is 0-based. */
export type ApprovalScript =
  | readonly ScriptedAnswer[]
  | ((question: ApprovalQuestion, index: number) => ScriptedAnswer | Promise<ScriptedAnswer>);

/** An approver that does what it was told, and remembers what it was asked. */
export interface ScriptedApprover extends Approver {
  /** Every question it was asked, in order, with those still open. */
  readonly questions: readonly ApprovalQuestion[];
  /** Ids of the questions whose signal fired: answered by somebody else, or cancelled. */
  readonly withdrawn: readonly string[];
  /** From now on questions stay open until `answer` is called; the script is not asked. */
  hold(): void;
  /** Answers the question that is held longest. Throws when none is. */
  answer(answer: ScriptedAnswer): void;
  /** Resolves with the question of that index (0-based) once it was asked. */
  question(index: number): Promise<ApprovalQuestion>;
}

interface HeldQuestion {
  readonly question: ApprovalQuestion;
  readonly resolve: (answer: ScriptedAnswer) => void;
}

/**
 * An approver for tests.
 *
 * A question beyond the end of a list is an error that names it, which the queue reports as
 * "unanswered": a test that expects no question passes `[]`.
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
