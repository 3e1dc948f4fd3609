// Gives the tools to a model through the Messages API of Anthropic's SDK.
import assert from "node:assert/strict";
import Anthropic from "@anthropic-ai/sdk";
import { openToolwright, toToolResult } from "toolwright";
import { startFakeVendor } from "./support/fake-vendor.ts";
import { checkTold, files, script, task } from "./support/note-script.ts";
import { openScratch } from "./support/scratch.ts";
import { anthropicMessages } from "./support/wire-formats.ts";

const { workspace, read, remove } = await openScratch(files);
const vendor = await startFakeVendor(anthropicMessages, script); // in place of api.anthropic.com
const anthropic = new Anthropic({ baseURL: vendor.url, apiKey: "none" });

// #region readme
const toolwright = await openToolwright({ workspace, mode: "accept-edits" });
const messages: Anthropic.MessageParam[] = [{ role: "user", content: task }];
for (;;) {
  const { content } = await anthropic.messages.create({
    model: "claude-sonnet-5",
    max_tokens: 8_000,
    cache_control: { type: "ephemeral" },
    messages,
    tools: toolwright.declare("anthropic"),
  });
  messages.push({ role: "assistant", content });
  const calls = content.filter((block) => block.type === "tool_use");
  if (calls.length === 0) break;
  const outcomes = await toolwright.session.callAll(calls);
  messages.push({
    role: "user",
    content: outcomes.map((outcome) => toToolResult(outcome, "anthropic")),
  });
}
await toolwright.close();
// #endregion

assert.match(JSON.stringify(messages.at(-1)), /The entry is done/);
assert.equal(await read("notes.txt"), "DONE: decide on effects\n");
checkTold(vendor.told);
await vendor.close();
await remove();
