// Gives the tools to a model through the AI SDK, whose loop it is, too.
import assert from "node:assert/strict";
import { createAnthropic } from "@ai-sdk/anthropic";
import { generateText, isStepCount } from "ai";
import { openToolwright, toAiSdkTools } from "toolwright";
import { startFakeVendor } from "./support/fake-vendor.ts";
import { checkTold, files, script, task } from "./support/note-script.ts";
import { openScratch } from "./support/scratch.ts";
import { anthropicMessages } from "./support/wire-formats.ts";

const { workspace, read, remove } = await openScratch(files);
const vendor = await startFakeVendor(anthropicMessages, script); // in place of api.anthropic.com
const anthropic = createAnthropic({ baseURL: vendor.url, apiKey: "none" });

// #region readme
const toolwright = await openToolwright({ workspace, mode: "accept-edits" });
const { text } = await generateText({
  model: anthropic("claude-sonnet-5"),
  prompt: task,
  tools: toAiSdkTools(toolwright.session),
  stopWhen: isStepCount(20),
});
await toolwright.close();
// #endregion

assert.equal(text, "The entry is done.");
assert.equal(await read("notes.txt"), "DONE: decide on effects\n");
checkTold(vendor.told);
await vendor.close();
await remove();
