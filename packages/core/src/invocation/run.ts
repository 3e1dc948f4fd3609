import { leavesNothing, mayChangeFiles } from "../effects/aftermath.ts";
import { unknown } from "../effects/effect.ts";
import { ToolError } from "../errors.ts";
import type { CallIntent } from "../ports/journal.ts";
import type { ToolResult } from "../tool/tool.ts";
import { isThenable } from "../thenable.ts";
import type { ApprovalRecord } from "./consent.ts";
import type { Call } from "./call.ts";
import type { CallHost } from "./call-host.ts";
import { journalledCall } from "./journalled-call.ts";
import { limits } from "./limits.ts";
import { watchProblems } from "./new-problems.ts";
import { shownFields, shownWhole } from "./outlet.ts";
import { redactDeep } from "./redact.ts";
import { sendLastOutput } from "./send-update.ts";
import type { Decided, Ran, Running } from "./stages.ts";
import type { Cancellation } from "./stop.ts";
import { TimeLimit } from "./time-limit.ts";
import { callFacts, createToolContext } from "./tool-context.ts";

/**
 * Stage 6: runs exactly what was prepared and approved, with a time limit and live updates. Before that,
 * it records the intent in the journal and takes a snapshot.
 *
 * `preparedOn`: the workspace that the call was prepared on, if it runs in another view of it.
 *
 * Returns `changed` when the files that it was prepared on have changed: back to stage 4. The tool's
 * errors aren't thrown but returned as `thrown`.
 */
export async function runCall(
  decided: Decided,
  preparedOn: CallHost["workspace"] = decided.call.session.workspace,
): Promise<Ran | "changed"> {
  const { call, effects } = decided;
  const { session, callId } = call;
  call.throwIfCancelled();
  if (!(await isCurrent(decided, preparedOn))) return "changed";
  await recordIntent(decided);
  session.sandboxFactory?.expect?.(effects);
  const timeLimit = new TimeLimit(() => session.now());
  call.timeLimit = timeLimit;
  const running = call.reach<Running>({
    ...decided,
    snapshot: (await session.snapshots?.take({ sessionId: session.id, callId, effects })) ?? null,
    output: null,
    timeLimit,
    watch: null,
  });
  call.stage?.declared.push(...effects);
  if (mayChangeFiles(effects)) running.watch = await watchProblems(running);
  const end = await execute(running);
  const undo = await running.snapshot?.finish(hasBackgroundCommand(call));
  await call.stage?.stage.note();
  sendLastOutput(running);
  return { ...end, running, ...(undo !== undefined && { undo }) };
}

function hasBackgroundCommand({ session, callId }: Call): boolean {
  const jobs = session.jobs?.list() ?? [];
  return jobs.some((job) => job.callId === callId && job.state.status === "running");
}

/** Throws when secrets can't be redacted; then nothing runs. */
async function recordIntent({ call, decision, effects: known }: Decided): Promise<void> {
  const { journal, redactor } = call.session;
  const effects = ownsStage(call) && leavesNothing(known) ? inItsStage : known;
  await journal?.recordIntent(
    shownWhole<CallIntent>({
      ...shownFields(call.redacted.journalled(journalledCall(call), redactor)),
      ...call.redacted.decided(effects, decision, redactor),
      approvals: redactDeep<readonly ApprovalRecord[]>(call.consent.answers, redactor),
    }),
  );
}

/** A commit may change anything, also for a call that only makes other calls. */
const inItsStage = [unknown("what it does in its stage")];

function ownsStage({ stage, wantsStage, parent }: Call): boolean {
  return wantsStage && stage !== null && stage !== (parent?.stage ?? null);
}

async function isCurrent(
  { preparation }: Decided,
  workspace: CallHost["workspace"],
): Promise<boolean> {
  for (const { path, version } of preparation.basedOn ?? []) {
    if ((await workspace.version(await workspace.resolve(path))) !== version) return false;
  }
  return true;
}

type RunEnd = Omit<Ran, "running" | "undo">;

/** Never rejects. */
async function execute(running: Running): Promise<RunEnd> {
  const { call, registered, preparation } = running;
  const { tool } = registered;
  try {
    call.throwIfCancelled();
    const timeoutMs = timeoutOf(running);
    call.hasStarted = true;
    const value = tool.execute(preparation.prepared as never, createToolContext(running));
    if (!isThenable(value)) return { returned: value };
    return await untilEnd(running, value, timeoutMs);
  } catch (thrown) {
    return { thrown };
  }
}

function timeoutOf({ call, registered: { tool }, input }: Running): number {
  const { timeoutMs } = tool;
  const wanted =
    typeof timeoutMs === "function" ? timeoutMs(input as never, callFacts(call)) : timeoutMs;
  if (wanted === undefined || !(wanted > 0)) return limits.executeMs;
  return wanted;
}

/**
 * Waits for the tool's end. At the time limit, or when the call is cancelled, its signal fires. The tool
 * then has a moment to end and return what it has so far; after that it is abandoned.
 */
function untilEnd(
  running: Running,
  result: PromiseLike<ToolResult | string>,
  timeoutMs: number,
): Promise<RunEnd> {
  const { call, timeLimit } = running;
  return new Promise((resolve) => {
    let interruption: ToolError | Cancellation | undefined;
    let graceTimer: ReturnType<typeof setTimeout> | undefined;
    const interrupt = (reason: ToolError | Cancellation): void => {
      if (interruption !== undefined) return;
      interruption = reason;
      timeLimit.stop();
      graceTimer = setTimeout(() => end({}), limits.abortGraceMs);
      call.abort(reason);
    };
    timeLimit.start(timeoutMs, () => interrupt(timeoutError(running, timeoutMs)));
    const end = (how: RunEnd): void => {
      timeLimit.stop();
      clearTimeout(graceTimer);
      stopListening();
      resolve(interruption === undefined ? how : { ...how, interruption });
    };
    let stopListening = (): void => {};
    result.then(
      (returned) => end({ returned }),
      (thrown: unknown) => end({ thrown }),
    );
    stopListening = call.onCancel(interrupt);
  });
}

function timeoutError({ call, registered }: Running, timeoutMs: number): ToolError {
  const advice = registered.tool.timeoutAdvice ?? "Ask for less in one call.";
  return new ToolError(
    "timeout",
    `'${call.name}' was stopped after its time limit of ${timeoutMs / 1_000} s. ${advice}`,
    { details: { timeoutMs } },
  );
}
