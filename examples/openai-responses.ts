// Gives the tools to a model through the Responses API of the OpenAI SDK.
import assert from "node:assert/strict";
import OpenAI from "openai";
import { openToolwright, toToolResult } from "toolwright";
import { startFakeVendor } from "./support/fake-vendor.ts";
import { checkTold, files, script, task } from "./support/note-script.ts";
import { openScratch } from "./support/scratch.ts";
import { openAiResponses } from "./support/wire-formats.ts";

const { workspace, read, remove } = await openScratch(files);
const vendor = await startFakeVendor(openAiResponses, script); // in place of api.openai.com
const openai = new OpenAI({ baseURL: vendor.url, apiKey: "none" });

// #region readme
const toolwright = await openToolwright({ workspace, mode: "accept-edits" });
const request = { model: "gpt-5", tools: toolwright.declare("openai-responses") };
let response = await openai.responses.create({ ...request, input: task });
for (;;) {
  const calls = response.output.filter((item) => item.type === "function_call");
  if (calls.length === 0) break;
  const outcomes = await toolwright.session.callAll(
    calls.map(({ call_id: id, name, arguments: input }) => ({ id, name, input })),
  );
  response = await openai.responses.create({
    ...request,
    previous_response_id: response.id,
    input: outcomes.map((outcome) => toToolResult(outcome, "openai-responses")),
  });
}
await toolwright.close();
// #endregion

assert.equal(response.output_text, "The entry is done.");
assert.equal(await read("notes.txt"), "DONE: decide on effects\n");
checkTold(vendor.told);
await vendor.close();
await remove();
