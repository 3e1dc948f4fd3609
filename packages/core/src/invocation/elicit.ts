import type { Unanswered } from "../approval/approval-queue.ts";
import type { ElicitationAnswer, ElicitationRequest } from "../approval/elicitation.ts";
import type { Call } from "./call.ts";
import { redactDeep } from "./redact.ts";

/**
 * What a running call wants to know of the person. The answer is the person's own word to who asked, and
 * goes to them as it is. The time limit stands still while a person thinks.
 */
export async function elicit(
  call: Call,
  request: ElicitationRequest,
): Promise<ElicitationAnswer | Unanswered> {
  const { session, callId } = call;
  call.throwIfCancelled();
  const withdrawn = new AbortController();
  const stopCancelling = call.onCancel(() => withdrawn.abort());
  const goOn = call.timeLimit.pause();
  try {
    return await session.approvals.elicit(
      {
        ...redactDeep(request, session.redactor),
        id: `elicitation-${globalThis.crypto.randomUUID()}`,
        sessionId: session.id,
        callId,
        agent: session.agent.name,
      },
      withdrawn.signal,
    );
  } finally {
    goOn();
    stopCancelling();
  }
}
