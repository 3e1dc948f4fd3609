import { ToolError } from "../errors.ts";
import { isThenable } from "../thenable.ts";
import type { Call } from "./call.ts";
import { claimEffects } from "./claim.ts";
import { decideCall } from "./decide.ts";
import type { InvocationStartEvent } from "./event.ts";
import { limits } from "./limits.ts";
import type { Outcome } from "./outcome.ts";
import { takeMeant } from "./meant-call.ts";
import { prepareCall } from "./prepare.ts";
import { madeOfShown, type Shown, shownWhole } from "./outlet.ts";
import { redactGiven } from "./redact.ts";
import { resolveTool } from "./resolve.ts";
import { type RunEnd, runCall } from "./run.ts";
import { type CallEnd, finishCall, settleCall } from "./settle.ts";
import { validateInput } from "./validate.ts";

/**
 * The way of a call, from what a model asked for to its one outcome. Each stage is the file of its
 * name; a stage ends the call by throwing. Never rejects.
 */
export async function invoke(call: Call): Promise<Outcome> {
  let end: CallEnd;
  try {
    const taken = takeMeant(call);
    if (isThenable(taken)) await taken;
    announce(call);
    end = { ...(await throughStages(call)), hasRun: true };
  } catch (thrown) {
    end = { thrown, hasRun: false };
  }
  call.isOver = true;
  // 7 settle: its one outcome, then its place is free and everybody is told
  return finishCall(call, await settleCall(call, end));
}

async function throughStages(call: Call): Promise<RunEnd> {
  // 1 resolve: name -> tool of this session's set
  const registered = resolveTool(call);
  call.tool = registered;
  for (;;) {
    // 2 validate: input against the schema, one bounded repair, before-hooks. Always waited for: who makes
    // a call has it in hand, and can cancel it, before it does anything.
    await validateInput(call, registered);
    // 3 claim: what it would do at most; a denial ends here; its place in the queue
    const claimed = claimEffects(call, registered);
    if (claimed !== undefined) await claimed;
    const end = await untilRun(call, registered);
    if (end !== "edited") return end;
    countRound(call, "was edited");
  }
}

async function untilRun(
  call: Call,
  registered: NonNullable<Call["tool"]>,
): Promise<RunEnd | "edited"> {
  for (;;) {
    // 4 prepare: when its turn has come, exactly what it will do
    const prepared = prepareCall(call, registered);
    if ((isThenable(prepared) ? await prepared : prepared) === "edited") return "edited";
    // 5 decide: policy with proof, people where it asks
    const decided = decideCall(call, registered);
    if ((isThenable(decided) ? await decided : decided) === "edited") return "edited";
    // 6 run: what was prepared, unless what it rests on has changed meanwhile
    const { preparation } = call;
    if (preparation === null) throw new ToolError("internal", "The call was not prepared.");
    const end = await runCall(call, registered, preparation);
    if (end !== "changed") return end;
    call.approved.run = [];
    countRound(call, "found its files changed");
  }
}

function countRound(call: Call, what: string): void {
  call.rounds += 1;
  if (call.rounds < limits.rounds) return;
  throw new ToolError(
    "file-changed",
    `'${call.name}' ${what} ${limits.rounds} times before it could run. Start again when things have settled.`,
  );
}

function announce(call: Call): void {
  const { session, callId, name } = call;
  let input = madeOfShown<unknown>(null);
  let tool: Shown<string> = madeOfShown<string>("");
  try {
    tool = redactGiven(name, session.redactor);
    input = redactGiven(call.rawInput, session.redactor);
  } finally {
    // Also when the redactor fails, which ends the call: every invocation starts before it ends.
    call.emit(
      shownWhole<InvocationStartEvent>({
        type: "invocation-start",
        sessionId: session.id,
        callId,
        tool,
        agent: session.agent.name,
        input,
      }),
    );
  }
}
