import { footprintOf } from "../../effects/conflict.ts";
import { unknown } from "../../effects/effect.ts";
import type { RegisteredTool } from "../../registry/registered-tool.ts";
import type { Tool } from "../../tool/tool.ts";
import type { Call } from "../call.ts";
import type { Outcome } from "../outcome.ts";
import { announce } from "../announce.ts";
import { runCall } from "../run.ts";
import { type CallEnd, finishCall, settleCall } from "../settle.ts";
import type { Decided } from "../stages.ts";
import type { CallStage } from "./call-stage.ts";
import { waitForTurn } from "../wait-for-turn.ts";
import { endStage } from "./run-staged.ts";

/** The call that ends the stage of a whole session. No model can make it. */
export const sessionStage: Tool = {
  name: "stage",
  title: "Stage",
  kind: "other",
  description: "Ends the stage of the session.",
  input: { type: "object", properties: {} },
  effects: () => [],
  execute: () => ({ content: "The session worked in a stage." }),
};

/** Nothing else may happen meanwhile. */
const everything = [unknown("what was done in the session's stage")];

/** Ends a session's stage as a call of its own: what was done is shown, decided, committed or dropped, and journalled. */
export async function endSessionStage(
  call: Call,
  registered: RegisteredTool,
  inStage: CallStage,
): Promise<Outcome> {
  call.stage = inStage;
  call.wantsStage = true;
  announce(call, { input: {}, reshaped: [] });
  let end: CallEnd;
  try {
    call.ticket.claim(footprintOf(everything));
    await waitForTurn(call);
    const ran = await runCall(decidedOf(call, registered));
    if (ran === "changed") throw new Error("Nothing was prepared that could change.");
    end = { ...ran, ...(await endStage(ran, inStage)) };
  } catch (thrown) {
    end = { thrown };
  }
  call.isOver = true;
  return finishCall(call, await settleCall(call, end));
}

function decidedOf(call: Call, registered: RegisteredTool): Decided {
  return call.reach<Decided>({
    call,
    registered,
    repairs: [],
    given: {},
    input: {},
    claims: [],
    secrets: [],
    leftAlone: null,
    effects: [],
    decision: { decision: "allow", mode: call.session.policy.mode, proof: [] },
    preparation: { summary: "all that was done in the stage", effects: [], prepared: {} },
  });
}
