import type { ApprovalQueue } from "../approval/approval-queue.ts";
import type { CallIntent, CallRecord, Journal } from "../ports/journal.ts";

/** Lost when an object is spread: what is built anew has to say again that all of it was shown. */
declare class ShownMark {
  private readonly shown: true;
}

/**
 * A value whose secrets are hidden. Only `redactDeep`, `redactModelText` and the functions here make one, and
 * everything that leaves a call (events, questions, the journal's records, outcomes) takes no other.
 */
export type Shown<T> = T extends null | undefined | number | boolean ? T : T & ShownMark;

/** The runtime's own identifiers, and words of a fixed set, hold nothing of the world. */
type OwnField = "agent" | "callId" | "id" | "questionId" | "sessionId";

type ShownField<T> = T extends string ? (string extends T ? Shown<T> : T) : Shown<T>;

/** An object whose every field was shown by itself. */
export type ShownFields<T> = {
  readonly [Field in keyof T]: Field extends OwnField ? T[Field] : ShownField<T[Field]>;
};

/** The object, once each of its fields is shown. */
export function shownWhole<T>(fields: ShownFields<T>): Shown<T> {
  return fields as Shown<T>;
}

/** The fields of what was shown as a whole. */
export function shownFields<T extends object>(whole: Shown<T>): ShownFields<T> {
  return whole as unknown as ShownFields<T>;
}

/** What is made of shown text and of our own words alone: a cut, a note, a number. */
export function madeOfShown<T>(value: T): Shown<T> {
  return value as Shown<T>;
}

/** What a call asks people: only what is shown. */
export interface ShownApprovals extends Omit<ApprovalQueue, "ask" | "elicit"> {
  ask(
    question: Shown<Parameters<ApprovalQueue["ask"]>[0]>,
    signal?: AbortSignal,
  ): ReturnType<ApprovalQueue["ask"]>;
  elicit(
    elicitation: Shown<Parameters<ApprovalQueue["elicit"]>[0]>,
    signal?: AbortSignal,
  ): ReturnType<ApprovalQueue["elicit"]>;
}

/** What a call leaves in the journal: only what is shown. */
export interface ShownRecords {
  recordIntent(intent: Shown<CallIntent>): ReturnType<Journal["recordIntent"]>;
  recordOutcome(record: Shown<CallRecord>): ReturnType<Journal["recordOutcome"]>;
}
