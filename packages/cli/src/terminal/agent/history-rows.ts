import type { Message } from "@toolwright/agent";
import { idleCall } from "../transcript/call-view.ts";
import type { AgentRow } from "./agent-view.ts";

/** The end of a conversation that was resumed, as rows. */
const maxMessages = 40;

/** The part of a call's input that tells one call from another. */
const maxInputLength = 80;

/** The inputs of calls by their ids. */
function inputsOf(messages: readonly Message[]): ReadonlyMap<string, string> {
  const parts = messages.flatMap((message) =>
    message.role === "assistant" ? message.content : [],
  );
  return new Map(
    parts.flatMap((part) => (part.type === "tool-call" ? [[part.id, part.input]] : [])),
  );
}

/** What was said in a conversation that goes on. */
export function historyRows(messages: readonly Message[], sessionId: string): readonly AgentRow[] {
  const inputs = inputsOf(messages);
  return messages.slice(-maxMessages).flatMap((message): readonly AgentRow[] => {
    switch (message.role) {
      case "user":
        return message.content.flatMap((part) =>
          part.type === "text" && part.isFromAgent !== true
            ? [{ type: "said", text: part.text } as const]
            : [],
        );
      case "assistant":
        return message.content.flatMap((part) =>
          part.type === "text" && part.text.trim() !== "" ? [part] : [],
        );
      case "tool":
        return message.results.map(({ name, outcome }) => {
          const { callId, durationMs } = outcome;
          const input = inputs.get(callId) ?? "";
          const view = idleCall({ sessionId, callId, tool: name, agent: "main", input });
          const title = `${name} ${input.slice(0, maxInputLength)}`;
          return {
            type: "call",
            call: { view: { ...view, title }, outcome, durationMs, inner: [] },
            children: [],
          };
        });
    }
  });
}
