import type { Message } from "@toolwright/agent";
import { idleCall } from "../transcript/call-view.ts";
import type { AgentRow } from "./agent-view.ts";

/** The end of a conversation that was resumed, as rows. */
const maxMessages = 40;

/** What was said in a conversation that goes on. */
export function historyRows(messages: readonly Message[], sessionId: string): readonly AgentRow[] {
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
          const view = idleCall({ sessionId, callId, tool: name, agent: "main", input: null });
          return { type: "call", call: { view, outcome, durationMs }, children: [] };
        });
    }
  });
}
