import type { ApprovalAnswer, ApprovalQuestion } from "../approval/question.ts";
import { grantsFrom } from "../approval/grants-from.ts";
import { proposeRules } from "../approval/proposals.ts";
import { covers, type Effect } from "../effects/effect.ts";
import type { PolicyDecision } from "../policy/policy.ts";
import type { UndoOutlook } from "../ports/snapshots.ts";
import type { MaybePromise } from "../ports/workspace.ts";
import type { RegisteredTool } from "../registry/registered-tool.ts";
import { askPolicy } from "./ask-policy.ts";
import type { Call } from "./call.ts";
import type {
  ApprovalAnsweredEvent,
  ApprovalRequestedEvent,
  InvocationPreparedEvent,
} from "./event.ts";
import { type Shown, shownFields, shownWhole } from "./outlet.ts";
import { redactDeep, redactGiven } from "./redact.ts";
import { refusalOf, rejectionOf } from "./refusal.ts";
import { Cancellation } from "./stop.ts";
import { waitForTurn } from "./wait-for-turn.ts";

/**
 * Decides effects and asks people what the policy leaves to them. The call keeps its place in the
 * queue meanwhile: calls that don't conflict pass, and their questions are asked at once.
 *
 * What a person allowed once stays allowed for this call, so that nothing is asked twice.
 * Errors: Refusal `permission-denied` or `approval-rejected`; Cancellation.
 */
export function approve(
  call: Call,
  registered: RegisteredTool,
  effects: readonly Effect[],
  stage: Stage,
): MaybePromise<Approval> {
  const decision = decide(call, effects);
  if (stage === "run") {
    call.decision = decision;
    emitPrepared(call, registered, decision);
  }
  const open = openEffects(call, decision);
  if (open.length > 0) return askPeople(call, registered, { effects, stage, decision, open });
  const used = useGrants(call, decision);
  if (used === true) return "allowed";
  return approveOnceUsed(call, registered, { effects, stage, used });
}

type Stage = "read" | "run";
type Approval = "allowed" | "edited";

async function approveOnceUsed(
  call: Call,
  registered: RegisteredTool,
  {
    effects,
    stage,
    used,
  }: {
    readonly effects: readonly Effect[];
    readonly stage: Stage;
    readonly used: MaybePromise<boolean>;
  },
): Promise<Approval> {
  return (await used) ? "allowed" : approve(call, registered, effects, stage);
}

async function askPeople(
  call: Call,
  registered: RegisteredTool,
  {
    effects,
    stage,
    decision,
    open,
  }: {
    readonly effects: readonly Effect[];
    readonly stage: Stage;
    readonly decision: PolicyDecision;
    readonly open: readonly Effect[];
  },
): Promise<Approval> {
  // A person takes their time: what stands before this call in the queue and only starts now, as a
  // sub-agent's calls do, needn't wait for them. What is behind still does.
  call.ticket.pause();
  const undo = stage === "run" ? await undoOutlook(call) : undefined;
  const question = questionOf(call, registered, decision, open, stage, undo);
  const answer = await ask(call, question);
  if (answer.outcome === "unanswered") throw refusalOf(call, decision, answer.reason);
  call.approvals.push({
    outcome: answer.outcome,
    by: answer.by ?? "somebody",
    ...(answer.outcome === "reject" && answer.feedback !== undefined
      ? { feedback: answer.feedback }
      : {}),
  });
  switch (answer.outcome) {
    case "cancel":
      throw call.cancellation ?? new Cancellation("Cancelled when asked for approval.");
    case "reject":
      throw rejectionOf(call, answer.feedback);
    case "edit":
      call.rawInput = answer.input;
      return "edited";
    case "session":
    case "always": {
      const grants = grantsFrom(question, answer, call.session.now());
      await call.session.addGrants(grants, answer.outcome === "always");
      break;
    }
    case "once":
      break;
  }
  call.approved[stage] = [...call.approved[stage], ...open];
  // Minutes may have passed: a mode or rule that now denies is not overtaken by the answer.
  const afterAnswer = decide(call, effects);
  await waitForTurn(call);
  if (await useGrants(call, afterAnswer)) return "allowed";
  return approve(call, registered, effects, stage);
}

/**
 * Takes the grants that a decision rests on. False when one of them was revoked, used up or has
 * expired since: the session knows by then, and the next decision is made without it.
 */
function useGrants(call: Call, decision: PolicyDecision): MaybePromise<boolean> {
  const ids = decision.proof.flatMap(({ grant }) =>
    grant === undefined || call.usedGrants.has(grant) ? [] : [grant],
  );
  return ids.length === 0 ? true : takeGrants(call, ids);
}

async function takeGrants(call: Call, ids: readonly string[]): Promise<boolean> {
  const { session, usedGrants } = call;
  const distinct = new Set(ids);
  const used = session.grants.filter(({ id }) => distinct.has(id));
  if (!(await session.useGrants([...distinct]))) return false;
  for (const grant of used) usedGrants.set(grant.id, grant);
  return true;
}

