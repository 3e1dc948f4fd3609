import { ToolError } from "../errors.ts";
import type { CallIntent } from "../ports/journal.ts";
import type { MaybePromise } from "../ports/workspace.ts";
import type { RegisteredTool } from "../registry/registered-tool.ts";
import type { Preparation, ToolResult } from "../tool/tool.ts";
import { isThenable } from "../thenable.ts";
import type { ApprovalRecord, Call } from "./call.ts";
import { journalledCall } from "./journalled-call.ts";
import { limits } from "./limits.ts";
import { shownFields, shownWhole } from "./outlet.ts";
import { redactDeep } from "./redact.ts";
import type { Cancellation } from "./stop.ts";
import { createToolContext } from "./tool-context.ts";

/** How a tool's code ended, before anything is made of it. */
export interface RunEnd {
  readonly returned?: ToolResult;
  readonly thrown?: unknown;
  /** Set when it was told to stop: the result, if any, is what it had by then. */
  readonly interruption?: ToolError | Cancellation;
}

/**
 * Stage 6: runs just what was prepared and approved, with a time limit, live updates, a snapshot
 * and the journal's intent before it.
 *
 * Returns `changed` when what it was prepared on is not there any more: back to stage 4. Never
 * throws what the tool threw: that is in the end's `thrown`.
 */
export async function runCall(
  call: Call,
  registered: RegisteredTool,
  preparation: Preparation<unknown>,
): Promise<RunEnd | "changed"> {
  call.throwIfCancelled();
  if (preparation.basedOn !== undefined && !(await isCurrent(call, preparation))) return "changed";
  const recorded = recordIntent(call);
  if (recorded !== undefined) await recorded;
  const { id: sessionId, snapshots, confinement } = call.session;
  const { callId, effects } = call;
  confinement?.expect?.(effects);
  const taken = snapshots?.take({ sessionId, callId, effects });
  call.snapshot = (isThenable(taken) ? await taken : taken) ?? null;
  if (call.snapshot === null) return execute(call, registered, preparation);
  try {
    return await execute(call, registered, preparation);
  } finally {
    call.undo = await call.snapshot.finish();
  }
}

/** Errors: `internal` when its secrets couldn't be hidden; then nothing runs. */
function recordIntent(call: Call): MaybePromise<void> {
  const { journal, redactor } = call.session;
  const { decision, effects, approvals } = call;
  if (journal === undefined || decision === null) return undefined;
  return journal.recordIntent(
    shownWhole<CallIntent>({
      ...shownFields(call.redacted.journalled(journalledCall(call), redactor)),
      ...call.redacted.decided(effects, decision, redactor),
      approvals: redactDeep<readonly ApprovalRecord[]>(approvals, redactor),
    }),
  );
}

async function isCurrent(call: Call, { basedOn }: Preparation<unknown>): Promise<boolean> {
  const { workspace } = call.session;
  for (const { path, version } of basedOn ?? []) {
    if ((await workspace.version(await workspace.resolve(path))) !== version) return false;
  }
  return true;
}

function execute(
  call: Call,
  { tool }: RegisteredTool,
  { prepared }: Preparation<unknown>,
): RunEnd | Promise<RunEnd> {
  let value: unknown;
  try {
    call.throwIfCancelled();
    value = tool.execute(prepared as never, createToolContext(call));
  } catch (thrown) {
    return { thrown };
  }
  if (!isThenable(value)) return { returned: value as ToolResult };
  return untilEnd(call, value as PromiseLike<ToolResult>, timeoutOf(call, tool.timeoutMs));
}

function timeoutOf(call: Call, timeoutMs: number | ((input: never) => number) | undefined): number {
  const wanted = typeof timeoutMs === "function" ? timeoutMs(call.input as never) : timeoutMs;
  if (wanted === undefined || !(wanted > 0)) return limits.executeMs;
  return wanted;
}

/**
 * Waits for the tool's end. At the time limit, or when the call is cancelled, its signal fires; it
 * then has a moment to end by itself and say what it had, and is given up after that.
 */
function untilEnd(
  call: Call,
  running: PromiseLike<ToolResult>,
  timeoutMs: number,
): Promise<RunEnd> {
  return new Promise((resolve) => {
    let interruption: ToolError | Cancellation | undefined;
    let graceTimer: ReturnType<typeof setTimeout> | undefined;
    const interrupt = (reason: ToolError | Cancellation): void => {
      if (interruption !== undefined) return;
      interruption = reason;
      call.timeLimit.stop();
      graceTimer = setTimeout(() => end({}), limits.abortGraceMs);
      call.abort(reason);
    };
    call.timeLimit.start(timeoutMs, () => interrupt(timeoutError(call, timeoutMs)));
    const end = (how: RunEnd): void => {
      call.timeLimit.stop();
      clearTimeout(graceTimer);
      stopListening();
      resolve(interruption === undefined ? how : { ...how, interruption });
    };
    let stopListening = (): void => {};
    running.then(
      (returned) => end({ returned }),
      (thrown: unknown) => end({ thrown }),
    );
    stopListening = call.onCancel(interrupt);
  });
}

function timeoutError(call: Call, timeoutMs: number): ToolError {
  const advice = call.tool?.tool.timeoutAdvice ?? "Ask for less at once.";
  return new ToolError(
    "timeout",
    `'${call.name}' was stopped after its time limit of ${timeoutMs / 1_000} s. ${advice}`,
    { details: { timeoutMs } },
  );
}
