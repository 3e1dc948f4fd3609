import type { HookFacts } from "../hooks/hooks.ts";
import { copyInput } from "../schema/input.ts";
import type { Validated } from "./stages.ts";
import { callFacts } from "./tool-context.ts";

/** A call's facts for hooks. The input is a copy, so that hooks can't change the call's own. */
export function hookFacts({
  call,
  registered,
  given,
}: Pick<Validated, "call" | "registered" | "given">): HookFacts {
  const copied = copyInput(given);
  return {
    ...callFacts(call),
    tool: { name: call.name, ruleName: registered.ruleName, kind: registered.tool.kind },
    cwd: call.session.workspace.cwd,
    mode: call.session.policy.mode,
    input: "value" in copied ? copied.value : null,
    signal: call.signal,
  };
}
