import { describe, expect, onTestFinished, test } from "vitest";
import { words } from "../fixtures/compacting-agent.ts";
import { key, runAgainst, runCounting } from "../fixtures/counting-agent.ts";
import {
  type Reaction,
  sendError,
  startStrictVendor,
  wires,
} from "../fixtures/strict-vendor/strict-vendor.ts";
import type { Seen } from "../fixtures/strict-vendor/wire.ts";

/** Answers with reasoning, much text and a call. */
const thinking = (count: number): readonly Reaction[] =>
  Array.from({ length: count }, (_, at) => ({
    reasoning: `I consider ${at}.`,
    text: words(400, `thought${at}`),
    calls: [{ name: "count", input: { to: at } }],
  }));

const textIn = ({ turns }: Seen): string => JSON.stringify(turns);

/** How each vendor says that a request is too long. */
const refusals = {
  compatible: "This model's maximum context length is 4096 tokens. However, you requested 5000.",
  openai: "Your input exceeds the context window of this model. Please adjust your input.",
  anthropic: "prompt is too long: 210000 tokens > 200000 maximum",
  google: "The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).",
};

const summary: Reaction = { text: "## Done\nCounted for a while.\n## Next\nCount on." };

describe.each(wires)("$vendor", (wire) => {
  test("accepts a conversation that is compacted midway, with its own data as it sent them", async () => {
    const left = [...thinking(9)];
    const think = ({ system }: Seen): Reaction =>
      system.includes("the notes of an agent") ? summary : (left.shift() ?? { text: "Fine." });
    const vendor = await startStrictVendor(wire, think, key);
    onTestFinished(() => vendor.close());
    const { result, events, counted } = await runCounting(wire, vendor.baseUrl, {
      contextTokens: 4_000,
    });
    expect(vendor.problems).toEqual([]);
    expect(result).toMatchObject({ status: "done", text: "Fine." });
    expect(counted).toHaveLength(9);
    expect(events.find(({ type }) => type === "compaction")).toMatchObject({ method: "summary" });
    const last = vendor.requests.at(-1);
    expect(last && textIn(last)).toContain("Counted for a while.");
    expect(last && textIn(last)).toContain("Count to three.");
  });

  test("gets one shorter request when it refuses one as too long", async () => {
    const refuse: Reaction = (response) => sendError(response, wire, refusals[wire.vendor], 400);
    const { vendor, result, events, retries } = await runAgainst(
      wire,
      [...thinking(5), refuse, summary],
      { contextTokens: 100_000 },
    );
    expect(vendor.problems).toEqual([]);
    expect(result).toMatchObject({ status: "done", text: "Fine." });
    expect(retries).toEqual([]);
    expect(events.find(({ type }) => type === "compaction")).toMatchObject({ trigger: "too-long" });
    const [refused, , shorter] = vendor.requests.slice(-3).map((seen) => textIn(seen).length);
    expect(shorter).toBeLessThan((refused ?? 0) * 0.7);
  });

  test("refuses twice: the run says what to do", async () => {
    const refuse: Reaction = (response) => sendError(response, wire, refusals[wire.vendor], 400);
    const { result } = await runAgainst(wire, [...thinking(5), refuse, summary, refuse], {
      contextTokens: 100_000,
    });
    expect(result.status).toBe("failed");
    expect(result.reason).toContain("use a model with a larger context");
  });
});
