import { isAbsolute } from "node:path";
import {
  type ListSessionsRequest,
  type ListSessionsResponse,
  RequestError,
} from "@agentclientprotocol/sdk";
import { revealedLine } from "@toolwright/core/internal";
import {
  conversationsOf,
  placesFor,
  realRoot,
  workspaceConversations,
} from "@toolwright/runtime/internal";
import { createEnvironment } from "@toolwright/workspace";
import { workspacesWithConversations } from "@toolwright/workspace/internal";
import type { ServingOptions } from "./open-acp-session.ts";

const pageSize = 50;

/** The longest title, once its hidden characters are written out. */
const maxTitleLength = 120;

/** The stored conversations, the latest first: of one folder, or of all. Errors: RequestError `invalidParams`. */
export async function listSessions(
  { cwd, cursor }: ListSessionsRequest,
  { program }: ServingOptions,
): Promise<ListSessionsResponse> {
  if (cwd != null && !isAbsolute(cwd)) {
    throw RequestError.invalidParams({ cwd }, `'${cwd}' is not an absolute path`);
  }
  if (cursor != null && !/^\d{1,9}$/.test(cursor)) {
    throw RequestError.invalidParams(undefined, "The cursor is not one of this list");
  }
  const from = Number(cursor ?? 0);
  const stateDirectory = stateDirectoryOf(program);
  const workspaces = cwd == null ? workspacesWithConversations(stateDirectory) : [realRoot(cwd)];
  const page = await conversationsOf(stateDirectory, workspaces, { from, limit: pageSize });
  return {
    sessions: page.conversations.map(({ id, workspace, title, updatedAtMs }) => ({
      sessionId: id,
      // A client compares it with the folder that it asked for.
      cwd: cwd ?? workspace,
      title: revealedLine(title, maxTitleLength, "text"),
      updatedAt: new Date(updatedAtMs).toISOString(),
    })),
    ...(page.hasMore && { nextCursor: String(from + pageSize) }),
  };
}

/**
 * Deletes a stored conversation; the journal and undo keep what it did. One that doesn't exist is deleted already.
 *
 * Errors: ConfigurationError for an invalid id, and while another process works on it.
 */
export async function deleteSession(sessionId: string, { program }: ServingOptions): Promise<void> {
  const stateDirectory = stateDirectoryOf(program);
  for (const workspace of workspacesWithConversations(stateDirectory)) {
    const conversations = await workspaceConversations({ stateDirectory, workspace });
    if (conversations.has(sessionId)) conversations.remove(sessionId);
  }
}

function stateDirectoryOf({ environment }: ServingOptions["program"]): string {
  return placesFor({}, createEnvironment(environment)).stateDirectory;
}
