import { ApprovalState } from "@toolwright/runtime/approvals";
import type { Command } from "../arguments/command.ts";
import { takesNoArguments } from "../errors.ts";
import { textOutput } from "../output/text-output.ts";
import { placesOf } from "./policy-controller.ts";

/** `toolwright approvals key`: this machine's public key, which is made when there is none. */
export const approvalsKey: Command = async ({ arguments: parsed, program }) => {
  const [extra] = parsed.positionals;
  if (extra !== undefined) throw takesNoArguments("approvals key", extra);
  const { stateDirectory } = placesOf(parsed, program);
  await textOutput(program.stdout).write(`${new ApprovalState(stateDirectory).key.name}\n`);
  return 0;
};
