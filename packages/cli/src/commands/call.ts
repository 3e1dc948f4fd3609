import { phrase } from "../language/phrase.ts";
import { openSession } from "./open-session.ts";
import type { Command, CommandRun } from "../arguments/command.ts";
import { globalOptions } from "../arguments/global-flags.ts";
import { attachApprover } from "../approvers/attach-approver.ts";
import { approvalsFrom, printWaiting } from "../approvers/left-questions.ts";
import { usageError } from "../errors.ts";
import { givenInput, inputFor } from "../input/given-input.ts";
import { listedTools } from "../listed-tools/listed-tools.ts";
import { textOutput } from "../output/text-output.ts";
import { cancelOnInterrupt } from "./cancel-on-interrupt.ts";
import { exitStatusOf, outcomeLine } from "./outcome-text.ts";

/** `toolwright call`: one call, or with --stdin a session of several. */
export const call: Command = async (run) => {
  if (run.arguments.has("stdin")) return callStdin(run);
  const { arguments: parsed, program } = run;
  const [tool, ...pairs] = parsed.positionals;
  if (tool === undefined) {
    throw usageError(
      phrase("Name a tool: toolwright call TOOL [key=value …]. To list them: toolwright tools"),
    );
  }
  if (parsed.has("help")) return (await import("./show-tool.ts")).showTool(tool, run);
  const isJson = parsed.has("json");
  const isUnattended = isJson || parsed.value("input") === "-";
  const given = await givenInput(parsed, pairs, program);
  const left = approvalsFrom(parsed, "workspace");
  const opened = await openSession(globalOptions(parsed), program, {
    onlyCall: tool,
    builtinTools: listedTools,
    ...left,
    stage: parsed.has("stage"),
  });
  const { session } = opened;
  if (left.approvals === undefined) {
    attachApprover(session, { isYes: parsed.has("yes"), isUnattended }, program);
  }
  const interrupt = cancelOnInterrupt(session, program);
  try {
    const input = inputFor(tool, given, pairs, session);
    const outcome = await session.call({ name: tool, input }).outcome;
    if (isJson) await textOutput(program.stdout).write(outcomeLine(outcome));
    else {
      const { printOutcome } = await import("./print-outcome.ts");
      await printOutcome(outcome, program);
    }
    await printWaiting(opened.approvals, program);
    return exitStatusOf(outcome);
  } finally {
    interrupt.stop();
    await opened.close();
  }
};

async function callStdin({ arguments: parsed, program }: CommandRun): Promise<number> {
  const [extra] = parsed.positionals;
  if (extra !== undefined || parsed.value("input") !== undefined) {
    throw usageError(
      phrase("--stdin reads all calls from standard input, so remove {extra}.", {
        extra: extra ?? "--input",
      }),
    );
  }
  const { answerCalls } = await import("./call-stdin.ts");
  const isYes = parsed.has("yes");
  const opened = await openSession(globalOptions(parsed), program, {
    thirdPartyTools: "lazy",
    builtinTools: listedTools,
    ...approvalsFrom(parsed, "workspace"),
    stage: parsed.has("stage"),
  });
  attachApprover(opened.session, { isYes, isUnattended: true }, program);
  try {
    const status = await answerCalls(opened.session, program, (name) =>
      opened.tools.thirdParty.awaitTool(name),
    );
    await printWaiting(opened.approvals, program);
    return status;
  } finally {
    await opened.close();
  }
}
