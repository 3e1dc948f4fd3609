import type { RegisteredTool } from "../registry/registered-tool.ts";
import { copyInput } from "../schema/input.ts";
import { isThenable } from "../thenable.ts";
import type { ForwardedCall } from "../tool/tool.ts";
import type { MaybePromise } from "../ports/workspace.ts";
import type { Call } from "./call.ts";

/** Names and shapes of calls that models write from habit, for tools that have other names here. */
export interface CallAliases {
  /**
   * The call of one of these tools that a call stands for, whose name none of them has; null for none.
   * Whatever it answers is validated and decided as if the model had sent it.
   */
  meantBy(
    call: { readonly name: string; readonly input: unknown },
    tools: readonly RegisteredTool[],
  ): MaybePromise<ForwardedCall | null>;
}

/**
 * Before stage 1, and before anybody is told of the call: what it stands for. A tool that only passes calls on
 * is put aside for the tool that it names, and a name from habit is replaced by the one that the tool has
 * here. From then on the call is that tool's, for the policy, hooks, events and the journal alike.
 */
export function takeMeant(call: Call): MaybePromise<void> {
  if (call.isRepeated) return;
  takeForwarded(call);
  const { aliases } = call.session;
  if (aliases === undefined || call.session.find(call.name) !== undefined) return;
  // A tool that exists, but not for this agent, isn't looked for under another name.
  if (call.session.whyNotAvailable(call.name) !== undefined) return;
  try {
    const meant = aliases.meantBy({ name: call.name, input: call.rawInput }, call.session.tools);
    if (!isThenable(meant)) return take(call, meant);
    return meant.then(
      (value) => take(call, value),
      () => undefined,
    );
  } catch {
    // Then the name is nobody's, and the model is told so.
  }
}

function takeForwarded(call: Call): void {
  const { session, name, rawInput } = call;
  const tool = session.find(name)?.tool;
  if (tool?.forwards === undefined) return;
  const copied = copyInput(rawInput);
  if ("issue" in copied) return;
  try {
    take(call, tool.forwards(copied.value) ?? null);
  } catch {
    // Its own schema says what it takes.
  }
}

function take(call: Call, meant: ForwardedCall | null): void {
  if (meant === null || typeof meant.name !== "string") return;
  // One that passes calls on calls no other such tool, nor itself.
  if (call.session.find(meant.name)?.tool.forwards !== undefined) return;
  call.name = meant.name;
  call.rawInput = meant.input;
  call.reshaped = [...call.reshaped, ...(meant.repairs ?? [])];
}
