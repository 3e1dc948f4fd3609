import type { RegisteredTool } from "../registry/registered-tool.ts";
import { copyInput } from "../schema/input.ts";
import type { ForwardedCall } from "../tool/tool.ts";
import type { MaybePromise } from "../ports/workspace.ts";
import type { Call } from "./call.ts";
import type { Meant } from "./stages.ts";

/** Names and shapes of calls that models know from other products, for tools with other names here. */
export interface CallAliases {
  /**
   * The call of one of these tools that is meant by a call with an unknown name; null for none. The result
   * is validated and decided as if the model had sent it.
   */
  meantBy(
    call: { readonly name: string; readonly input: unknown },
    tools: readonly RegisteredTool[],
  ): MaybePromise<ForwardedCall | null>;
}

/**
 * Replaces a call of a forwarding tool by the call that it names. This happens before stage 1 and before
 * any event, so policy, hooks, events and the journal see only the named tool.
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
    // Validation against the tool's own schema then explains the fault.
    return asked;
  }
}

/** Whether no tool has the call's name, not even one that this agent doesn't get. */
export function isUnknownName({ name, session, isRepeated }: Call): boolean {
  if (isRepeated || session.find(name) !== undefined) return false;
  return session.whyNotAvailable(name) === undefined;
}

/** Like `takeForwarded`, for a name that the model knows from another product. */
export async function takeAlias(call: Call, meant: Meant): Promise<Meant> {
  const { aliases, tools } = call.session;
  try {
    const aliased = await aliases?.meantBy({ name: call.name, input: meant.input }, tools);
    return take(call, meant, aliased ?? null);
  } catch {
    // The name then stays unknown, and the model is told so.
    return meant;
  }
}

function take(call: Call, before: Meant, meant: ForwardedCall | null): Meant {
  if (meant === null || typeof meant.name !== "string") return before;
  // A forwarding tool may not call a forwarding tool, including itself.
  if (call.session.find(meant.name)?.tool.forwards !== undefined) return before;
  call.name = meant.name;
  return { input: meant.input, reshaped: [...before.reshaped, ...(meant.repairs ?? [])] };
}
