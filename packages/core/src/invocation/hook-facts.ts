import type { HookFacts } from "../hooks/hooks.ts";
import { copyInput } from "../schema/input.ts";
import type { Validated } from "./stages.ts";
import { callFacts } from "./tool-context.ts";

/** What hooks see of a call: a copy of its input, so that they change nothing in passing. */
export function hookFacts({
  call,
  registered,
  given,
}: Pick<Validated, "call" | "registered" | "given">): HookFacts {
  const copied = copyInput(given);
  return {
    ...callFacts(call),
    tool: { name: call.name, kind: registered.tool.kind },
    input: "value" in copied ? copied.value : null,
    signal: call.signal,
  };
}
