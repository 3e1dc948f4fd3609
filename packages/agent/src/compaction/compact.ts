import type { Session } from "@toolwright/core";
import type { Message } from "../model/message.ts";
import { type Model, type ModelTool, noUsage, type Usage } from "../model/model.ts";
import type { RetryListener, RetryOptions } from "../loop/retry.ts";
import { compactedMessages, keptOfPerson } from "./compacted-messages.ts";
import { tokensOf } from "./context-meter.ts";
import { historyText } from "./history-text.ts";
import { lastStep, shortenedStep, startOfRecent } from "./recent-steps.ts";
import { referencesFor } from "./referenced-results.ts";
import { type StoredHistory, storeHistory } from "./stored-history.ts";
import { randomMark, summarize } from "./summarize.ts";
import { type WorkingFacts, workingFacts } from "./working-facts.ts";

export interface CompactRequest {
  readonly session: Session;
  readonly model: Model;
  readonly tools: readonly ModelTool[];
  readonly messages: readonly Message[];
  /** The tokens that the compacted messages may take, as estimated. */
  readonly maxTokens: number;
  /** What the request for a summary may take. */
  readonly maxInputTokens: number;
  /** Whether replacing old results suffices, if it does. Otherwise there is a summary in any case. */
  readonly mayOnlyReplaceResults: boolean;
  readonly hint: string | undefined;
  readonly retry: RetryOptions | undefined;
  readonly signal: AbortSignal;
  readonly onRetry: RetryListener;
}

/**
 * How the conversation was made shorter. `results`: old results were replaced by references. `summary`: what is older
 * than the latest steps was summarised. `extract`: the same, but the model gave no usable summary.
 */
export type CompactionMethod = "results" | "summary" | "extract";

export interface Compacted {
  readonly messages: readonly Message[];
  readonly method: CompactionMethod;
  readonly handle: string | null;
  readonly usage: Usage;
  /** What went wrong on the way; absent if nothing did. */
  readonly reason?: string;
}

/** The shares of the compacted messages. The rest is for lists of files, todos and failures. */
const recentShare = 0.4;
const personShare = 0.3;
const summaryShare = 0.2;

/** A longer summary is slow to write and holds no more. */
const maxSummaryTokens = 8_000;

/** Less than this isn't worth the notes that stand for it. */
const leastLeftOut = 500;

/** Earlier histories can be found through the later ones, which hold the notes that named them. */
const maxHistories = 30;

/** Whether enough of a conversation is older than its latest steps. */
export function canBeCompacted(messages: readonly Message[], maxTokens: number): boolean {
  const start = startOfRecent(messages, maxTokens * recentShare);
  return tokensOf(messages.slice(0, start)) > leastLeftOut;
}

/**
 * Makes a conversation shorter, so that it stays one that vendors accept. All that is left out is stored.
 *
 * Errors: the signal's reason.
 */
export async function compact(request: CompactRequest): Promise<Compacted> {
  const { messages, maxTokens, mayOnlyReplaceResults } = request;
  const start = startOfRecent(messages, maxTokens * recentShare);
  const replaced = mayOnlyReplaceResults ? await withReferences(request, start) : null;
  return replaced ?? summarized(request, start);
}

/** Replaces the long results before `start` by references; null if that doesn't suffice or they can't be stored. */
async function withReferences(request: CompactRequest, start: number): Promise<Compacted | null> {
  const { messages, maxTokens } = request;
  const references = referencesFor(messages, start, maxTokens * recentShare);
  if (tokensOf(references.messages(assumedHistory)) > maxTokens) return null;
  const history = await storeHistory(references.removed, request);
  const { handle } = history;
  if (handle === null) return null;
  return { messages: references.messages(history), method: "results", handle, usage: noUsage };
}

/** As long as real ones. */
const assumedHistory: StoredHistory = { handle: "output:00000000", note: "x".repeat(200) };

/** Stands a summary for what is before `start`. The person's messages are kept as far as they have room. */
async function summarized(request: CompactRequest, start: number): Promise<Compacted> {
  const { session, messages, maxTokens } = request;
  const older = messages.slice(0, start);
  const mark = randomMark();
  const history = await storeHistory(historyText(older, mark).text, request);
  const step = lastStep(messages, start);
  const recent = shortenedStep(step, maxTokens * recentShare, history);
  const summary = await summarize({
    ...request,
    messages: older,
    maxTokens: Math.min(maxSummaryTokens, Math.floor(maxTokens * summaryShare)),
  });
  const isSummary = summary.problem === null;
  const reason = summary.problem ?? (history.handle === null ? history.note : null);
  const leftOut = {
    person: keptOfPerson(older, maxTokens * personShare),
    summary: summary.text,
    isSummary,
    facts: withHistory(workingFacts(messages, session.workspace.cwd), history),
    history,
    mark,
  };
  return {
    messages: compactedMessages(leftOut, [...recent, ...messages.slice(start)]),
    method: isSummary ? "summary" : "extract",
    handle: history.handle,
    usage: summary.usage,
    ...(reason !== null && { reason }),
  };
}

function withHistory(facts: WorkingFacts, { handle }: StoredHistory): WorkingFacts {
  if (handle === null) return facts;
  return { ...facts, histories: [...facts.histories, handle].slice(-maxHistories) };
}