function decide(call: Call, effects: readonly Effect[]): PolicyDecision {
  const { session } = call;
  if (
    effects === call.claims &&
    call.decision !== null &&
    call.policyRevision === session.policyRevision
  ) {
    return call.decision;
  }
  const decision = askPolicy(call, effects);
  if (decision.decision === "deny") {
    call.decision = decision;
    throw refusalOf(call, decision);
  }
  return decision;
}

/**
 * The effects that still wait for a person's word. Who allowed something unknown didn't allow by that what is
 * protected, once that is known.
 */
export function openEffects(call: Call, decision: PolicyDecision): readonly Effect[] {
  if (decision.decision === "allow") return [];
  const approved = [...call.approved.read, ...call.approved.run];
  return decision.proof
    .filter(
      ({ decision: answer, effect, layer }) =>
        answer === "ask" &&
        !approved.some(
          (other) => covers(other, effect) && (other.type !== "unknown" || layer !== "protected"),
        ),
    )
    .map(({ effect }) => effect);
}

/**
 * Puts the question to the session's approvers. A grant given meanwhile, at another question,
 * answers this one, too.
 */
export async function ask(
  call: Call,
  question: Shown<ApprovalQuestion>,
): Promise<ApprovalAnswer | { readonly outcome: "unanswered"; readonly reason: string }> {
  const { session, callId } = call;
  const settledMeanwhile = new AbortController();
  const stopWatching = session.onPolicyChange(() => {
    if (askPolicy(call, question.effects).decision === "allow") {
      session.approvals.answer(question.id, { outcome: "once", by: "an earlier grant" });
    }
  });
  const stopCancelling = call.onCancel(() => settledMeanwhile.abort());
  call.emit(
    shownWhole<ApprovalRequestedEvent>({
      type: "approval-requested",
      sessionId: session.id,
      callId,
      question,
    }),
  );
  try {
    const answer = await session.approvals.ask(question, settledMeanwhile.signal);
    if (answer.outcome !== "unanswered") {
      call.emit(
        shownWhole<ApprovalAnsweredEvent>({
          type: "approval-answered",
          sessionId: session.id,
          callId,
          questionId: question.id,
          answer: redactGiven(answer, session.redactor),
        }),
      );
    }
    return answer;
  } finally {
    stopWatching();
    stopCancelling();
  }
}

export function questionOf(
  call: Call,
  registered: RegisteredTool,
  decision: PolicyDecision,
  effects: readonly Effect[],
  stage: Stage,
  undo?: UndoOutlook,
  summary?: string,
): Shown<ApprovalQuestion> {
  const { session } = call;
  const { tool } = registered;
  const { title } = registered.declarable;
  // Before `prepare` there is nothing to preview: only the reads are in question.
  const preparation = stage === "run" ? call.preparation : null;
  const question: ApprovalQuestion = {
    // Sessions that share a queue, as a parent and its children do, have calls of the same ids.
    id: `question-${globalThis.crypto.randomUUID()}`,
    sessionId: session.id,
    callId: call.callId,
    agent: session.agent.name,
    tool: { name: call.name, title, kind: tool.kind },
    input: call.given,
    summary: summary ?? preparation?.summary ?? `${title}: it first has to read`,
    effects,
    decision,
    stage,
    ...(preparation?.preview !== undefined && { preview: preparation.preview }),
    ...(undo !== undefined && { undo }),
    proposals: decision.proof.some((step) => step.decision === "ask" && step.always === true)
      ? []
      : proposeRules(effects, {
          proof: decision.proof,
          roots: session.workspace.roots,
          tool: registered.ruleName,
          kind: tool.kind,
        }),
  };
  return shownWhole<ApprovalQuestion>({
    ...shownFields(redactDeep<ApprovalQuestion>({ ...question, input: null }, session.redactor)),
    input: redactGiven(question.input, session.redactor),
  });
}

/** Before, not after: who is asked is to know whether it can be taken back. */
async function undoOutlook(call: Call): Promise<UndoOutlook | undefined> {
  const { snapshots, id: sessionId } = call.session;
  const { callId, effects } = call;
  if (snapshots === undefined || !effects.some(mayChangeFiles)) return undefined;
  return snapshots.outlook({ sessionId, callId, effects });
}

function mayChangeFiles({ type }: Effect): boolean {
  return (
    type === "write" ||
    type === "delete" ||
    type === "run" ||
    type === "external" ||
    type === "unknown"
  );
}

function emitPrepared(
  call: Call,
  { declarable, tool }: RegisteredTool,
  decision: PolicyDecision,
): void {
  const { session, preparation } = call;
  const { redactor } = session;
  const summary = preparation?.summary ?? declarable.title;
  const preview = preparation?.preview;
  call.emit(
    shownWhole<InvocationPreparedEvent>({
      type: "invocation-prepared",
      sessionId: session.id,
      callId: call.callId,
      title: redactDeep(declarable.title, redactor),
      kind: tool.kind,
      summary: redactDeep(summary, redactor),
      ...call.redacted.decided(call.effects, decision, redactor),
      ...(preview !== undefined && { preview: redactDeep(preview, redactor) }),
    }),
  );
}
