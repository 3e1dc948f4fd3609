import { createHash } from "node:crypto";
import type { ApprovalQuestion, CallDigests } from "@toolwright/core";
import { ApprovalError } from "./approval-error.ts";
import { isSignedBy, keyName, type SigningKey } from "./signing-key.ts";

const formatVersion = 1;

/** A longer text is refused unread. A person can't judge more, either. */
export const maxQuestionBytes = 4 * 1024 * 1024;

export const questionId = /^q-[0-9a-f]{12}$/;

/** A question that was answered before in the same call, such as whether it may read. */
export interface EarlierQuestion {
  readonly summary: string;
  readonly digests: CallDigests;
}

/** The place where a call was made, and must be made again. */
export interface CallPlace {
  readonly workspace: string;
  readonly agent: string;
  readonly mode: string;
  readonly profile: string;
}

/** A question that can be answered in another process, later or elsewhere. Its secrets are hidden. */
export interface PortableQuestion {
  /** Short, for people: `q-` and 12 hexadecimal digits. The same call has the same id. */
  readonly id: string;
  /** Each question has another, which is used once. */
  readonly nonce: string;
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
  /** The name of the workspace's folder. */
  readonly folder: string;
  readonly asked: ApprovalQuestion;
  readonly answers: readonly PortableOutcome[];
  /** Digests that only the machine which asked can compute. */
  readonly place: CallPlace;
  readonly digests: CallDigests;
  readonly earlier: readonly EarlierQuestion[];
}

export type PortableOutcome = "once" | "session" | "deny";

/** A person's answer. */
export interface PortableAnswer {
  readonly outcome: PortableOutcome;
  /** With `session`: an index into the question's proposals. Default: 0, the narrowest. */
  readonly proposal?: number;
  /** With `deny`: for the model. */
  readonly reason?: string;
  /** The one who answered, for the journal. */
  readonly by?: string;
}

/** An answer with the key that signed it. */
export interface SignedAnswer extends PortableAnswer {
  readonly answeredAtMs: number;
  readonly key: string;
}

/** A question whose text is exactly as it was signed, and its answer if it has one. */
export interface ReadQuestion {
  readonly question: PortableQuestion;
  /** The key of the machine that asked. */
  readonly key: string;
  readonly answer: SignedAnswer | null;
}

interface Envelope {
  readonly approval: number;
  readonly question: PortableQuestion;
  readonly key: string;
  readonly signature: string;
  readonly answer?: SignedAnswer & { readonly signature: string };
}

/**
 * The signed text of a question.
 *
 * Errors: ApprovalError when the question is too long.
 */
export function exportQuestion(question: PortableQuestion, key: SigningKey): string {
  const signature = key.sign(textOfQuestion(question));
  const text = render({ approval: formatVersion, question, key: key.name, signature });
  if (Buffer.byteLength(text) <= maxQuestionBytes) return text;
  throw new ApprovalError(
    `The question is longer than ${maxQuestionBytes / 1024 ** 2} MiB, which nobody can answer later.`,
  );
}

/**
 * Reads the text of a question and checks its signatures. Whoever can sign can write such a text: compare `key` with
 * the keys that count.
 *
 * Errors: ApprovalError for a text in which a single byte was changed.
 */
export function readQuestion(text: string): ReadQuestion {
  const { question, key, signature, answer } = parse(text);
  if (!isSignedBy(key, textOfQuestion(question), signature)) throw edited();
  if (answer === undefined) return { question, key, answer: null };
  const { signature: answered, ...given } = answer;
  const signed = textOfAnswer({ question, key, signature }, given);
  if (!isSignedBy(given.key, signed, answered) || !fits(given, question)) throw edited();
  return { question, key, answer: given };
}

/**
 * The question's text with an answer, which replaces an earlier one.
 *
 * Errors: ApprovalError for an answer that the question doesn't offer, and as `readQuestion`.
 */
export function answerQuestion(
  text: string,
  answer: PortableAnswer,
  key: SigningKey,
  nowMs: number = Date.now(),
): string {
  readQuestion(text);
  const { answer: _replaced, ...asked } = parse(text);
  const given: SignedAnswer = { ...answer, answeredAtMs: Math.round(nowMs), key: key.name };
  if (!fits(given, asked.question)) {
    throw new ApprovalError(
      `The question takes one of these answers: ${asked.question.answers.join(", ")}.`,
    );
  }
  return render({
    ...asked,
    answer: { ...given, signature: key.sign(textOfAnswer(asked, given)) },
  });
}

