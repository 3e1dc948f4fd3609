import { defineTool } from "@toolwright/core";
import { afterEach, describe, expect, test } from "vitest";
import { Agent } from "../agent.ts";
import type { AgentEvent } from "../events/events.ts";
import { type FakeVendor, startFakeVendor, type VendorAnswer } from "../fixtures/fake-vendor.ts";
import { memorySession } from "../fixtures/memory-session.ts";
import { type VendorFormat, vendorFormats } from "../fixtures/vendor-answers.ts";
import { openModel } from "./open-model.ts";

const count = defineTool<{ to: number }>({
  name: "count",
  kind: "other",
  description: "Counts.",
  input: {
    type: "object",
    properties: { to: { type: "integer", description: "The last number." } },
    required: ["to"],
    additionalProperties: false,
  },
  effects: () => [],
  execute: ({ to }) => ({ content: `counted to ${to}` }),
});

const keys = {
  OPENAI_API_KEY: "key-1",
  ANTHROPIC_API_KEY: "key-1",
  GEMINI_API_KEY: "key-1",
  TOOLWRIGHT_API_KEY: "key-1",
};

let vendor: FakeVendor | undefined;
afterEach(async () => vendor?.close());

async function runAgainst(format: VendorFormat, answers: readonly VendorAnswer[], id = "m") {
  vendor = await startFakeVendor(answers);
  const model = await openModel(`${format.vendor}/${id}`, {
    environment: keys,
    baseUrl: `${vendor.url}${format.basePath}`,
  });
  const agent = new Agent({
    session: await memorySession([count]),
    system: "Count.",
    model,
    retry: { firstDelayMs: 0, maxRetries: 2 },
  });
  const run = agent.run("Count to three.");
  const events: AgentEvent[] = [];
  for await (const event of run) events.push(event);
  return { result: await run, events, requests: vendor.requests };
}

describe.each(vendorFormats)("$vendor", (format) => {
  test("calls a tool, returns its result and ends", async () => {
    const { result, requests, events } = await runAgainst(format, [
      format.callAnswer(),
      format.textAnswer("Three."),
    ]);
    expect(result).toMatchObject({ status: "done", text: "Three." });
    expect(result.usage).toMatchObject({ inputTokens: 200, outputTokens: 20 });
    expect(requests).toHaveLength(2);
    const sent = JSON.stringify(requests[1]?.body);
    expect(sent).toContain("counted to 3");
    expect(sent).toContain('"count"');
    expect(events.some(({ type }) => type === "invocation-end")).toBe(true);
  });

  test("returns the vendor's own reasoning data", async () => {
    if (format.reasoningData === null) return;
    const { requests } = await runAgainst(format, [
      format.callAnswer(),
      format.textAnswer("Done."),
    ]);
    expect(JSON.stringify(requests[1]?.body)).toContain(format.reasoningData);
  });

  test("sends the same beginning in each request", async () => {
    const { requests } = await runAgainst(format, [
      format.callAnswer(),
      format.textAnswer("Done."),
    ]);
    const [first, second] = requests.map(({ body }) => JSON.stringify(body.tools));
    expect(first).toBe(second);
    expect(first).toContain("The last number.");
  });

  test("waits as long as the vendor says and tries again", async () => {
    const { result, events } = await runAgainst(format, [
      { status: 429, body: { error: { message: "slow down" } }, headers: { "retry-after": "0" } },
      { status: 503, body: { error: { message: "overloaded" } } },
      format.textAnswer("At last."),
    ]);
    expect(result).toMatchObject({ status: "done", text: "At last." });
    expect(events.filter(({ type }) => type === "retry")).toMatchObject([
      { delayMs: 0, reason: expect.stringContaining("429") },
      { reason: expect.stringContaining("503") },
    ]);
  });

  test("does not try again with a wrong key, and says so in one line", async () => {
    const { result, requests } = await runAgainst(format, [
      { status: 401, body: { error: { message: "Incorrect API key\nprovided" } } },
    ]);
    expect(requests).toHaveLength(1);
    expect(result.status).toBe("failed");
    expect(result.reason).toMatch(/^\S+\/m: 401 .*Check the key in [A-Z_]+_KEY\.$/);
  });

  test("asks again when the answer breaks off in the middle of arguments", async () => {
    const whole = format.callAnswer();
    const events = "events" in whole ? whole.events : [];
    const { result, requests } = await runAgainst(format, [
      { events: events.slice(0, format.vendor === "google" ? 1 : -3), isCut: true },
      format.callAnswer(),
      format.textAnswer("Whole."),
    ]);
    expect(result).toMatchObject({ status: "done", text: "Whole." });
    expect(requests).toHaveLength(3);
  });
});

test("marks what Anthropic caches: the system prompt, and the end of the conversation now and before", async () => {
  const format = vendorFormats.find(({ vendor: name }) => name === "anthropic");
  if (format === undefined) throw new Error("no such format");
  const { requests } = await runAgainst(format, [format.callAnswer(), format.textAnswer("Done.")]);
  const { system, messages } = requests[1]?.body ?? {};
  expect(system.at(-1).cache_control).toEqual({ type: "ephemeral" });
  expect(messages.at(-1).content.at(-1).cache_control).toEqual({ type: "ephemeral" });
  expect(messages[0].content.at(-1).cache_control).toEqual({ type: "ephemeral" });
  expect(JSON.stringify(messages).match(/cache_control/g)).toHaveLength(2);
});

test.each([
  ["gpt-5", ["reasoning.encrypted_content"]],
  // It would refuse the request.
  ["gpt-4.1", undefined],
])("asks OpenAI's %s for %j", async (id, include) => {
  const format = vendorFormats.find(({ vendor: name }) => name === "openai");
  if (format === undefined) throw new Error("no such format");
  const { requests } = await runAgainst(format, [format.textAnswer("Done.")], id);
  expect(requests[0]?.body).toMatchObject({ store: false });
  expect(requests[0]?.body.include).toEqual(include);
});

test("says that nothing answers at an address", async () => {
  const closed = await startFakeVendor([]);
  await closed.close();
  const model = await openModel("compatible/m", {
    environment: {},
    baseUrl: `${closed.url}/v1`,
  });
  const agent = new Agent({ session: await memorySession([count]), system: "", model });
  const result = await agent.run("Hello.");
  expect(result.status).toBe("failed");
  expect(result.reason).toContain(`Nothing answers at ${closed.url} (ECONNREFUSED).`);
});

test.each([
  ["gpt-5", "names no model"],
  ["openai/", "names no model"],
  ["opanai/gpt-5", "Did you mean openai/gpt-5?"],
  ["claude-sonnet-5", "Did you mean anthropic/claude-sonnet-5?"],
  ["openai/gpt-5", "set OPENAI_API_KEY"],
  ["google/gemini-3", "set GOOGLE_GENERATIVE_AI_API_KEY"],
  ["compatible/qwen", "--base-url URL"],
  ["scripted//nowhere.json", "can't be used"],
])("explains what is missing to open %s", async (name, message) => {
  await expect(openModel(name, { environment: {} })).rejects.toThrow(message);
});
