import { createTrustStore } from "@toolwright/workspace/internal";
import { realRoot } from "@toolwright/runtime/internal";
import type { Command } from "../arguments/command.ts";
import { usageError } from "../errors.ts";
import { textOutput } from "../output/text-output.ts";
import { line } from "../text/styled-line.ts";
import { linesText, lookFor } from "../text/terminal-lines.ts";
import { placesOf } from "./policy-controller.ts";

/** `toolwright policy untrust`: stops trusting the project, so that its settings can only tighten the policy. */
export const policyUntrust: Command = async ({ arguments: parsed, program }) => {
  const [extra] = parsed.positionals;
  if (extra !== undefined) {
    throw usageError(`policy untrust takes no arguments, but got '${extra}'. Use --workspace DIR.`);
  }
  const places = placesOf(parsed, program);
  const root = realRoot(places.workspace);
  const wasTrusted = createTrustStore(places.stateDirectory).remove(root);
  const { stdout, environment } = program;
  const text = wasTrusted
    ? `${root} is no longer trusted: its settings can only tighten the policy.`
    : `${root} wasn't trusted.`;
  await textOutput(stdout).write(linesText([line(text)], lookFor(stdout, environment)));
  return 0;
};
