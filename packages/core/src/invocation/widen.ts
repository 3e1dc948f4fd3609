import { grantsFrom } from "../approval/grants-from.ts";
import type { Effect } from "../effects/effect.ts";
import { resolveEffects } from "../effects/resolve-effects.ts";
import { ask, openEffects, questionOf } from "./approve.ts";
import { askPolicy } from "./ask-policy.ts";
import type { Call } from "./call.ts";
import { refusalOf, rejectionOf } from "./refusal.ts";

/**
 * More effects for a call that runs already, as when its sandbox refused something: decided by the
 * same policy, asked where it asks. Resolves to null when they are allowed, and are the call's from
 * then on; else to why not. The time limit stands still while a person thinks.
 *
 * Throws what path resolution throws, and Cancellation.
 */
export async function widen(
  call: Call,
  wanted: readonly Effect[],
  summary: string,
): Promise<string | null> {
  const { session, tool } = call;
  call.throwIfCancelled();
  if (call.isOver || tool === null) return "the call is over";
  const effects = await resolveEffects(wanted, (path) => session.workspace.resolve(path));
  const decision = askPolicy(call, effects);
  if (decision.decision === "deny") return refusalOf(call, decision).message;
  const open = openEffects(call, decision);
  if (open.length > 0) {
    const question = questionOf(call, tool, decision, open, "run", undefined, summary);
    const goOn = call.timeLimit.pause();
    const answer = await ask(call, question).finally(goOn);
    if (answer.outcome === "unanswered") return refusalOf(call, decision, answer.reason).message;
    call.approvals.push({ outcome: answer.outcome, by: answer.by ?? "somebody" });
    call.throwIfCancelled();
    switch (answer.outcome) {
      case "session":
      case "always":
        await session.addGrants(
          grantsFrom(question, answer, session.now()),
          answer.outcome === "always",
        );
        break;
      case "once":
        break;
      case "reject":
        return rejectionOf(call, answer.feedback).message;
      // Other input would be another call, and this one runs already.
      case "edit":
      case "cancel":
        return rejectionOf(call, undefined).message;
    }
  }
  await keepBefore(call, effects);
  session.confinement?.expect?.(effects);
  call.effects = [...call.effects, ...effects];
  return null;
}

/** What is there of what the call may change from now on, so that it can be taken back, too. */
async function keepBefore(call: Call, effects: readonly Effect[]): Promise<void> {
  const { snapshots, id: sessionId } = call.session;
  if (call.snapshot !== null) await call.snapshot.extend?.(effects);
  else {
    const { callId } = call;
    call.snapshot = (await snapshots?.take({ sessionId, callId, effects })) ?? null;
  }
}
