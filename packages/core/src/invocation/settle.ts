import { leavesNothing } from "../effects/aftermath.ts";
import { type ErrorCode, messageOf, ToolError } from "../errors.ts";
import { type ContentPart, text } from "../output/content.ts";
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
import { redactDeep, redactModelText } from "./redact.ts";
import { checkResult } from "./result.ts";
import type { Ran } from "./stages.ts";
import { Cancellation, Refusal } from "./stop.ts";

/** How a call came to its end: its tool's code ran, or a stage stopped it before. */
export type CallEnd = Ran | { readonly thrown: unknown };

/**
 * Stage 7: makes the one outcome of whatever happened: checks the tool's result, lets the
 * after-hooks see it, hides secrets, fits it to the budget. Never rejects.
 */
export async function settleCall(call: Call, end: CallEnd): Promise<Shown<Outcome>> {
  let outcome: Outcome;
  try {
    if ("running" in end) outcome = await runAfterHooks(end.running, outcomeOf(call, end));
    else outcome = failed(call, end.thrown);
  } catch (thrown) {
    outcome = failed(call, thrown);
  }
  try {
    const mayHaveChanged = "running" in end && !leavesNothing(end.running.effects);
    if (mayHaveChanged) call.session.redactor?.refresh?.();
    // Before anything is cut or kept: half a secret is one, too, and so is one in a file.
    const shown = withPlaceholderNote(
      call,
      redactOutcome(call, withNotes(call, outcome, "running" in end ? end.undo : undefined)),
    );
    return isSurelyWithin(shown, call) ? shown : await fitToBudget(shown, call);
  } catch (thrown) {
    const failure = new ToolError(
      "internal",
      `The result couldn't be settled: ${messageOf(thrown)}`,
    );
    // A redactor that fails must not let anything through unredacted.
    return madeOfShown<Outcome>({ ...failed(call, failure), effects: [], decision: null });
  }
}

function redactOutcome(call: Call, outcome: Outcome): Shown<Outcome> {
  const { redactor } = call.session;
  const { effects, decision, ...rest } = outcome;
  return shownWhole<Outcome>({
    ...shownFields(redactDeep(rest, redactor)),
    ...call.redacted.decided(effects, decision, redactor),
  });
}

/** The call's last acts: what it started ends, its place is free, and everybody is told. */
export async function finishCall(call: Call, settled: Shown<Outcome>): Promise<Outcome> {
  const { session } = call;
  for (const child of call.children) child.cancel("The call that made this one is over.");
  if (call.children.size > 0) await Promise.all(call.children);
  call.ticket.release();
  const durationMs = session.now() - call.startedAtMs;
  const outcome = madeOfShown<Outcome>({ ...shownFields(settled), durationMs });
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
    // The call has happened; a journal that can't be written tells that itself where it fails.
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
  const { running, returned, thrown, interruption } = end;
  if (interruption !== undefined) return interrupted(call, interruption, end);
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

/** A tool that was told to stop may still have said what it had by then. */
function interrupted(
  call: Call,
  interruption: ToolError | Cancellation,
  { running, returned, thrown }: Ran,
): Outcome {
  const outcome = failed(call, interruption);
  let had: readonly ContentPart[] = [];
  try {
    if (returned !== undefined) had = checkResult(running, returned).content;
    else if (ToolError.isInstance(thrown)) had = [text(thrown.message), ...(thrown.content ?? [])];
  } catch {
    // What it returned on its way out is no result: its end is told all the same.
  }
  return { ...outcome, content: [...outcome.content, ...had] };
}

function failed(call: Call, thrown: unknown): Outcome {
  const { status, code, message, details, content = [] } = describeThrown(call, thrown);
  return {
    ...blank(call),
    status,
    content: [text(message), ...content],
    error: { code, message, ...(details !== undefined && { details }) },
  };
}

interface Failure {
  readonly status: OutcomeStatus;
  readonly code: ErrorCode;
  readonly message: string;
  readonly details?: Readonly<Record<string, unknown>> | undefined;
  readonly content?: readonly ContentPart[] | undefined;
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
    message: `'${call.name}' failed unexpectedly: ${reason}. That is a fault of the tool: do it in another way, or tell the person.`,
  };
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

/** Names placeholders, so that it comes after they were put in. */
function withPlaceholderNote(call: Call, outcome: Shown<Outcome>): Shown<Outcome> {
  const { leftAlone = null } = call.reached;
  if (leftAlone === null) return outcome;
  const note = text(`Note: ${leftAlone}`);
  return madeOfShown<Outcome>({
    ...shownFields(outcome),
    content: [...outcome.content, note],
  });
}

/** What the runtime has to say besides the tool: mended input, who approved, what can't be undone. */
function withNotes(call: Call, outcome: Outcome, undo: UndoOutlook | undefined): Outcome {
  const { repairs = [] } = call.reached;
  const approvals = call.consent.answers;
  const isUndoable = undo?.undoable !== false;
  if (repairs.length === 0 && approvals.length === 0 && isUndoable) return outcome;
  const mended = repairs.map((repair) => repair.replace(/\.$/, "")).join("; ");
  return {
    ...outcome,
    content:
      repairs.length === 0
        ? outcome.content
        : [...outcome.content, text(`Note: the input was repaired: ${mended}.`)],
    metadata: {
      ...outcome.metadata,
      ...(repairs.length > 0 && { repairs }),
      ...(approvals.length > 0 && { approvals }),
      ...(!isUndoable && { undo }),
    },
  };
}
