import type { Client, ClientCapabilities, Implementation } from "@modelcontextprotocol/client";
import { messageOf } from "@toolwright/core/internal";
import type { LogMessage } from "../log-level.ts";
import type { ClientFacts } from "./connection.ts";
import { rootsOf } from "./running-call.ts";
import type { Sample } from "./sampling.ts";

/** What comes from a server by itself, and who takes it. */
export interface ServerNews {
  readonly info: Implementation;
  /** Absolute directories; none aren't offered. */
  readonly roots: readonly string[];
  readonly samples: boolean;
  /** Of what is wanted in the middle of a call, until the signal; null outside of any. */
  readonly answer: (
    method: string,
    params: unknown,
    signal: AbortSignal,
  ) => Promise<Record<string, unknown> | null>;
  readonly onToolsChanged: () => void;
  /** Of anything else that it has. */
  readonly onChange: () => void;
  readonly onMessage: (message: string) => void;
  readonly onLog: (message: LogMessage) => void;
}

/** What a server is told of us, and what it can ask. */
export function clientFacts(news: ServerNews): ClientFacts {
  const capabilities: ClientCapabilities = {
    ...(news.roots.length > 0 && { roots: {} }),
    elicitation: { form: { applyDefaults: true }, url: {} },
    ...(news.samples && { sampling: {} }),
  };
  return { info: news.info, capabilities, prepare: (client) => listenTo(client, news) };
}

// The library checks what its handlers return: what it gets here was made to fit.
function listenTo(client: Client, news: ServerNews): void {
  client.onerror = ({ message }) => news.onMessage(message);
  if (news.roots.length > 0) {
    client.setRequestHandler("roots/list", () => rootsOf(news.roots) as { roots: [] });
  }
  client.setRequestHandler("elicitation/create", async ({ params }, { mcpReq }) => {
    const answered = await news.answer("elicitation/create", params, mcpReq.signal);
    return (answered ?? { action: "cancel" }) as { action: "cancel" };
  });
  if (news.samples) {
    client.setRequestHandler("sampling/createMessage", async ({ params }, { mcpReq }) => {
      const answered = await news.answer("sampling/createMessage", params, mcpReq.signal);
      if (answered === null) throw new Error("Only a running call may ask the model.");
      return answered as unknown as Awaited<ReturnType<Sample>>;
    });
  }
  client.setNotificationHandler("notifications/message", ({ params }) => {
    const { level, data, logger } = params;
    news.onMessage(`${level}: ${typeof data === "string" ? data : messageOf(data)}`);
    news.onLog({ level, data, ...(logger !== undefined && { logger }) });
  });
  // Also from servers that never said that they would tell.
  client.setNotificationHandler("notifications/tools/list_changed", () => news.onToolsChanged());
  client.setNotificationHandler("notifications/resources/list_changed", () => news.onChange());
  client.setNotificationHandler("notifications/prompts/list_changed", () => news.onChange());
}
