// Gives the tools to a Gemini model through Google's Gen AI SDK.
import assert from "node:assert/strict";
import { type Content, GoogleGenAI } from "@google/genai";
import { openToolwright, toToolResult } from "toolwright";
import { startFakeVendor } from "./support/fake-vendor.ts";
import { checkTold, files, script, task } from "./support/note-script.ts";
import { openScratch } from "./support/scratch.ts";
import { gemini } from "./support/wire-formats.ts";

const { workspace, read, remove } = await openScratch(files);
const vendor = await startFakeVendor(gemini, script); // in place of generativelanguage.googleapis.com
const google = new GoogleGenAI({ apiKey: "none", httpOptions: { baseUrl: vendor.url } });

// #region readme
const toolwright = await openToolwright({ workspace, mode: "accept-edits" });
const contents: Content[] = [{ role: "user", parts: [{ text: task }] }];
for (;;) {
  const response = await google.models.generateContent({
    model: "gemini-3-pro",
    contents,
    config: { tools: toolwright.declare("gemini") },
  });
  const content = response.candidates?.[0]?.content;
  if (content === undefined) throw new Error("The model gave no answer.");
  contents.push(content); // as it is, with the signatures of thoughts
  const calls = response.functionCalls ?? [];
  if (calls.length === 0) break;
  const parts = calls.map(async (call) => {
    const { id, name = "", args: input } = call;
    const outcome = await toolwright.session.call({ id, name, input });
    return toToolResult(outcome, "gemini", call);
  });
  contents.push({ role: "user", parts: await Promise.all(parts) });
}
await toolwright.close();
// #endregion

assert.match(JSON.stringify(contents.at(-1)), /The entry is done/);
assert.equal(await read("notes.txt"), "DONE: decide on effects\n");
checkTold(vendor.told);
await vendor.close();
await remove();
