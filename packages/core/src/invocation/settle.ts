import { leavesNothing } from "../effects/aftermath.ts";
import { type ErrorCode, messageOf, ToolError } from "../errors.ts";
import { type ContentPart, type Display, text } from "../output/content.ts";
import { withLabels } from "../labels/label-outcome.ts";
import { runAfterHooks } from "./after-hooks.ts";
import type { CallRecord } from "../ports/journal.ts";
import type { UndoOutlook } from "../ports/snapshots.ts";
import type { Call } from "./call.ts";
import type { ApprovalRecord } from "./consent.ts";
import type { InvocationEndEvent } from "./event.ts";
import { fitToBudget, isSurelyWithin } from "./fit-to-budget.ts";
import { journalledCall } from "./journalled-call.ts";
import { maskHostPaths } from "./mask-host-paths.ts";
import type { Outcome, OutcomeStatus } from "./outcome.ts";
import { madeOfShown, type Shown, shownFields, shownWhole } from "./outlet.ts";
import { withNewProblems } from "./new-problems.ts";
import { redactDeep, redactModelText } from "./redact.ts";
import { checkResult } from "./result.ts";
import type { Ran } from "./stages.ts";
import { withStageEnd } from "./staged/stage-note.ts";
import { Cancellation, linesIn, Refusal } from "./stop.ts";

/** How a call ended: its tool's code ran, or an earlier stage stopped it. */
export type CallEnd = Ran | { readonly thrown: unknown };

/**
 * Stage 7: makes the call's one outcome. It checks the tool's result, runs the after-hooks, redacts
 * secrets and fits the outcome to the budget. Never rejects.
 */
export async function settleCall(call: Call, end: CallEnd): Promise<Shown<Outcome>> {
  let outcome: Outcome;
  try {
    if ("running" in end) {
      const { running } = end;
      // After the hooks, which may format what the call wrote.
      outcome = await withNewProblems(running, await runAfterHooks(running, outcomeOf(call, end)));
    } else outcome = failed(call, end.thrown);
  } catch (thrown) {
    outcome = failed(call, thrown);
  }
  try {
    const mayHaveChanged = "running" in end && !leavesNothing(end.running.effects);
    if (mayHaveChanged) call.session.redactor?.refresh?.();
    // Redact before anything is cut or stored: half a secret is still a secret.
    const shown = withPlaceholderNote(
      call,
      redactOutcome(call, withNotes(call, outcome, "running" in end ? end.undo : undefined)),
    );
    return isSurelyWithin(shown, call) ? shown : await fitToBudget(shown, call);
  } catch (thrown) {
    const failure = new ToolError(
      "internal",
      `The result could not be processed: ${messageOf(thrown)}`,
    );
    // If the redactor failed, nothing unredacted may get out.
    return madeOfShown<Outcome>({ ...failed(call, failure), effects: [], decision: null });
  }
}

function redactOutcome(call: Call, outcome: Outcome): Shown<Outcome> {
  const { redactor } = call.session;
  const { effects, decision, ...rest } = outcome;
  const passesOn = call.reached.registered?.tool.passesOn === true;
  return shownWhole<Outcome>({
    ...shownFields(
      passesOn ? redactModelText(rest, redactor) : redactDeep(rest, redactor, noticeOf(call)),
    ),
    ...call.redacted.decided(effects, decision, redactor),
  });
}

function noticeOf(call: Call): (() => void) | undefined {
  if (call.session.labels === undefined) return undefined;
  return () => {
    call.isSecretHidden = true;
  };
}

/** Ends the calls that the call made, gives up its place, records the outcome and announces the end. */
export async function finishCall(call: Call, settled: Shown<Outcome>): Promise<Outcome> {
  const { session } = call;
  for (const child of call.children) child.cancel("The call that made this one is over.");
  if (call.children.size > 0) await Promise.all(call.children);
  // Calls that waited for this one decide with its labels.
  const labelled = withLabels(call, settled);
  call.ticket.release();
  const durationMs = session.now() - call.startedAtMs;
  const outcome = madeOfShown<Outcome>({ ...shownFields(labelled), durationMs });
  try {
    const { journal, redactor } = session;
    const recorded = journal?.recordOutcome(
      shownWhole<CallRecord>({
        ...shownFields(call.redacted.journalled(journalledCall(call), redactor)),
        approvals: redactModelText<readonly ApprovalRecord[]>(call.consent.answers, redactor),
        outcome,
      }),
    );
    if (recorded !== undefined) await recorded;
  } catch {
    // The call has happened; a journal reports its own failures.
  }
  session.ended(call);
  call.emit(
    shownWhole<InvocationEndEvent>({
      type: "invocation-end",
      sessionId: session.id,
      callId: call.callId,
      outcome,
    }),
  );
  return outcome;
}

