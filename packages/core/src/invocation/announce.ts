import { type Call, parentOf } from "./call.ts";
import type { InvocationStartEvent } from "./event.ts";
import { madeOfShown, type Shown, shownWhole } from "./outlet.ts";
import { redactModelText } from "./redact.ts";
import type { Meant } from "./stages.ts";

/** Announces the start of a call. */
export function announce(call: Call, meant: Meant): void {
  const { session, callId, name } = call;
  let input = madeOfShown<unknown>(null);
  let tool: Shown<string> = madeOfShown<string>("");
  try {
    tool = redactModelText(name, session.redactor);
    input = redactModelText(meant.input, session.redactor);
  } finally {
    // Even if the redactor fails and ends the call: every invocation starts before it ends.
    call.emit(
      shownWhole<InvocationStartEvent>({
        type: "invocation-start",
        sessionId: session.id,
        callId,
        tool,
        agent: session.agent.name,
        ...parentOf(call),
        input,
      }),
    );
  }
}
