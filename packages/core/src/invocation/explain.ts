import type { Effect } from "../effects/effect.ts";
import type { PolicyDecision } from "../policy/policy.ts";
import { askPolicy } from "./ask-policy.ts";
import type { Call } from "./call.ts";
import { claimEffects } from "./claim.ts";
import { isUnknownName, takeAlias, takeForwarded } from "./meant-call.ts";
import type { OutcomeError } from "./outcome.ts";
import { prepareCall, readsToPrepare } from "./prepare.ts";
import { resolveTool } from "./resolve.ts";
import { settleCall } from "./settle.ts";
import { validateInput } from "./validate.ts";

/** The result of `session.explain`. */
export interface Explanation {
  readonly tool: string;
  readonly input: unknown;
  /** The exact effects, or the claims when preparing needs approval or failed. */
  readonly effects: readonly Effect[];
  readonly isExact: boolean;
  /** Null when the call fails before anything is decided. */
  readonly decision: PolicyDecision | null;
  /** Why the call would fail or be refused before it runs; null when it would run or ask for approval. */
  readonly error: OutcomeError | null;
}

/** Runs stages 1 to 5 of a call without asking anybody and without changing anything. */
export async function explainCall(call: Call): Promise<Explanation> {
  let isExact = false;
  let error: OutcomeError | null = null;
  try {
    let meant = takeForwarded(call);
    if (isUnknownName(call)) meant = await takeAlias(call, meant);
    const validated = await validateInput(resolveTool(call, meant), meant.input);
    const claimed = await claimEffects(validated);
    const reads = askPolicy(claimed, readsToPrepare(claimed));
    if (reads.decision === "allow" && !usesUp(call, reads)) {
      await prepareCall(claimed);
      isExact = true;
    }
    const known = { ...claimed, ...call.reached };
    call.reach({ ...known, decision: askPolicy(claimed, known.effects) });
  } catch (thrown) {
    const outcome = await settleCall(call, { thrown });
    error = outcome.error;
  } finally {
    call.isOver = true;
    call.ticket.release();
  }
  const { given: input, effects = [], decision = null } = call.reached;
  return { tool: call.name, input, effects, isExact, decision, error };
}

/** Whether preparing would use up a grant. An explanation is not a call, so it must not. */
function usesUp({ session }: Call, { proof }: PolicyDecision): boolean {
  if (!proof.some(({ grant }) => grant !== undefined)) return false;
  const scarce = session.grants.filter(
    ({ scope, usesLeft }) => usesLeft !== undefined || scope === "once" || scope === "session",
  );
  return proof.some(({ grant }) => scarce.some(({ id }) => id === grant));
}
