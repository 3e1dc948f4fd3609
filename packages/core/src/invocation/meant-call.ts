import type { RegisteredTool } from "../registry/registered-tool.ts";
import { copyInput } from "../schema/input.ts";
import type { ForwardedCall } from "../tool/tool.ts";
import type { MaybePromise } from "../ports/workspace.ts";
import type { Call } from "./call.ts";
import type { Meant } from "./stages.ts";

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
 * Before stage 1, and before anybody is told of the call: what it stands for. A tool that only passes calls
 * on is replaced by the tool that it names. From then on the call is that tool's, for the policy, hooks,
 * events and the journal alike.
 */
export function takeForwarded(call: Call): Meant {
  const asked: Meant = { input: call.asked, reshaped: [] };
  const tool = call.isRepeated ? undefined : call.session.find(call.name)?.tool;
  if (tool?.forwards === undefined) return asked;
  const copied = copyInput(asked.input);
  if ("issue" in copied) return asked;
  try {
    return take(call, asked, tool.forwards(copied.value) ?? null);
  } catch {
    // Its own schema says what it takes.
    return asked;
  }
}

/** Whether no tool has the call's name. A tool that exists, but not for this agent, has it. */
export function isUnknownName({ name, session, isRepeated }: Call): boolean {
  if (isRepeated || session.find(name) !== undefined) return false;
  return session.whyNotAvailable(name) === undefined;
}

/** The same for a name from habit, which is replaced by the one that the tool has here. */
export async function takeAlias(call: Call, meant: Meant): Promise<Meant> {
  const { aliases, tools } = call.session;
  try {
    const aliased = await aliases?.meantBy({ name: call.name, input: meant.input }, tools);
    return take(call, meant, aliased ?? null);
  } catch {
    // Then the name is nobody's, and the model is told so.
    return meant;
  }
}

function take(call: Call, before: Meant, meant: ForwardedCall | null): Meant {
  if (meant === null || typeof meant.name !== "string") return before;
  // One that passes calls on calls no other such tool, nor itself.
  if (call.session.find(meant.name)?.tool.forwards !== undefined) return before;
  call.name = meant.name;
  return { input: meant.input, reshaped: [...before.reshaped, ...(meant.repairs ?? [])] };
}
