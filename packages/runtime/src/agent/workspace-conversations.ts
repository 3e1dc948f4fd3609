import type { Places } from "../places.ts";
import type { ConversationInfo, ConversationPage, PageOptions } from "./conversations.ts";

/** The stored conversations of a workspace, without a session. */
export interface WorkspaceConversations {
  /** The latest first. Default limit: 50. */
  list(limit?: number): readonly ConversationInfo[];
  has(id: string): boolean;
  /** Errors: ConfigurationError `options-invalid` for one that is missing or in use. */
  remove(id: string): void;
}

/** Loads the agent's code only when it is called. */
export async function workspaceConversations(
  places: Pick<Places, "stateDirectory" | "workspace">,
): Promise<WorkspaceConversations> {
  const { conversationStore, listConversations, orOptionsError } = await import(
    "./conversations.ts"
  );
  const store = conversationStore(places, []);
  return {
    list: (limit) => listConversations(store, limit),
    has: (id) => orOptionsError(() => store.has(id)),
    remove: (id) => orOptionsError(() => store.remove(id)),
  };
}

/** A page of the conversations of several workspaces, the latest first, without a session. */
export async function conversationsOf(
  stateDirectory: string,
  workspaces: readonly string[],
  page: PageOptions,
): Promise<ConversationPage> {
  const { conversationPage } = await import("./conversations.ts");
  return conversationPage(stateDirectory, workspaces, page);
}
