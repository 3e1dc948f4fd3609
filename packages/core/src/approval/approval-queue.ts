import { messageOf } from "../errors.ts";
import type { DigestCall } from "./call-digests.ts";
import type { Elicitation, ElicitationAnswer } from "./elicitation.ts";
import type { ApprovalAnswer, ApprovalQuestion, Approver } from "./question.ts";

/** The result when nobody answered a question, with the reason. */
export interface Unanswered {
  readonly outcome: "unanswered";
  readonly reason: string;
}

export interface ApprovalWatcher {
  asked?(question: ApprovalQuestion): void;
  /** Called without an answer when nobody answered or the call was cancelled. */
  settled?(question: ApprovalQuestion, answer: ApprovalAnswer | undefined): void;
}

/**
 * The open questions of a session. Every approver gets each question at once, anybody may answer by
 * id, and the first answer wins. The signals of the other approvers then fire.
 */
export interface ApprovalQueue {
  readonly pending: readonly ApprovalQuestion[];
  /** Whether an approver or a watcher is there to answer questions now. */
  readonly isAttended: boolean;
  /** The approver gets all open questions at once. Returns a function that detaches it. */
  attach(approver: Approver): () => void;
  /**
   * The watcher sees every question. Because it may answer by id later, questions stay open while
   * there is a watcher. Returns a function that removes it.
   */
  watch(watcher: ApprovalWatcher): () => void;
  /** False when the question is no longer open or the answer doesn't fit it. */
  answer(questionId: string, answer: ApprovalAnswer): boolean;
  /** Resolves when somebody answers, nobody can, or the signal fires. Never rejects. */
  ask(
    question: ApprovalQuestion,
    signal?: AbortSignal,
    digests?: DigestCall,
  ): Promise<ApprovalAnswer | Unanswered>;
  /**
   * Passes a server's or tool's question to the approvers that support it. The first answer wins;
   * `unanswered` when nobody can answer. Never rejects.
   */
  elicit(elicitation: Elicitation, signal?: AbortSignal): Promise<ElicitationAnswer | Unanswered>;
}

interface OpenQuestion {
  readonly question: ApprovalQuestion;
  readonly digests: DigestCall | undefined;
  readonly withdrawn: AbortController;
  /** Approvers that may still answer. */
  readonly asked: Set<Approver>;
  readonly failures: string[];
  settle(answer: ApprovalAnswer | Unanswered): void;
}

const nobody = "nobody can answer (no terminal or other approver is attached to the session)";

export function createApprovalQueue(): ApprovalQueue {
  const approvers = new Set<Approver>();
  const watchers = new Set<ApprovalWatcher>();
  const open = new Map<string, OpenQuestion>();

  function put(entry: OpenQuestion, approver: Approver): void {
    entry.asked.add(approver);
    // Promise.resolve().then also catches what `ask` throws before it returns a promise.
    Promise.resolve()
      .then(() => approver.ask(entry.question, entry.withdrawn.signal, entry.digests))
      .then(
        (answer) => {
          if (answer === undefined) return;
          const fault = faultOf(answer, entry.question);
          if (fault === null) entry.settle({ by: approver.name, ...answer });
          else entry.failures.push(`${approver.name} ${fault}`);
        },
        (thrown: unknown) => {
          entry.failures.push(`${approver.name} failed: ${messageOf(thrown)}`);
        },
      )
      .finally(() => {
        entry.asked.delete(approver);
        giveUpIfNobodyIsLeft(entry);
      });
  }

  function giveUpIfNobodyIsLeft(entry: OpenQuestion): void {
    if (entry.asked.size > 0 || watchers.size > 0) return;
    const reason = entry.failures.length > 0 ? entry.failures.join("; ") : nobody;
    entry.settle({ outcome: "unanswered", reason });
  }

  function tell(call: (watcher: ApprovalWatcher) => void): void {
    for (const watcher of watchers) {
      try {
        call(watcher);
      } catch {
        // A watcher only observes: its fault must not decide a question.
        watchers.delete(watcher);
      }
    }
  }

  return {
    elicit: (elicitation, signal) => elicitFrom([...approvers], elicitation, signal),
    get isAttended() {
      return watchers.size > 0 || Array.from(approvers).some((each) => each.answersLater !== true);
    },
    get pending() {
      return Array.from(open.values(), (entry) => entry.question);
    },
    attach(approver) {
      approvers.add(approver);
      for (const entry of open.values()) put(entry, approver);
      return () => {
        approvers.delete(approver);
        for (const entry of open.values()) {
          entry.asked.delete(approver);
          giveUpIfNobodyIsLeft(entry);
        }
      };
    },
    watch(watcher) {
      watchers.add(watcher);
      for (const entry of open.values()) watcher.asked?.(entry.question);
      return () => {
        watchers.delete(watcher);
        for (const entry of open.values()) giveUpIfNobodyIsLeft(entry);
      };
    },
    answer(questionId, answer) {
      const entry = open.get(questionId);
      if (entry === undefined || faultOf(answer, entry.question) !== null) return false;
      entry.settle(answer);
      return true;
    },
    ask(question, signal, digests) {
      if (open.has(question.id)) {
        const reason = `a question with the id '${question.id}' is already open`;
        return Promise.resolve({ outcome: "unanswered", reason });
      }
      return new Promise((resolve) => {
        const withdraw = (): void => entry.settle({ outcome: "cancel" });
        const entry: OpenQuestion = {
          question,
          digests,
          withdrawn: new AbortController(),
          asked: new Set(),
          failures: [],
          settle(answer) {
            // A late answer must not settle another question with that id.
            if (open.get(question.id) !== entry) return;
            open.delete(question.id);
            signal?.removeEventListener("abort", withdraw);
            tell((watcher) =>
              watcher.settled?.(question, answer.outcome === "unanswered" ? undefined : answer),
            );
            entry.withdrawn.abort();
            resolve(answer);
          },
        };
        open.set(question.id, entry);
        if (signal?.aborted === true) {
          withdraw();
          return;
        }
        signal?.addEventListener("abort", withdraw, { once: true });
        tell((watcher) => watcher.asked?.(question));
        for (const approver of approvers) put(entry, approver);
        giveUpIfNobodyIsLeft(entry);
      });
    },
  };
}

