import { hash } from "node:crypto";
import { closeSync, openSync, readSync } from "node:fs";
import { join } from "node:path";
import { systemCode } from "../access/failures.ts";
import { readFileFlags } from "../access/open-flags.ts";
import { namesIn } from "../state/names-in.ts";

/** More than any path has. */
const maxHeadBytes = 16 * 1024;

/** The folder of a workspace's conversations. */
export function conversationDirectory(stateDirectory: string, workspace: string): string {
  return join(stateDirectory, "conversations", nameOf(workspace));
}

/** The real paths of the folders that have stored conversations, also of those that are gone. */
export function workspacesWithConversations(stateDirectory: string): readonly string[] {
  const directory = join(stateDirectory, "conversations");
  return namesIn(directory).flatMap((name) => {
    const files = namesIn(join(directory, name)).filter((file) => file.endsWith(".jsonl"));
    for (const file of files) {
      const workspace = workspaceIn(join(directory, name, file));
      // What another workspace's file says about this one doesn't count.
      if (workspace !== null && nameOf(workspace) === name) return [workspace];
    }
    return [];
  });
}

function nameOf(workspace: string): string {
  return hash("sha256", workspace).slice(0, 32);
}

/** The workspace that a conversation's first line names; null for anything else. */
function workspaceIn(file: string): string | null {
  try {
    const [head = ""] = beginningOf(file).split("\n", 1);
    const { workspace } = JSON.parse(head) as { readonly workspace?: unknown };
    return typeof workspace === "string" ? workspace : null;
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError) return null;
    if (systemCode(error) === null) throw error;
    return null;
  }
}

function beginningOf(file: string): string {
  const descriptor = openSync(file, readFileFlags);
  try {
    const buffer = Buffer.alloc(maxHeadBytes);
    return buffer.toString("utf8", 0, readSync(descriptor, buffer, 0, maxHeadBytes, 0));
  } finally {
    closeSync(descriptor);
  }
}
