import type { Effect } from "../effects/effect.ts";
import { resolveEffects } from "../effects/resolve-effects.ts";
import { type Asked, askPeople } from "./ask.ts";
import { askPolicy } from "./ask-policy.ts";
import { openEffects, useGrants } from "./decide.ts";
import { refusalOf, rejectionOf } from "./refusal.ts";
import type { Running } from "./stages.ts";
import { Refusal } from "./stop.ts";

/**
 * Requests more effects for a running call, such as after its sandbox refused something. The same policy
 * decides, and may ask people; the time limit pauses meanwhile. Resolves to null when the effects are
 * allowed and added to the call's, otherwise to the reason.
 *
 * Errors: errors of path resolution; Cancellation.
 */
export async function requestEffects(
  running: Running,
  wanted: readonly Effect[],
  summary: string,
): Promise<string | null> {
  const { call } = running;
  const { workspace, sandboxFactory } = call.session;
  call.throwIfCancelled();
  if (call.isOver) return "the call is over";
  const effects = await resolveEffects(wanted, (path) => workspace.resolve(path));
  try {
    await allowMore(running, effects, summary);
  } catch (thrown) {
    if (thrown instanceof Refusal) return thrown.message;
    throw thrown;
  }
  await keepBefore(running, effects);
  sandboxFactory?.expect?.(effects);
  call.stage?.declared.push(...effects);
  running.effects = [...running.effects, ...effects];
  return null;
}

/** Errors: Refusal; Cancellation. */
async function allowMore(
  running: Running,
  effects: readonly Effect[],
  summary: string,
): Promise<void> {
  const { call } = running;
  const decision = askPolicy(running, effects);
  if (decision.decision === "deny") throw refusalOf(running, decision);
  const open = openEffects(call, decision);
  if (open.length > 0) return askForMore(running, { decision, open, summary });
  if (!(await useGrants(call, decision))) return allowMore(running, effects, summary);
}

async function askForMore(
  running: Running,
  asked: Pick<Asked, "decision" | "open" | "summary">,
): Promise<void> {
  const { call, preparation } = running;
  const { preview } = preparation;
  const goOn = running.timeLimit.pause();
  const { outcome } = await askPeople(running, {
    ...asked,
    stage: "run",
    ...(preview !== undefined && { preview }),
  }).finally(goOn);
  call.throwIfCancelled();
  // The call already runs, so its input can't change.
  if (outcome === "edit" || outcome === "cancel" || outcome === "stage")
    throw rejectionOf(call, undefined);
}

/** Saves what the call may change from now on, so that those changes can be undone as well. */
async function keepBefore(running: Running, effects: readonly Effect[]): Promise<void> {
  const { callId, session } = running.call;
  if (running.snapshot !== null) await running.snapshot.extend?.(effects);
  else {
    const request = { sessionId: session.id, callId, effects };
    running.snapshot = (await session.snapshots?.take(request)) ?? null;
  }
}
