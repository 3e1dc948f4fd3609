import { Conversation } from "./conversation.ts";
import type { RunStatus } from "../events/events.ts";
import type { AssistantPart, Message, ModelToolCall, ToolCallResult } from "../model/message.ts";
import type { ConversationRecord } from "./conversation-log.ts";

type TurnRecord = Extract<ConversationRecord, { type: "turn" }>;

/** A conversation as its records tell it. */
export interface FoldedConversation {
  /** What the model is told next. */
  readonly messages: readonly Message[];
  /** Everything that was said, also what the model is no longer told. */
  readonly history: readonly Message[];
  /** The parts of an answer whose calls have no results, because the process was killed. */
  readonly pending: readonly AssistantPart[];
  /** The last run; null for a conversation without any. */
  readonly lastTurn: TurnRecord | null;
  /** How the last run ended; null when its process was killed, or still works. */
  readonly end: { readonly status: RunStatus; readonly reason?: string } | null;
}

/**
 * Makes messages of records. `model` is the one that continues: reasoning and vendors' data of other models are left
 * out, because vendors refuse signatures that aren't theirs.
 *
 * Errors: Error with the line of a record that doesn't fit those before it.
 */
export function foldRecords(
  records: readonly ConversationRecord[],
  model?: string,
): FoldedConversation {
  const folding = new Folding(model);
  for (const [at, record] of records.entries()) {
    if (!folding.take(record)) throw new Error(`line ${lineOf(at)} doesn't fit those before it`);
  }
  return folding.folded();
}

class Folding {
  readonly #model: string | undefined;
  readonly #history = new Conversation();
  #told = new Conversation();
  #pending: AssistantPart[] = [];
  #lastTurn: TurnRecord | null = null;
  #end: FoldedConversation["end"] = null;

  constructor(model: string | undefined) {
    this.#model = model;
  }

  /** False for a record that can't follow the others. */
  take(record: ConversationRecord): boolean {
    switch (record.type) {
      case "turn":
        // A call that was announced but refused by a closed session.
        this.#pending = [];
        this.#lastTurn = record;
        this.#end = null;
        return true;
      case "user":
        for (const each of [this.#history, this.#told]) each.addUser(record.content);
        return true;
      case "begun":
        this.#pending.push(...record.parts);
        return true;
      case "answer":
        return this.#answer([...this.#pending.splice(0), ...record.parts], record.results);
      case "replaced":
        this.#told = new Conversation(this.#own(record.messages));
        return true;
      case "labels":
        return true;
      case "end":
        this.#end = record;
        return true;
    }
  }

  folded(): FoldedConversation {
    return {
      messages: this.#told.messages,
      history: this.#history.messages,
      pending: this.#pending,
      lastTurn: this.#lastTurn,
      end: this.#end,
    };
  }

  #answer(parts: readonly AssistantPart[], results: readonly ToolCallResult[]): boolean {
    const calls = callsIn(parts);
    if (calls.length !== results.length) return false;
    if (calls.some(({ id }, at) => id !== results[at]?.outcome.callId)) return false;
    this.#history.addAnswer(parts, results);
    const [message] = this.#own([{ role: "assistant", content: parts }]);
    if (message?.role === "assistant") this.#told.addAnswer(message.content, results);
    return true;
  }

  #own(messages: readonly Message[]): readonly Message[] {
    const isSame = this.#model === undefined || this.#lastTurn?.model === this.#model;
    return isSame ? messages : messages.map(withoutVendorData);
  }
}

/** The line of a record in its file, behind the head. */
export function lineOf(at: number): number {
  return at + 2;
}

export function callsIn(parts: readonly AssistantPart[]): readonly ModelToolCall[] {
  return parts.filter((part) => part.type === "tool-call");
}

function withoutVendorData(message: Message): Message {
  if (message.role !== "assistant") return message;
  const parts = message.content.filter(({ type }) => type !== "reasoning");
  return { role: "assistant", content: parts.map(({ vendor: _, ...part }) => part) };
}
