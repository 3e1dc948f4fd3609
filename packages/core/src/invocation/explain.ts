import type { Effect } from "../effects/effect.ts";
import type { PolicyDecision } from "../policy/policy.ts";
import { askPolicy } from "./ask-policy.ts";
import type { Call } from "./call.ts";
import { claimEffects } from "./claim.ts";
import { takeMeant } from "./meant-call.ts";
import type { OutcomeError } from "./outcome.ts";
import { prepareCall, readsToPrepare } from "./prepare.ts";
import { resolveTool } from "./resolve.ts";
import { settleCall } from "./settle.ts";
import { validateInput } from "./validate.ts";

/** What `session.explain` finds out. */
export interface Explanation {
  readonly tool: string;
  readonly input: unknown;
  /** Exact, or the claims when preparing was not allowed or failed. */
  readonly effects: readonly Effect[];
  readonly isExact: boolean;
  /** Null when the call is in error before anything can be decided. */
  readonly decision: PolicyDecision | null;
  /** Why the call would fail or be refused before it ran; null when it would get to the question. */
  readonly error: OutcomeError | null;
}

/** Stages 1 to 5 of a call without its questions: it changes nothing and nobody is asked. */
export async function explainCall(call: Call): Promise<Explanation> {
  let isExact = false;
  let error: OutcomeError | null = null;
  try {
    await takeMeant(call);
    const registered = resolveTool(call);
    call.tool = registered;
    await validateInput(call, registered);
    await claimEffects(call, registered);
    const reads = askPolicy(call, readsToPrepare(call, registered));
    if (reads.decision === "allow" && !usesUp(call, reads)) {
      await prepareCall(call, registered);
      isExact = true;
    }
    call.decision = askPolicy(call, call.effects);
  } catch (thrown) {
    const outcome = await settleCall(call, { thrown, hasRun: false });
    error = outcome.error;
  } finally {
    call.isOver = true;
    call.ticket.release();
  }
  const { name: tool, given: input, effects, decision } = call;
  return { tool, input, effects, isExact, decision, error };
}

/** Whether preparing would use a grant that isn't for any number of calls: explaining is no call. */
function usesUp({ session }: Call, { proof }: PolicyDecision): boolean {
  if (!proof.some(({ grant }) => grant !== undefined)) return false;
  const scarce = session.grants.filter(
    ({ scope, usesLeft }) => usesLeft !== undefined || scope === "once" || scope === "session",
  );
  return proof.some(({ grant }) => scarce.some(({ id }) => id === grant));
}