/** Asks all approvers at once; failures and answers that don't fit don't count. */
async function elicitFrom(
  approvers: readonly Approver[],
  elicitation: Elicitation,
  signal: AbortSignal | undefined,
): Promise<ElicitationAnswer | Unanswered> {
  const answered = new AbortController();
  const withdrawn =
    signal === undefined ? answered.signal : AbortSignal.any([signal, answered.signal]);
  if (withdrawn.aborted) return { action: "cancel" };
  const failures: string[] = [];
  const answers = approvers.map(async (approver): Promise<ElicitationAnswer> => {
    let answer: ElicitationAnswer | undefined;
    try {
      answer = await approver.elicit?.(elicitation, withdrawn);
    } catch (thrown) {
      failures.push(`${approver.name} failed: ${messageOf(thrown)}`);
    }
    if (!isElicitationAnswer(answer)) throw new Error("no answer");
    return answer;
  });
  const cancelled = new Promise<ElicitationAnswer>((resolve) => {
    signal?.addEventListener("abort", () => resolve({ action: "cancel" }), { once: true });
  });
  try {
    return await Promise.race([Promise.any(answers), cancelled]);
  } catch {
    return { outcome: "unanswered", reason: failures.join("; ") || nobody };
  } finally {
    answered.abort();
  }
}

function isElicitationAnswer(answer: unknown): answer is ElicitationAnswer {
  if (typeof answer !== "object" || answer === null || !("action" in answer)) return false;
  return answer.action === "accept" || answer.action === "decline" || answer.action === "cancel";
}

const outcomes = new Set([
  "once",
  "session",
  "always",
  "edit",
  "reject",
  "cancel",
  "later",
  "stage",
  "commit",
  "drop",
]);

/** The fault of an answer from outside, as the end of a sentence; null when it fits the question. */
function faultOf(answer: unknown, question: ApprovalQuestion): string | null {
  if (typeof answer !== "object" || answer === null || !("outcome" in answer)) {
    return "answered without an outcome, such as { outcome: 'once' }";
  }
  const given = answer as ApprovalAnswer;
  if (!outcomes.has(given.outcome)) return `gave an unknown answer '${String(given.outcome)}'`;
  if (given.outcome === "later" && typeof given.approval !== "string") {
    return "left the question for later without an id";
  }
  const isCommit = question.stage === "commit";
  if (given.outcome === "stage" && question.canStage !== true) return "can't stage this call";
  if (given.outcome === "edit" && isCommit) return "can't edit a call that has run";
  if (given.outcome === "later" && isCommit) return "can't leave a stage for later";
  if ((given.outcome === "commit" || given.outcome === "drop") && !isCommit) {
    return `answered '${given.outcome}', but the call hasn't run in a stage`;
  }
  if (isCommit) return null;
  if (given.outcome !== "session" && given.outcome !== "always") return null;
  const index = given.proposal ?? 0;
  if (Number.isInteger(index) && question.proposals[index] !== undefined) return null;
  return question.proposals.length === 0
    ? "gave a lasting answer, but this call can only be allowed once"
    : `chose proposal ${String(given.proposal)}, but there are ${question.proposals.length}, counted from 0`;
}
