import type { SessionUpdate } from "@agentclientprotocol/sdk";
import type { AgentEvent, AgentEventBody, Message } from "@toolwright/agent";
import type { SessionUpdates } from "./session-updates.ts";

/** The updates that tell a stored conversation again. The agent's own notes aren't part of it. */
export function* replay(
  messages: readonly Message[],
  updates: SessionUpdates,
  sessionId: string,
): Generator<SessionUpdate> {
  const tell = (body: AgentEventBody): SessionUpdate[] => {
    const event: AgentEvent = { ...body, v: 1, seq: 0, sessionId, agent: "main" };
    return updates.for(event);
  };
  for (const message of messages) {
    for (const body of eventsOf(message, sessionId)) {
      if ("sessionUpdate" in body) yield body;
      else yield* tell(body);
    }
  }
}

function eventsOf(
  message: Message,
  sessionId: string,
): readonly (AgentEventBody | SessionUpdate)[] {
  switch (message.role) {
    case "user":
      return message.content.flatMap((part) => (part.isFromAgent === true ? [] : saidBy(part)));
    case "assistant": {
      const begin = { type: "step-start", step: 0, turn: 0 } as const;
      return [begin, ...message.content.map((part) => eventOf(part, sessionId))];
    }
    case "tool":
      return message.results.flatMap(({ outcome }): AgentEventBody[] => {
        const { callId, display } = outcome;
        const end = { type: "invocation-end", sessionId, callId, outcome } as const;
        return display?.type === "todos"
          ? [end, { type: "todos-update", items: display.items }]
          : [end];
      });
  }
}

type UserPart = Extract<Message, { role: "user" }>["content"][number];
type AssistantPart = Extract<Message, { role: "assistant" }>["content"][number];

function saidBy(part: UserPart): readonly SessionUpdate[] {
  if (part.type === "text") {
    return [{ sessionUpdate: "user_message_chunk", content: { type: "text", text: part.text } }];
  }
  if (part.type !== "image") return [];
  const { data, mimeType } = part;
  return [{ sessionUpdate: "user_message_chunk", content: { type: "image", data, mimeType } }];
}

function eventOf(part: AssistantPart, sessionId: string): AgentEventBody {
  if (part.type === "text") return { type: "text-delta", text: part.text };
  if (part.type === "reasoning") return { type: "reasoning-delta", text: part.text };
  const { id: callId, name: tool, input } = part;
  return { type: "invocation-start", sessionId, callId, tool, agent: "main", input };
}
