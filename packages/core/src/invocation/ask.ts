import type { Unanswered } from "../approval/approval-queue.ts";
import { grantsFrom } from "../approval/grants-from.ts";
import { proposeRules } from "../approval/proposals.ts";
import type { ApprovalAnswer, ApprovalQuestion } from "../approval/question.ts";
import type { Effect } from "../effects/effect.ts";
import { askPolicy } from "./ask-policy.ts";
import { type Call, parentOf, pauseAncestors } from "./call.ts";
import type { ApprovalAnsweredEvent, ApprovalRequestedEvent } from "./event.ts";
import { digestsOf } from "./digest-call.ts";
import { type Shown, shownFields, shownWhole } from "./outlet.ts";
import { redactDeep, redactModelText } from "./redact.ts";
import {
  droppedByPerson,
  notCommitted,
  postponementOf,
  refusalOf,
  rejectionOf,
} from "./refusal.ts";
import type { Validated } from "./stages.ts";
import { Cancellation } from "./stop.ts";

/** The facts of a question about a call. */
export interface Asked
  extends Pick<
    ApprovalQuestion,
    "stage" | "summary" | "decision" | "preview" | "undo" | "canStage" | "staged"
  > {
  /** The effects that need approval. */
  readonly open: readonly Effect[];
}

type Settled = Exclude<ApprovalAnswer, { readonly outcome: "reject" | "later" }>;

/**
 * Asks the session's approvers and keeps what they allow: for this call, or as grants for the session or
 * the project.
 *
 * Returns every answer that lets the call go on. Errors: Refusal `permission-denied` when nobody answers or the
 * question waits elsewhere, `approval-rejected` with the person's feedback.
 */
export async function askPeople(validated: Validated, asked: Asked): Promise<Settled> {
  const { call } = validated;
  const question = questionOf(validated, asked);
  const answer = await ask(validated, question, asked);
  if (answer.outcome === "unanswered") throw refusalOf(validated, asked.decision, answer.reason);
  if (answer.outcome === "later") throw postponementOf(call, answer);
  const { outcome } = answer;
  if (outcome === "stage") return answer;
  call.consent.answers.push({
    outcome,
    by: answer.by ?? "somebody",
    ...(outcome === "reject" && answer.feedback !== undefined && { feedback: answer.feedback }),
  });
  if (outcome === "reject") throw rejectionOf(call, answer.feedback);
  if (outcome === "session" || outcome === "always") {
    const grants = grantsFrom(question, answer, call.session.now());
    await call.session.addGrants(grants, outcome === "always");
  }
  if (outcome !== "edit" && outcome !== "cancel")
    call.consent.allow({ ...asked, effects: asked.open });
  return answer;
}

/**
 * Asks whether what a call did in its stage is committed. Any approval commits.
 *
 * Errors: Refusal `permission-denied` when nobody answers, `approval-rejected` when it is to be dropped;
 * Cancellation.
 */
export async function askForCommit(
  validated: Validated,
  asked: Pick<Asked, "decision" | "staged" | "summary" | "preview">,
): Promise<void> {
  const { call } = validated;
  const open = asked.decision.proof.map(({ effect }) => effect);
  const all: Asked = { ...asked, open, stage: "commit" };
  const answer = await ask(validated, questionOf(validated, all), all);
  if (answer.outcome === "unanswered") throw notCommitted(call, answer.reason);
  if (answer.outcome === "cancel") {
    throw call.cancellation ?? new Cancellation("The person cancelled the call.");
  }
  const feedback = "feedback" in answer ? answer.feedback : undefined;
  const isDropped = answer.outcome === "drop" || answer.outcome === "reject";
  call.consent.answers.push({
    outcome: isDropped ? "drop" : "commit",
    by: answer.by ?? "somebody",
    ...(feedback !== undefined && { feedback }),
  });
  if (isDropped) throw droppedByPerson(call, feedback);
}

/** A grant from the answer to another question answers this one as well. */
async function ask(
  validated: Validated,
  question: Shown<ApprovalQuestion>,
  asked: Asked,
): Promise<ApprovalAnswer | Unanswered> {
  const { call } = validated;
  const { session, callId } = call;
  const settledMeanwhile = new AbortController();
  const stopWatching = session.onPolicyChange(() => {
    // A grant never commits changes.
    if (question.stage === "commit") return;
    if (askPolicy(validated, question.effects).decision === "allow") {
      session.approvals.answer(question.id, { outcome: "once", by: "an earlier grant" });
    }
  });
  const stopCancelling = call.onCancel(() => settledMeanwhile.abort());
  const goOn = pauseAncestors(call);
  call.emit(
    shownWhole<ApprovalRequestedEvent>({
      type: "approval-requested",
      sessionId: session.id,
      callId,
      question,
    }),
  );
  try {
    const answer = await session.approvals.ask(
      question,
      settledMeanwhile.signal,
      digestsOf(validated, asked),
    );
    if (answer.outcome !== "unanswered") announceAnswer(call, question.id, answer);
    return answer;
  } finally {
    goOn();
    stopWatching();
    stopCancelling();
  }
}

function announceAnswer(call: Call, questionId: string, answer: ApprovalAnswer): void {
  const { session, callId } = call;
  call.emit(
    shownWhole<ApprovalAnsweredEvent>({
      type: "approval-answered",
      sessionId: session.id,
      callId,
      questionId,
      answer: redactModelText(answer, session.redactor),
    }),
  );
}

function questionOf(
  { call, registered, given }: Validated,
  { open, stage, summary, decision, preview, undo, canStage, staged }: Asked,
): Shown<ApprovalQuestion> {
  const { session } = call;
  const { kind } = registered.tool;
  const question: ApprovalQuestion = {
    // Sessions that share a queue, such as a parent and its children, may use the same call ids.
    id: `question-${globalThis.crypto.randomUUID()}`,
    sessionId: session.id,
    callId: call.callId,
    ...parentOf(call),
    agent: session.agent.name,
    tool: { name: call.name, title: session.language.translate(registered.declarable.title), kind },
    input: given,
    summary,
    effects: open,
    decision,
    stage,
    ...(preview !== undefined && { preview }),
    ...(undo !== undefined && { undo }),
    ...(canStage === true && { canStage }),
    ...(staged !== undefined && { staged }),
    proposals:
      stage === "commit" ||
      decision.proof.some((step) => step.decision === "ask" && step.always === true)
        ? []
        : proposeRules(open, {
            proof: decision.proof,
            roots: session.workspace.roots,
            tool: registered.ruleName,
            kind,
            language: session.language,
          }),
  };
  return shownWhole<ApprovalQuestion>({
    ...shownFields(redactDeep<ApprovalQuestion>({ ...question, input: null }, session.redactor)),
    input: redactModelText(question.input, session.redactor),
  });
}
