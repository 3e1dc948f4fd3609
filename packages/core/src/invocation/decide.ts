import { mayChangeFiles } from "../effects/aftermath.ts";
import type { Effect } from "../effects/effect.ts";
import type { PolicyDecision } from "../policy/policy.ts";
import type { UndoOutlook } from "../ports/snapshots.ts";
import { type Asked, askPeople } from "./ask.ts";
import { askPolicy } from "./ask-policy.ts";
import type { Call } from "./call.ts";
import type { InvocationPreparedEvent } from "./event.ts";
import { shownWhole } from "./outlet.ts";
import { redactDeep } from "./redact.ts";
import { refusalOf } from "./refusal.ts";
import { assertStageable, canStage } from "./staged/stage-decision.ts";
import type { Claimed, Decided, Edited, Prepared } from "./stages.ts";
import { Cancellation } from "./stop.ts";
import { waitForTurn } from "./wait-for-turn.ts";

/**
 * Stage 5: the policy decides the exact effects, with a proof. People decide what the policy leaves to
 * them, with a preview of exactly what would run.
 *
 * No decision is used twice, because rules, mode and grants may change at any time. The policy decides
 * again at the claim, before the reads, on the exact effects and after each answer. Only a person's
 * approval of this call lasts (`Consent`).
 *
 * Returns `Edited` when a person edited the input. Errors: Refusal `permission-denied` or
 * `approval-rejected`; Cancellation.
 */
export async function decideCall(prepared: Prepared): Promise<Decided | Edited> {
  const { effects, preparation } = prepared;
  const { summary, preview } = preparation;
  for (;;) {
    const decision = decide(prepared, effects);
    const decided = prepared.call.reach<Decided>({ ...prepared, decision });
    announcePrepared(decided);
    const consent = await obtainConsent(decided, effects, {
      decision,
      stage: "run",
      summary,
      ...(preview !== undefined && { preview }),
    });
    if (consent !== "again") return consent ?? decided;
  }
}

/** Decides the reads of `prepare`. `Edited` and errors: like `decideCall`. */
export async function decideReads(
  claimed: Claimed,
  reads: readonly Effect[],
): Promise<Edited | null> {
  const summary = `${claimed.registered.declarable.title}: it needs to read first`;
  for (;;) {
    const decision = decide(claimed, reads);
    const consent = await obtainConsent(claimed, reads, { decision, stage: "read", summary });
    if (consent !== "again") return consent;
  }
}

/** Decides the claims that are certain. Errors: Refusal `permission-denied`. */
export function decideClaims(claimed: Claimed, sure: readonly Effect[]): Claimed {
  return claimed.call.reach({ ...claimed, decision: decide(claimed, sure) });
}

/**
 * Asks people if the decision is an ask, and uses the grants that it relies on. Meanwhile the call keeps
 * its place in the queue. Calls that don't conflict with it continue, and may ask their own questions.
 *
 * Returns null when the call may continue, and `again` when the decision is out of date.
 */
async function obtainConsent(
  claimed: Claimed,
  effects: readonly Effect[],
  asked: Omit<Asked, "open" | "undo">,
): Promise<Edited | "again" | null> {
  const { call } = claimed;
  const open = openEffects(call, asked.decision);
  if (open.length === 0) return (await useGrants(call, asked.decision)) ? null : "again";
  // A person may take long. Calls that start now but come before this one in the queue, such as a
  // sub-agent's, need not wait for the answer. Calls after this one still do.
  call.ticket.pause();
  const undo = asked.stage === "run" ? await undoOutlook(call, effects) : undefined;
  const answer = await askPeople(claimed, {
    ...asked,
    open,
    ...(undo !== undefined && { undo }),
    ...(asked.stage === "run" && canStage(claimed, effects) && { canStage: true }),
  });
  if (answer.outcome === "stage") {
    call.wantsStage = true;
    return "again";
  }
  if (answer.outcome === "edit") return { editedInput: answer.input };
  if (answer.outcome === "cancel") {
    throw call.cancellation ?? new Cancellation("The person cancelled the call.");
  }
  // Minutes may have passed: the answer must not override a mode or rule that now denies.
  const afterAnswer = decide(claimed, effects);
  await waitForTurn(call);
  if (openEffects(call, afterAnswer).length > 0) return "again";
  return (await useGrants(call, afterAnswer)) ? null : "again";
}

/** Whether the call could be undone, which the person should know before answering. */
async function undoOutlook(
  { session, callId }: Call,
  effects: readonly Effect[],
): Promise<UndoOutlook | undefined> {
  const { snapshots, id: sessionId } = session;
  if (snapshots === undefined || !mayChangeFiles(effects)) return undefined;
  return snapshots.outlook({ sessionId, callId, effects });
}

/** Errors: Refusal `permission-denied` for a denial, which becomes the call's decision. */
function decide(claimed: Claimed, effects: readonly Effect[]): PolicyDecision {
  const decision = askPolicy(claimed, effects);
  if (decision.decision !== "deny") {
    assertStageable(claimed, claimed.effects);
    return decision;
  }
  claimed.call.reach({ ...claimed, decision });
  throw refusalOf(claimed, decision);
}

/** The effects that still need a person's approval. */
export function openEffects({ consent }: Call, decision: PolicyDecision): readonly Effect[] {
  if (decision.decision === "allow") return [];
  return decision.proof
    .filter((step) => step.decision === "ask" && !consent.covers(step))
    .map(({ effect }) => effect);
}

/**
 * Uses the grants that a decision relies on. False when one of them was revoked, used up or has expired
 * since. The session then knows it, and the next decision is made without that grant.
 */
export async function useGrants(
  { session, consent }: Call,
  { proof }: PolicyDecision,
): Promise<boolean> {
  const ids = new Set(
    proof.flatMap(({ grant }) => (grant === undefined || consent.hasUsed(grant) ? [] : [grant])),
  );
  if (ids.size === 0) return true;
  const used = session.grants.filter(({ id }) => ids.has(id));
  if (!(await session.useGrants([...ids]))) return false;
  consent.noteUsed(used);
  return true;
}

function announcePrepared({ call, registered, preparation, effects, decision }: Decided): void {
  const { redactor, id: sessionId } = call.session;
  const { preview } = preparation;
  call.emit(
    shownWhole<InvocationPreparedEvent>({
      type: "invocation-prepared",
      sessionId,
      callId: call.callId,
      title: redactDeep(registered.declarable.title, redactor),
      kind: registered.tool.kind,
      summary: redactDeep(preparation.summary, redactor),
      ...call.redacted.decided(effects, decision, redactor),
      ...(preview !== undefined && { preview: redactDeep(preview, redactor) }),
    }),
  );
}