function fits({ outcome, proposal = 0 }: SignedAnswer, { answers, asked }: PortableQuestion) {
  if (!answers.includes(outcome)) return false;
  return outcome !== "session" || asked.proposals[proposal] !== undefined;
}

// Each signed text begins with words of its own, so that no signature counts for anything else.

function textOfQuestion(question: PortableQuestion): string {
  return `toolwright approval question ${formatVersion}\n${JSON.stringify(question)}`;
}

function textOfAnswer(
  { question, key, signature }: Pick<Envelope, "question" | "key" | "signature">,
  answer: SignedAnswer,
): string {
  const asked = `${textOfQuestion(question)}\n${key}\n${signature}`;
  const digest = createHash("sha256").update(asked).digest("hex");
  return `toolwright approval answer ${formatVersion}\n${digest}\n${JSON.stringify(answer)}`;
}

/** The one text of an object: reading accepts no other, so that no byte can be changed. */
function render(envelope: Envelope): string {
  return `${JSON.stringify(envelope, null, 2)}\n`;
}

function parse(text: string): Envelope {
  if (Buffer.byteLength(text) > maxQuestionBytes) throw notOne("it is too long");
  const value = parsedJson(text);
  if (!isRecord(value) || typeof value["approval"] !== "number") {
    throw notOne("it is no JSON of one");
  }
  if (value["approval"] > formatVersion) throw notOne("a newer version wrote it");
  const envelope = value as unknown as Envelope;
  if (value["approval"] !== formatVersion || !isEnvelope(value) || renderedAgain(envelope) !== text)
    throw edited();
  return envelope;
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** Null for what is nested too deeply for JSON.stringify, which we therefore never wrote. */
function renderedAgain(envelope: Envelope): string | null {
  try {
    return render(envelope);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** A stranger may have signed the question, which must not break the screen. Unknown fields aren't signed. */
function isEnvelope(value: Readonly<Record<string, unknown>>): boolean {
  const { approval: _version, question, key, signature, answer, ...unsigned } = value;
  return (
    Object.keys(unsigned).length === 0 &&
    isMatch(key, keyName) &&
    typeof signature === "string" &&
    isQuestion(question) &&
    (answer === undefined || isAnswer(answer))
  );
}

function isQuestion(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { id, nonce, createdAtMs, expiresAtMs, folder, asked, answers, place, digests } = value;
  return (
    isMatch(id, questionId) &&
    isMatch(nonce, /^[0-9a-f]{32}$/) &&
    Number.isSafeInteger(createdAtMs) &&
    Number.isSafeInteger(expiresAtMs) &&
    typeof folder === "string" &&
    isAsked(asked) &&
    Array.isArray(answers) &&
    isRecord(place) &&
    isRecord(digests) &&
    Array.isArray(value["earlier"]) &&
    value["earlier"].every((each) => isRecord(each) && typeof each["summary"] === "string")
  );
}

function isAsked(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { tool, agent, summary, effects, decision, proposals, stage } = value;
  return (
    isRecord(tool) &&
    [tool["name"], tool["title"], agent, summary].every((text) => typeof text === "string") &&
    Array.isArray(effects) &&
    effects.every(isRecord) &&
    isRecord(decision) &&
    Array.isArray(decision["proof"]) &&
    (stage === "read" || stage === "run") &&
    Array.isArray(proposals) &&
    proposals.every((each) => isRecord(each) && Array.isArray(each["patterns"]))
  );
}

function isAnswer(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { outcome, proposal = 0, reason = "", by = "", answeredAtMs, key, signature } = value;
  return (
    (outcome === "once" || outcome === "session" || outcome === "deny") &&
    Number.isSafeInteger(proposal) &&
    [reason, by, key, signature].every((text) => typeof text === "string") &&
    Number.isSafeInteger(answeredAtMs)
  );
}

function isMatch(value: unknown, pattern: RegExp): value is string {
  return typeof value === "string" && pattern.test(value);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function edited(): ApprovalError {
  return notOne("it was changed since it was signed");
}

function notOne(why: string): ApprovalError {
  return new ApprovalError(`This is no valid approval: ${why}.`);
}
