import type { ApprovalQueue } from "../approval/approval-queue.ts";
import type { CallIntent, CallRecord, Journal } from "../ports/journal.ts";

/** A mark that spreading an object loses, so a new object must be marked again. */
declare class ShownMark {
  private readonly shown: true;
}

/**
 * A value whose secrets are redacted. Only `redactDeep`, `redactModelText` and the functions here make one.
 * Everything that leaves a call (events, questions, journal records, outcomes) must be one.
 */
export type Shown<T> = T extends null | undefined | number | boolean ? T : T & ShownMark;

/** Fields with the runtime's own identifiers, which contain no secrets. */
type OwnField = "agent" | "callId" | "id" | "parentCallId" | "questionId" | "sessionId";

type ShownField<T> = T extends string ? (string extends T ? Shown<T> : T) : Shown<T>;

/** An object whose fields were each redacted. */
export type ShownFields<T> = {
  readonly [Field in keyof T]: Field extends OwnField ? T[Field] : ShownField<T[Field]>;
};

/** Marks an object as redacted because each of its fields is. */
export function shownWhole<T>(fields: ShownFields<T>): Shown<T> {
  return fields as Shown<T>;
}

/** The fields of an object that was redacted as a whole. */
export function shownFields<T extends object>(whole: Shown<T>): ShownFields<T> {
  return whole as unknown as ShownFields<T>;
}

/** Marks a value made only of redacted text and our own words, such as a cut, a note or a number. */
export function madeOfShown<T>(value: T): Shown<T> {
  return value as Shown<T>;
}

/** An approval queue that takes only redacted questions. */
export interface ShownApprovals extends Omit<ApprovalQueue, "ask" | "elicit"> {
  ask(
    question: Shown<Parameters<ApprovalQueue["ask"]>[0]>,
    signal?: AbortSignal,
    digests?: Parameters<ApprovalQueue["ask"]>[2],
  ): ReturnType<ApprovalQueue["ask"]>;
  elicit(
    elicitation: Shown<Parameters<ApprovalQueue["elicit"]>[0]>,
    signal?: AbortSignal,
  ): ReturnType<ApprovalQueue["elicit"]>;
}

/** A journal that takes only redacted records. */
export interface ShownRecords {
  recordIntent(intent: Shown<CallIntent>): ReturnType<Journal["recordIntent"]>;
  recordOutcome(record: Shown<CallRecord>): ReturnType<Journal["recordOutcome"]>;
}
