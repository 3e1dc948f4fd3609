import type { ContentPart } from "@toolwright/core";
import { revealedLine } from "@toolwright/core/internal";
import type { AssistantPart, Message, ToolCallResult, UserPart } from "../model/message.ts";
import { fitted } from "./fitted-text.ts";

export interface HistoryText {
  readonly text: string;
  /** The first line of each result, 1-based. */
  readonly lineOf: ReadonlyMap<ToolCallResult, number>;
}

/**
 * Messages as text that a model can read and search: every text whole, files as base64. The headings have a mark that
 * no content can know, so that a file can't pretend to be a message of the person.
 */
export function historyText(messages: readonly Message[], mark: string): HistoryText {
  const writer = new HistoryWriter(mark, wholePart);
  writer.addAll(messages);
  return writer;
}

/** The texts of results and answers in a transcript, in bytes: the longest limit with which all fits is taken. */
const partLimits = [20_000, 8_000, 3_000, 1_000, 400];

/** Messages as text of at most `maxBytes`, for a summary: long parts lose their middle, files are only named. */
export function transcript(messages: readonly Message[], mark: string, maxBytes: number): string {
  let whole = "";
  for (const limit of partLimits) {
    const writer = new HistoryWriter(mark, (part) => fitted(namedPart(part), limit));
    writer.addAll(messages);
    whole = writer.text;
    if (Buffer.byteLength(whole) <= maxBytes) return whole;
  }
  return fitted(whole, maxBytes);
}

class HistoryWriter implements HistoryText {
  readonly lineOf = new Map<ToolCallResult, number>();
  readonly #pieces: string[] = [];
  readonly #mark: string;
  readonly #show: (part: ContentPart) => string;
  #line = 1;

  constructor(mark: string, show: (part: ContentPart) => string) {
    this.#mark = mark;
    this.#show = show;
  }

  get text(): string {
    return this.#pieces.join("");
  }

  addAll(messages: readonly Message[]): void {
    for (const message of messages) {
      if (message.role === "user") for (const part of message.content) this.#addUser(part);
      else if (message.role === "assistant") {
        for (const part of message.content) this.#addAnswer(part);
      } else for (const result of message.results) this.#addResult(result);
    }
  }

  #addUser(part: UserPart): void {
    this.#head(part.isFromAgent === true ? "note of the agent" : "message of the person");
    this.#write(this.#show(part));
  }

  #addAnswer(part: AssistantPart): void {
    const isCall = part.type === "tool-call";
    this.#head(isCall ? `call of ${named(part)}` : `${part.type} of the model`);
    this.#write(this.#show({ type: "text", text: isCall ? part.input : part.text }));
  }

  #addResult(result: ToolCallResult): void {
    const { name, outcome } = result;
    this.#head(`result of ${named({ name, id: outcome.callId })}: ${outcome.status}`);
    this.lineOf.set(result, this.#line);
    for (const part of outcome.content) this.#write(this.#show(part));
  }

  #head(title: string): void {
    this.#write(`----- ${this.#mark} ${title} -----`);
  }

  #write(text: string): void {
    const piece = `${text}\n`;
    for (let at = piece.indexOf("\n"); at !== -1; at = piece.indexOf("\n", at + 1)) this.#line += 1;
    this.#pieces.push(piece);
  }
}

/** Names and ids are the model's words. */
function named({ name, id }: { readonly name: string; readonly id: string }): string {
  return `${revealedLine(name, 100, "name")} (${revealedLine(id, 100, "name")})`;
}

function wholePart(part: ContentPart): string {
  if (part.type === "text") return part.text;
  const { data, mimeType } = part;
  const text = part.type === "resource" ? part.text : undefined;
  const label = part.type === "resource" ? `${part.type} ${part.uri}` : part.type;
  return `[${label}, ${mimeType ?? "of unknown type"}]\n${text ?? data ?? ""}`;
}

function namedPart(part: ContentPart): string {
  if (part.type === "text") return part.text;
  return wholePart(part.type === "resource" ? { ...part, data: "" } : { ...part, data: "" });
}
