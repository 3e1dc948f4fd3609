import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { freshDirectory } from "../fixtures/temporary-workspace.ts";
import { ConversationStore } from "./conversation-store.ts";
import { conversationDirectory, workspacesWithConversations } from "./conversation-workspaces.ts";

it("finds the folders that have conversations, and leaves out everything else", () => {
  const stateDirectory = freshDirectory();
  expect(workspacesWithConversations(stateDirectory)).toEqual([]);
  for (const workspace of ["/w/one", "/w/two"]) {
    new ConversationStore({ stateDirectory, workspace }).create("a-1")[Symbol.dispose]();
  }
  const put = (directory: string, text: string): void => {
    mkdirSync(directory, { recursive: true });
    writeFileSync(join(directory, "a-1.jsonl"), text);
  };
  put(conversationDirectory(stateDirectory, "/w/three"), '{"workspace":"/w/elsewhere"}\n');
  put(conversationDirectory(stateDirectory, "/w/four"), '{"workspace":7}\n');
  put(conversationDirectory(stateDirectory, "/w/five"), "null\n");
  put(conversationDirectory(stateDirectory, "/w/six"), "{ no json");
  const seven = conversationDirectory(stateDirectory, "/w/seven");
  mkdirSync(seven);
  symlinkSync("/dev/zero", join(seven, "a-1.jsonl"));
  mkdirSync(join(conversationDirectory(stateDirectory, "/w/eight"), "a-1.jsonl"), {
    recursive: true,
  });
  expect(workspacesWithConversations(stateDirectory).toSorted()).toEqual(["/w/one", "/w/two"]);
});
