import type { HookFacts } from "../hooks/hooks.ts";
import { copyInput } from "../schema/input.ts";
import type { Call } from "./call.ts";
import { callFacts } from "./tool-context.ts";

/** What hooks see of a call: a copy of its input, so that they change nothing in passing. */
export function hookFacts(call: Call): HookFacts {
  const copied = copyInput(call.given);
  return {
    ...callFacts(call),
    tool: { name: call.name, kind: call.tool?.tool.kind ?? "other" },
    input: "value" in copied ? copied.value : null,
    signal: call.signal,
  };
}
