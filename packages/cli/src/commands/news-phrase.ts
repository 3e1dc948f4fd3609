import type { AgentEvent } from "@toolwright/agent";
import type { Phrase } from "@toolwright/core/internal";
import { phrase } from "../language/phrase.ts";

/** Something beside the work itself that a person is told. */
export type NewsEvent = Extract<
  AgentEvent,
  { type: "retry" | "budget-warning" | "hook" | "instructions-read" | "compaction" }
>;

export function newsPhrase(event: NewsEvent): Phrase {
  switch (event.type) {
    case "retry":
      return phrase("The model failed, trying again in {seconds} s: {reason}", {
        seconds: Math.ceil(event.delayMs / 1000),
        reason: event.reason,
      });
    case "budget-warning":
      return phrase("Budget {budget}: {used} of {limit} are used.", {
        budget: event.budget,
        used: event.used,
        limit: event.limit,
      });
    case "compaction":
      return phrase("The conversation was shortened: {before} → {after} tokens.", {
        before: event.tokensBefore,
        after: event.tokensAfter,
      });
    case "instructions-read":
      return phrase("Instructions read: {path}", { path: event.path });
    case "hook":
      return hookPhrase(event);
  }
}

function hookPhrase({
  hook,
  problem,
  end,
  ...more
}: Extract<AgentEvent, { type: "hook" }>): Phrase {
  if (problem !== undefined)
    return phrase("The hook '{hook}' failed: {problem}", { hook, problem });
  if (end !== undefined) return phrase("The hook '{hook}' ended the run: {end}", { hook, end });
  const reason = more.continue;
  return reason === undefined
    ? phrase("The hook '{hook}' told the model something.", { hook })
    : phrase("The hook '{hook}' makes the agent continue: {reason}", { hook, reason });
}
