import type { FormState } from "./form-state.ts";
import type { QuestionState } from "./question-state.ts";

/** What waits for the person: whether a call may go on, or what somebody else wants to know. */
export type OpenQuestion = QuestionState | FormState;

export function idOf(open: OpenQuestion): string {
  return open.kind === "form" ? open.elicitation.id : open.question.id;
}

export function callIdOf(open: OpenQuestion): string {
  return open.kind === "form" ? open.elicitation.callId : open.question.callId;
}
