import { messageOf } from "../errors.ts";
import type { AfterHook } from "../hooks/hooks.ts";
import { text } from "../output/content.ts";
import type { ToolResult } from "../tool/tool.ts";
import { hookFacts } from "./hook-facts.ts";
import { guard } from "./guard.ts";
import { limits } from "./limits.ts";
import { noteReformatted } from "./note-reformatted.ts";
import type { Outcome } from "./outcome.ts";
import { checkResult } from "./result.ts";
import type { Running } from "./stages.ts";

/**
 * Runs the after-hooks of a call in order; each sees the outcome that the one before returned. A hook
 * that throws or hangs is skipped and reported in the metadata.
 */
export async function runAfterHooks(running: Running, outcome: Outcome): Promise<Outcome> {
  let current = outcome;
  for (const hook of running.call.session.hooks.after ?? []) {
    try {
      const { status, content, structured, error, effects } = current;
      const answer = await guard(
        hook.run({
          ...hookFacts(running),
          outcome: { status, content, structured, error, effects },
        }),
        hook.timeoutMs ?? limits.foreignCodeMs,
        `The after-hook '${hook.name}'`,
      );
      if (answer?.result !== undefined) current = replaced(running, current, answer.result, hook);
      if (hook.reformats === true) {
        current = withReformatted(current, await noteReformatted(running), hook);
      }
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

function replaced(
  running: Running,
  outcome: Outcome,
  answer: ToolResult,
  { name }: Pick<AfterHook, "name">,
): Outcome {
  const result = checkResult(running, answer);
  return {
    ...outcome,
    content: result.content,
    ...(result.display !== undefined && { display: result.display }),
    ...(result.structured !== undefined && { structured: result.structured }),
    metadata: { ...outcome.metadata, ...result.metadata, replacedBy: name },
  };
}

function withReformatted(
  outcome: Outcome,
  paths: readonly string[],
  { name }: Pick<AfterHook, "name">,
): Outcome {
  if (paths.length === 0) return outcome;
  const note = `Note: after this, '${name}' reformatted ${paths.join(", ")}.`;
  return {
    ...outcome,
    content: [...outcome.content, text(note)],
    metadata: { ...outcome.metadata, reformatted: paths },
  };
}
