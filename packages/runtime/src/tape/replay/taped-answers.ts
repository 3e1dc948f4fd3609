import type { ApprovalAnswer, ApprovalQuestion, Effect } from "@toolwright/core";
import type { TapeCall } from "../tape.ts";

type Answered = TapeCall["approvals"][number];

/** The answers of people on a tape, one after the other. */
export class TapedAnswers {
  readonly #left = new Map<TapeCall, Answered[]>();

  /**
   * The answer to the next question of a call: as it was, or for a question that is new, whatever lets the call end as
   * it ended. Undefined if nobody answered then.
   */
  next(call: TapeCall): ApprovalAnswer | undefined {
    const left = this.#left.get(call) ?? call.approvals.filter(isAnswer);
    this.#left.set(call, left);
    const answer = left.shift();
    if (answer === undefined) return call.status === "refused" ? undefined : once;
    const { outcome, feedback } = answer;
    if (outcome === "later") return undefined;
    if (outcome === "cancel") return { outcome, by: "the tape" };
    if (outcome !== "reject" && outcome !== "drop") return once;
    return { outcome: "reject", by: "the tape", ...(feedback !== undefined && { feedback }) };
  }
}

/** A grant or a stage would outlive the call, and the replay's files are a stage already. */
const once: ApprovalAnswer = { outcome: "once", by: "the tape" };

/** The input on the tape is the one that a person edited. */
function isAnswer({ outcome }: Answered): boolean {
  return outcome !== "edit";
}

/** A taped answer allows a call for real only if all effects stay in the scratch files and the sandbox. */
export function staysInside(
  { effects }: ApprovalQuestion,
  isOwn: (path: string) => boolean,
): boolean {
  return effects.every((effect) => isInside(effect, isOwn));
}

export function isInside(effect: Effect, isOwn: (path: string) => boolean): boolean {
  switch (effect.type) {
    case "read":
    case "write":
    case "delete":
      return isOwn(effect.realPath ?? effect.path) && isOwn(effect.path);
    case "run":
      return isOwn(effect.cwd);
    case "unknown":
      return true;
    case "environment":
      // A secret of the tape is a value that means nothing.
      return effect.isSecret === true || effect.value !== true;
    default:
      return false;
  }
}
