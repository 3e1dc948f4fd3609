// Gives the tools to a model through Chat Completions of the OpenAI SDK, which many other servers speak, too.
import assert from "node:assert/strict";
import OpenAI from "openai";
import { openToolwright, toToolResult } from "toolwright";
import { startFakeVendor } from "./support/fake-vendor.ts";
import { checkTold, files, script, task } from "./support/note-script.ts";
import { openScratch } from "./support/scratch.ts";
import { openAiChat } from "./support/wire-formats.ts";

const { workspace, read, remove } = await openScratch(files);
const vendor = await startFakeVendor(openAiChat, script); // in place of api.openai.com
const openai = new OpenAI({ baseURL: vendor.url, apiKey: "none" });

// #region readme
const toolwright = await openToolwright({ workspace, mode: "accept-edits" });
const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: "user", content: task }];
for (;;) {
  const { choices } = await openai.chat.completions.create({
    model: "gpt-5",
    messages,
    tools: toolwright.declare("openai-chat"),
  });
  const message = choices[0]?.message;
  if (message === undefined) throw new Error("The model gave no answer.");
  messages.push(message);
  const calls = (message.tool_calls ?? []).filter((call) => call.type === "function");
  if (calls.length === 0) break;
  const outcomes = await toolwright.session.callAll(
    calls.map(({ id, function: { name, arguments: input } }) => ({ id, name, input })),
  );
  messages.push(...outcomes.map((outcome) => toToolResult(outcome, "openai-chat")));
}
await toolwright.close();
// #endregion

assert.equal(messages.at(-1)?.content, "The entry is done.");
assert.equal(await read("notes.txt"), "DONE: decide on effects\n");
checkTold(vendor.told);
await vendor.close();
await remove();
