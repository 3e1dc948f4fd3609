import type * as Conversations from "./conversations.ts";

/** The conversations of agents without a session, loaded when needed: most commands have no agent. */
export function storedConversations(): Promise<
  Pick<typeof Conversations, "conversationPage" | "conversationStore">
> {
  return import("./conversations.ts");
}
