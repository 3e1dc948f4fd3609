import type { Call } from "../invocation/call.ts";
import { madeOfShown, type Shown, shownFields } from "../invocation/outlet.ts";
import type { Outcome } from "../invocation/outcome.ts";
import type { Label, LabelSource } from "../ports/labels.ts";

/**
 * The outcome with the labels of its text, which come into the session's context: those of the call's effects, and
 * those that the calls it made brought. A refused call brings nothing but a person's words.
 */
export function withLabels(call: Call, outcome: Shown<Outcome>): Shown<Outcome> {
  const { session, parent, reached, isSecretHidden, consent, storedOutputs } = call;
  const { labels, startedBy } = session;
  if (labels === undefined) return outcome;
  const brought = new Set<Label>(call.broughtLabels);
  const bring = (label: Label, more: Pick<LabelSource, "effect"> = {}): void => {
    brought.add(label);
    if (!labels.context.has(label)) labels.add({ label, ...sourceOf(call), ...more });
  };
  if (mayShowWhatItRead(call, outcome)) {
    // A command that never asked for a sandbox ran without one.
    const { effects = [] } = reached;
    const found = labels.of({ effects, commands: call.commandReach ?? "open" });
    for (const [label, effect] of found) bring(label, { effect });
    if (isSecretHidden) bring("secret");
  }
  if (consent.answers.some(({ feedback }) => feedback !== undefined)) bring("person");
  if (brought.size === 0 && outcome.metadata["labels"] === undefined) return outcome;
  const list = [...brought];
  for (const handle of storedOutputs) labels.noteOutput(handle, list);
  for (const label of list) (parent ?? startedBy)?.broughtLabels.add(label);
  return madeOfShown<Outcome>({
    ...shownFields(outcome),
    metadata: { ...outcome.metadata, labels: list },
  });
}

/** Also a call that failed: `prepare` shows what a file contains in its errors. */
function mayShowWhatItRead({ hasStarted }: Call, { status }: Outcome): boolean {
  return hasStarted || status === "ok" || status === "error";
}

function sourceOf({ callId, name, session }: Call): Omit<LabelSource, "label"> {
  const { name: agent, depth } = session.agent;
  return { callId, tool: name, ...(depth > 0 && { agent }) };
}
