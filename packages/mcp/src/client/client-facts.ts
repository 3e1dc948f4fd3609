import type { Client, ClientCapabilities, Implementation } from "@modelcontextprotocol/client";
import { messageOf } from "@toolwright/core/internal";
import type { LogMessage } from "../log-level.ts";
import type { ClientFacts } from "./connection.ts";
import { rootsOf, type Sample } from "./running-call.ts";

/** The handlers of a server's own messages. */
export interface ServerNews {
  readonly info: Implementation;
  /** Absolute directories; when empty, the capability is not offered. */
  readonly roots: readonly string[];
  readonly samples: boolean;
  /**
   * Answers a request within the running call, until the signal fires; null when no call is running.
   */
  readonly answer: (
    method: string,
    params: unknown,
    signal: AbortSignal,
  ) => Promise<Record<string, unknown> | null>;
  readonly onToolsChanged: () => void;
  /** Called when resources or prompts have changed. */
  readonly onChange: () => void;
  readonly onMessage: (message: string) => void;
  readonly onLog: (message: LogMessage) => void;
}

/** The client's capabilities and its handlers of a server's requests and notifications. */
export function clientFacts(news: ServerNews): ClientFacts {
  const capabilities: ClientCapabilities = {
    ...(news.roots.length > 0 && { roots: {} }),
    elicitation: { form: { applyDefaults: true }, url: {} },
    ...(news.samples && { sampling: {} }),
  };
  return { info: news.info, capabilities, prepare: (client) => listenTo(client, news) };
}

// The library checks the results of its handlers; the casts match its types.
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
      if (answered === null) throw new Error("Sampling is possible only during a call.");
      return answered as unknown as Awaited<ReturnType<Sample>>;
    });
  }
  client.setNotificationHandler("notifications/message", ({ params }) => {
    const { level, data, logger } = params;
    news.onMessage(`${level}: ${typeof data === "string" ? data : messageOf(data)}`);
    news.onLog({ level, data, ...(logger !== undefined && { logger }) });
  });
  // Servers may send these without having announced them.
  client.setNotificationHandler("notifications/tools/list_changed", () => news.onToolsChanged());
  client.setNotificationHandler("notifications/resources/list_changed", () => news.onChange());
  client.setNotificationHandler("notifications/prompts/list_changed", () => news.onChange());
}
