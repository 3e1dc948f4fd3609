import { phrase } from "../language/phrase.ts";
import { createTrustStore } from "@toolwright/workspace/internal";
import { realRoot } from "@toolwright/runtime/internal";
import type { Command } from "../arguments/command.ts";
import { takesNoArguments } from "../errors.ts";
import { textOutput } from "../output/text-output.ts";
import { line } from "../text/styled-line.ts";
import { linesText, lookFor } from "../text/terminal-lines.ts";
import { placesOf } from "./policy-controller.ts";

/** `toolwright policy untrust`: stops trusting the project, so that its settings can only tighten the policy. */
export const policyUntrust: Command = async ({ arguments: parsed, program }) => {
  const [extra] = parsed.positionals;
  if (extra !== undefined) {
    throw takesNoArguments("policy untrust", extra);
  }
  const places = placesOf(parsed, program);
  const root = realRoot(places.workspace);
  const wasTrusted = createTrustStore(places.stateDirectory).remove(root);
  const { stdout } = program;
  const text = wasTrusted
    ? phrase("{folder} is no longer trusted: its settings can only tighten the policy.", {
        folder: root,
      })
    : phrase("{folder} wasn't trusted.", { folder: root });
  await textOutput(stdout).write(
    linesText([line(program.language.say(text))], lookFor(stdout, program)),
  );
  return 0;
};
