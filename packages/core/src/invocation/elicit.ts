import type { Unanswered } from "../approval/approval-queue.ts";
import type {
  Elicitation,
  ElicitationAnswer,
  ElicitationRequest,
} from "../approval/elicitation.ts";
import { pauseAncestors } from "./call.ts";
import { shownFields, shownWhole } from "./outlet.ts";
import { redactDeep } from "./redact.ts";
import type { Call } from "./call.ts";
import type { Running } from "./stages.ts";

/**
 * Asks the person a question of a running call. The answer goes unredacted to the asker, because the
 * person wrote it for them. The time limit pauses meanwhile.
 */
export async function elicit(
  { call, timeLimit }: Running,
  request: ElicitationRequest,
  signal?: AbortSignal,
): Promise<ElicitationAnswer | Unanswered> {
  const { session, callId } = call;
  call.throwIfCancelled();
  const withdrawn = new AbortController();
  const withdraw = (): void => withdrawn.abort();
  const stopCancelling = call.onCancel(withdraw);
  if (signal?.aborted === true) withdraw();
  signal?.addEventListener("abort", withdraw, { once: true });
  const goOn = timeLimit.pause();
  const ancestorsGoOn = pauseAncestors(call);
  try {
    const answer = await session.approvals.elicit(
      shownWhole<Elicitation>({
        ...shownFields(redactDeep(request, session.redactor)),
        id: `elicitation-${globalThis.crypto.randomUUID()}`,
        sessionId: session.id,
        callId,
        agent: session.agent.name,
      }),
      withdrawn.signal,
    );
    if ("action" in answer && answer.action === "accept") bringPerson(call);
    return answer;
  } finally {
    goOn();
    ancestorsGoOn();
    stopCancelling();
    signal?.removeEventListener("abort", withdraw);
  }
}

function bringPerson({ session, callId, name, broughtLabels }: Call): void {
  broughtLabels.add("person");
  session.labels?.add({ label: "person", callId, tool: name });
}
