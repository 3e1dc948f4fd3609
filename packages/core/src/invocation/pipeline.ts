import { ToolError } from "../errors.ts";
import { announce } from "./announce.ts";
import type { Call } from "./call.ts";
import { claimEffects } from "./claim.ts";
import { decideCall } from "./decide.ts";
import { limits } from "./limits.ts";
import { isUnknownName, takeAlias, takeForwarded } from "./meant-call.ts";
import type { Outcome } from "./outcome.ts";
import { prepareCall } from "./prepare.ts";
import { resolveTool } from "./resolve.ts";
import { runCall } from "./run.ts";
import { type CallEnd, finishCall, settleCall } from "./settle.ts";
import { type Claimed, type Edited, isEdited, type Meant, type Ran } from "./stages.ts";
import { opensStage, runStaged } from "./staged/run-staged.ts";
import { validateInput } from "./validate.ts";

/**
 * Runs a call from the model's request to its one outcome. Each stage is in the file of its name and
 * returns what the next stage takes. A stage ends the call by throwing. Never rejects.
 */
export async function invoke(call: Call): Promise<Outcome> {
  let end: CallEnd;
  try {
    let meant = takeForwarded(call);
    // Only unknown names wait for aliases; other calls are announced at once.
    if (isUnknownName(call)) meant = await takeAlias(call, meant);
    announce(call, meant);
    end = await throughStages(call, meant);
  } catch (thrown) {
    end = { thrown };
  }
  call.isOver = true;
  // 7 settle: the one outcome; then the call gives up its place and is announced as ended
  return finishCall(call, await settleCall(call, end));
}

async function throughStages(call: Call, meant: Meant): Promise<Ran> {
  const startAgain = countRounds(call);
  // 1 resolve: name -> tool in this session's set
  const resolved = resolveTool(call, meant);
  let { input } = meant;
  for (;;) {
    // 2 validate: input against the schema, one bounded repair, before-hooks
    const validated = await validateInput(resolved, input);
    // 3 claim: the most it would do; a denial ends the call; its place in the queue
    const claimed = await claimEffects(validated);
    const end = await untilRun(claimed, startAgain);
    if (!isEdited(end)) return end;
    startAgain("was edited");
    input = end.editedInput;
  }
}

async function untilRun(
  claimed: Claimed,
  startAgain: (why: string) => void,
): Promise<Ran | Edited> {
  for (;;) {
    // 4 prepare: when its turn comes, exactly what it will do
    const prepared = await prepareCall(claimed);
    if (isEdited(prepared)) return prepared;
    // 5 decide: the policy with a proof, and people if it asks
    const decided = await decideCall(prepared);
    if (isEdited(decided)) return decided;
    // 6 run: what was prepared, unless its files have changed since; in a stage if one is wanted
    const end = await (opensStage(decided) ? runStaged(decided) : runCall(decided));
    if (end !== "changed") return end;
    claimed.call.consent.forgetRun();
    startAgain("found its files changed");
  }
}

function countRounds(call: Call): (why: string) => void {
  let rounds = 0;
  return (why) => {
    rounds += 1;
    if (rounds < limits.rounds) return;
    throw new ToolError(
      "file-changed",
      `'${call.name}' ${why} ${limits.rounds} times before it could run. Try again once nothing changes any more.`,
    );
  };
}
