import { messageOf } from "../errors.ts";
import type { Call } from "./call.ts";
import { hookFacts } from "./hook-facts.ts";
import { guard } from "./guard.ts";
import { limits } from "./limits.ts";
import type { Outcome } from "./outcome.ts";
import { checkResult } from "./result.ts";

/**
 * Shows the outcome of a call that ran to each after-hook in turn, each seeing what the one before
 * it made of it. A hook that throws or hangs is left out, and the metadata say so.
 */
export async function runAfterHooks(call: Call, outcome: Outcome): Promise<Outcome> {
  let current = outcome;
  for (const hook of call.session.hooks.after ?? []) {
    try {
      const { status, content, structured, error, effects } = current;
      const answer = await guard(
        hook.run({ ...hookFacts(call), outcome: { status, content, structured, error, effects } }),
        limits.foreignCodeMs,
        `The after-hook '${hook.name}'`,
      );
      if (answer?.result === undefined) continue;
      const result = checkResult(call, answer.result);
      current = {
        ...current,
        content: result.content,
        ...(result.display !== undefined && { display: result.display }),
        ...(result.structured !== undefined && { structured: result.structured }),
        metadata: { ...current.metadata, ...result.metadata, replacedBy: hook.name },
      };
    } catch (thrown) {
      const faults = (current.metadata["hookFaults"] ?? []) as readonly string[];
      current = {
        ...current,
        metadata: {
          ...current.metadata,
          hookFaults: [...faults, `after-hook '${hook.name}': ${messageOf(thrown)}`],
        },
      };
    }
  }
  return current;
}
