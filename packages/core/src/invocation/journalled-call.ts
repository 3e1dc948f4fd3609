import type { JournalledCall } from "../ports/journal.ts";
import { type Call, parentOf } from "./call.ts";

/** The call's identity for the journal. Its secrets are not yet redacted. */
export function journalledCall(call: Call): JournalledCall {
  const { session } = call;
  return {
    sessionId: session.id,
    turn: call.turn,
    callId: call.callId,
    tool: call.name,
    agent: session.agent.name,
    ...parentOf(call),
    input: call.reached.given ?? null,
    startedAtMs: call.startedAtMs,
  };
}
