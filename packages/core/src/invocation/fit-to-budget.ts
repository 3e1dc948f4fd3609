import { defaultOutputBudget, fitContent, type OutputBudget } from "../output/budget.ts";
import type { ContentPart } from "../output/content.ts";
import type { MaybePromise } from "../ports/workspace.ts";
import type { Call } from "./call.ts";
import type { Outcome } from "./outcome.ts";

/**
 * The outcome with its content cut to the session's budget: head and tail, and a line between that
 * says what was left out. The whole is kept under a handle where the session has a spill store.
 */
export function fitToBudget(outcome: Outcome, call: Call): MaybePromise<Outcome> {
  const { budget = defaultOutputBudget } = call.session;
  return isSurelyWithin(outcome.content, budget) ? outcome : fit(outcome, call, budget);
}

async function fit(outcome: Outcome, call: Call, budget: OutputBudget): Promise<Outcome> {
  const { spill, id } = call.session;
  const fitted = fitContent(outcome.content, budget);
  if (fitted.cut === null) return outcome;
  if (spill === undefined || fitted.whole === null) {
    return {
      ...outcome,
      content: fitted.parts,
      metadata: { ...outcome.metadata, cut: fitted.cut },
    };
  }
  const handle = await spill.keep(fitted.whole, { sessionId: id, callId: call.callId });
  const again = fitContent(outcome.content, { ...budget, handle });
  return {
    ...outcome,
    content: again.parts,
    metadata: { ...outcome.metadata, cut: again.cut, spill: handle },
  };
}

/** Without counting bytes: a UTF-16 unit takes at most three. */
function isSurelyWithin(content: readonly ContentPart[], { maxBytes }: OutputBudget): boolean {
  let most = 0;
  for (const part of content) {
    if (part.type !== "text") return false;
    most += part.text.length * 3;
  }
  return most <= maxBytes;
}
