import type { Redactor } from "@toolwright/core";
import { redactModelText } from "@toolwright/core/internal";
import type { AssistantPart, Message, ToolCallResult } from "../model/message.ts";
import type { ConversationRecord } from "./conversation-log.ts";

/**
 * Hides the secrets in a record. Reasoning that holds one is left out: its signature would no longer fit. Vendors' data
 * stays as it is, because only they can read it.
 */
export function redactRecord(record: ConversationRecord, redactor: Redactor): ConversationRecord {
  const hidden = <T>(value: T): T => redactModelText(value, redactor);
  switch (record.type) {
    case "turn":
      return record;
    case "labels":
      return { type: "labels", sources: hidden(record.sources) };
    case "user":
      return { type: "user", content: hidden(record.content) };
    case "begun":
      return { type: "begun", parts: hiddenParts(record.parts, hidden) };
    case "answer": {
      const { parts, results } = record;
      return {
        type: "answer",
        parts: hiddenParts(parts, hidden),
        results: hiddenResults(results, hidden),
      };
    }
    case "replaced":
      return {
        type: "replaced",
        messages: record.messages.map((message) => hiddenMessage(message, hidden)),
      };
    case "end":
      return {
        ...record,
        ...(record.reason !== undefined && { reason: hidden(record.reason) }),
      };
  }
}

type Hide = <T>(value: T) => T;

function hiddenMessage(message: Message, hidden: Hide): Message {
  switch (message.role) {
    case "user":
      return { role: "user", content: hidden(message.content) };
    case "assistant":
      return { role: "assistant", content: hiddenParts(message.content, hidden) };
    case "tool":
      return { role: "tool", results: hiddenResults(message.results, hidden) };
  }
}

function hiddenParts(parts: readonly AssistantPart[], hidden: Hide): readonly AssistantPart[] {
  return parts.flatMap((part): readonly AssistantPart[] => {
    if (part.type === "tool-call")
      return [{ ...part, name: hidden(part.name), input: hidden(part.input) }];
    const text = hidden(part.text);
    return part.type === "reasoning" && text !== part.text ? [] : [{ ...part, text }];
  });
}

function hiddenResults(
  results: readonly ToolCallResult[],
  hidden: Hide,
): readonly ToolCallResult[] {
  return results.map(({ name, outcome }) => ({ name: hidden(name), outcome: hidden(outcome) }));
}