function outcomeOf(call: Call, end: Ran): Outcome {
  const { stageEnd } = end;
  if (stageEnd === undefined) return ranOutcome(call, end);
  if (stageEnd.against === undefined) return withStageEnd(ranOutcome(call, end), stageEnd);
  return withStageEnd(stopped(call, stageEnd.against, end), stageEnd);
}

function ranOutcome(call: Call, end: Ran): Outcome {
  const { running, returned, thrown, interruption } = end;
  if (interruption !== undefined) return stopped(call, interruption, end);
  if (thrown !== undefined) return failed(call, thrown);
  const result = checkResult(running, returned);
  return {
    ...blank(call),
    content: result.content,
    display: result.display ?? null,
    structured: result.structured ?? null,
    ...(result.artifacts !== undefined && { artifacts: result.artifacts }),
    metadata: result.metadata ?? {},
  };
}

/** The outcome of a tool that was interrupted or whose changes were dropped, with what it still returned. */
function stopped(call: Call, reason: unknown, { running, returned, thrown }: Ran): Outcome {
  const outcome = failed(call, reason);
  let had: readonly ContentPart[] = [];
  try {
    if (returned !== undefined) had = checkResult(running, returned).content;
    else if (ToolError.isInstance(thrown)) had = [text(thrown.message), ...(thrown.content ?? [])];
  } catch {
    // What it returned is no valid result; the interruption is the outcome anyway.
  }
  return { ...outcome, content: [...outcome.content, ...had] };
}

function failed(call: Call, thrown: unknown): Outcome {
  const {
    status,
    code,
    message,
    details,
    content = [],
    display = null,
  } = describeThrown(call, thrown);
  return {
    ...blank(call),
    status,
    content: [text(message), ...content],
    display,
    error: { code, message, ...(details !== undefined && { details }) },
  };
}

interface Failure {
  readonly status: OutcomeStatus;
  readonly code: ErrorCode;
  readonly message: string;
  readonly details?: Readonly<Record<string, unknown>> | undefined;
  readonly content?: readonly ContentPart[] | undefined;
  readonly display?: Display | null;
}

function describeThrown(call: Call, thrown: unknown): Failure {
  if (thrown instanceof Cancellation) {
    return { status: "cancelled", code: "cancelled", message: thrown.message };
  }
  if (thrown instanceof Refusal) {
    return {
      status: "refused",
      code: thrown.code,
      message: thrown.message,
      details: thrown.details,
      display: forPerson(call, thrown),
    };
  }
  if (ToolError.isInstance(thrown)) {
    if (call.cancellation !== null && thrown.code === "cancelled") {
      return { status: "cancelled", code: "cancelled", message: call.cancellation.message };
    }
    const { code, message, details, content } = thrown;
    return { status: "error", code, message, details, content };
  }
  const reason = maskHostPaths(messageOf(thrown), call.session.workspace.roots);
  return {
    status: "error",
    code: "internal",
    message: `'${call.name}' failed unexpectedly: ${reason}. This is a fault of the tool: try another way, or tell the person.`,
  };
}

/** A refusal in the person's language, unless that is the message's. */
function forPerson({ session: { language } }: Call, { message, phrases }: Refusal): Display | null {
  const said = linesIn(language, phrases);
  return said === message ? null : { type: "text", text: said };
}

function blank(call: Call): Outcome {
  const { decision = null, effects = [] } = call.reached;
  return {
    callId: call.callId,
    tool: call.name,
    status: "ok",
    content: [],
    display: null,
    structured: null,
    error: null,
    decision,
    effects,
    metadata: {},
    durationMs: 0,
  };
}

/** Added after redaction, because the note contains placeholders. */
function withPlaceholderNote(call: Call, outcome: Shown<Outcome>): Shown<Outcome> {
  const { leftAlone = null } = call.reached;
  if (leftAlone === null) return outcome;
  const note = text(`Note: ${leftAlone}`);
  return madeOfShown<Outcome>({
    ...shownFields(outcome),
    content: [...outcome.content, note],
  });
}

/** Adds the runtime's own facts: repairs of the input, approvals, and what can't be undone. */
function withNotes(call: Call, outcome: Outcome, undo: UndoOutlook | undefined): Outcome {
  const { repairs = [] } = call.reached;
  const approvals = call.consent.answers;
  const isUndoable = undo?.undoable !== false;
  if (repairs.length === 0 && approvals.length === 0 && isUndoable) return outcome;
  const listed = repairs.map((repair) => repair.replace(/\.$/, "")).join("; ");
  return {
    ...outcome,
    content:
      repairs.length === 0
        ? outcome.content
        : [...outcome.content, text(`Note: the input was repaired: ${listed}.`)],
    metadata: {
      ...outcome.metadata,
      ...(repairs.length > 0 && { repairs }),
      ...(approvals.length > 0 && { approvals }),
      ...(!isUndoable && { undo }),
    },
  };
}
