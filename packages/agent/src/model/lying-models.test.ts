import { describe, expect, test } from "vitest";
import { dot, runAgainst } from "../fixtures/counting-agent.ts";
import { chatCompletions } from "../fixtures/strict-vendor/chat-completions.ts";
import { messages } from "../fixtures/strict-vendor/messages.ts";
import { frameOf, type Reaction, wires } from "../fixtures/strict-vendor/strict-vendor.ts";
import type { Said, Wire } from "../fixtures/strict-vendor/wire.ts";

const call = (input: unknown, id?: string) => ({
  name: "count",
  input,
  ...(id !== undefined && { id }),
});
const calls = (count: number) => Array.from({ length: count }, (_, at) => call({ to: at }));

interface Lie {
  readonly lie: string;
  readonly said: Said;
  /** The outcomes of its calls. */
  readonly outcomes: readonly string[];
}

const lies: readonly Lie[] = [
  {
    lie: "arguments that are cut off",
    said: { calls: [call('{"to": 3')] },
    outcomes: ["input-invalid"],
  },
  {
    lie: "arguments that are no JSON",
    said: { calls: [call("to=3")] },
    outcomes: ["input-invalid"],
  },
  {
    lie: "arguments that are an array",
    said: { calls: [call("[3]")] },
    outcomes: ["input-invalid"],
  },
  { lie: "no arguments", said: { calls: [call("")] }, outcomes: ["input-invalid"] },
  {
    lie: "no arguments where none are needed",
    said: { calls: [{ name: "look", input: "" }] },
    outcomes: ["ok"],
  },
  { lie: "made-up arguments", said: { calls: [call({ until: 3 })] }, outcomes: ["input-invalid"] },
  {
    lie: "an unknown tool",
    said: { calls: [{ name: "none", input: {} }] },
    outcomes: ["tool-not-found"],
  },
  {
    lie: "a tool's name that no vendor allows",
    said: { calls: [{ name: "no such tool!", input: {} }] },
    outcomes: ["tool-not-found"],
  },
  {
    lie: "a tool's name of 5,000 letters",
    said: { calls: [{ name: "x".repeat(5_000), input: {} }] },
    outcomes: ["tool-not-found"],
  },
  {
    lie: "the same id twice",
    said: { calls: [call({ to: 1 }, "same"), call({ to: 2 }, "same")] },
    outcomes: ["ok", "ok"],
  },
  { lie: "an empty id", said: { calls: [call({ to: 1 }, "")] }, outcomes: ["ok"] },
  {
    lie: "an id that no vendor allows",
    said: { calls: [call({ to: 1 }, "functions.count:0 é")] },
    outcomes: ["ok"],
  },
  {
    lie: "an id of 3,000 letters",
    said: { calls: [call({ to: 1 }, "i".repeat(3_000))] },
    outcomes: ["ok"],
  },
  { lie: "a hundred calls", said: { calls: calls(100) }, outcomes: calls(100).map(() => "ok") },
  {
    lie: "a thousand calls, of which 128 run",
    said: { calls: calls(1_000) },
    outcomes: calls(128).map(() => "ok"),
  },
  {
    lie: "a blank text before a call",
    said: { text: "\n\n", calls: [call({ to: 1 })] },
    outcomes: ["ok"],
  },
  { lie: "a blank text", said: { text: " \n" }, outcomes: [] },
  { lie: "nothing", said: {}, outcomes: [] },
  { lie: "reasoning and nothing else", said: { reasoning: "Hm." }, outcomes: [] },
  {
    lie: "calls with the end of a text",
    said: { calls: [call({ to: 1 })], finish: "stop" },
    outcomes: ["ok"],
  },
];

describe.each(wires)("$vendor", (wire) => {
  test.each(lies)("goes on after $lie", async ({ said, outcomes }) => {
    // The vendor's completed answer has no other reason.
    const { finish: _, ...rest } = said;
    const ran = await runAgainst(wire, [wire.vendor === "openai" ? rest : said]);
    expect(ran.vendor.problems).toEqual([]);
    expect(ran.result).toMatchObject({ status: "done", text: "Fine." });
    expect(ran.outcomes).toEqual(outcomes);
    expect(ran.retries).toEqual([]);
  });

  test.each(["weird", "tool_calls"])(
    "takes a text that ends for the reason %j as the end",
    async (finish) => {
      const ran = await runAgainst(wire, [{ text: "Hello.", finish }]);
      expect(ran.result).toMatchObject({ status: "done", text: "Hello." });
    },
  );

  test("gives the model the image of a result, or words where it can't have it", async () => {
    const looks = { calls: [{ name: "look", input: {} }] };
    const ran = await runAgainst(wire, [looks, { calls: [call({ to: 1 })] }]);
    expect(ran.vendor.problems).toEqual([]);
    expect(ran.outcomes).toEqual(["ok", "ok"]);
    const [, last] = ran.vendor.requests;
    const said = JSON.stringify(last?.turns);
    expect(said).toContain("A dot:");
    expect(said.includes(dot)).toBe(wire.vendor !== "compatible");
  });

  test("ids of calls in several answers may be the same", async () => {
    const same = { calls: [call({ to: 1 }, "same")] };
    const ran = await runAgainst(wire, [same, { calls: [call({ to: 2 }, "same")] }]);
    expect(ran.vendor.problems).toEqual([]);
    expect(ran.counted).toEqual([1, 2]);
  });

  test("reads an answer of which each byte comes alone, with characters of several bytes", async () => {
    const text = "Zählt bis 三 🎉.";
    const ran = await runAgainst(wire, [
      { reasoning: "Überlegt 🤔.", text, calls: [call({ to: 3, note: "三 🎉" })] },
      byteByByte({ text }),
    ]);
    expect(ran.vendor.problems).toEqual([]);
    expect(ran.result).toMatchObject({ status: "done", text });
  });

  test("reads bytes that are no UTF-8", async () => {
    const ran = await runAgainst(wire, [
      (response) => {
        response.writeHead(200, { "content-type": "text/event-stream" });
        const frames = wire.answer({ text: "A@@B" }, "mark").map(frameOf).join("");
        const [before = "", behind = ""] = frames.split("@@");
        response.end(
          Buffer.concat([Buffer.from(before), Buffer.from([0xff, 0xc3]), Buffer.from(behind)]),
        );
      },
    ]);
    expect(ran.result.status).toBe("done");
    expect(ran.result.text).toMatch(/^A.+B$/u);
  });

  test("takes 10 MB of arguments", async () => {
    const ran = await runAgainst(wire, [
      { calls: [call({ to: 1, note: "x".repeat(10_000_000) })] },
    ]);
    expect(ran.outcomes).toEqual(["ok"]);
    expect(ran.result).toMatchObject({ status: "done", text: "Fine." });
  });

  test("ends an answer that has no end", async () => {
    const ran = await runAgainst(wire, [endless(wire, { text: "@" }, "x".repeat(500_000))]);
    expect(ran.result).toMatchObject({
      status: "failed",
      reason: expect.stringContaining("exceeds 4000000 characters"),
    });
  });
});

test("gives a tool no more arguments than the session allows", async () => {
  const said = { calls: [call({ to: 1, note: "x".repeat(17_000_000) })] };
  const ran = await runAgainst(chatCompletions, [said]);
  expect(ran.outcomes).toEqual(["input-invalid"]);
  expect(ran.result).toMatchObject({ status: "done", text: "Fine." });
});

test.each([chatCompletions, messages])("ends arguments that have no end: $vendor", async (wire) => {
  const ran = await runAgainst(wire, [
    endless(wire, { calls: [call('{"note":"@')] }, "x".repeat(4_000_000)),
  ]);
  expect(ran.result).toMatchObject({
    status: "failed",
    reason: expect.stringContaining("exceeds 32000000 characters"),
  });
  expect(ran.counted).toEqual([]);
});

function byteByByte(said: Said): Reaction {
  return (response, wire) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.socket?.setNoDelay(true);
    const bytes = Buffer.from(wire.answer(said, "mark").map(frameOf).join(""));
    for (const byte of bytes) response.write(Buffer.from([byte]));
    response.end();
  };
}

/** Repeats the event with the mark `@` until nobody reads any more. */
function endless(wire: Wire, said: Said, text: string): Reaction {
  return (response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    const frames = wire.answer(said, "mark").map(frameOf);
    const at = frames.findIndex((frame) => frame.includes("@"));
    response.write(frames.slice(0, at).join(""));
    const more = (frames[at] ?? "").replace("@", text);
    const write = (): void => {
      while (!response.destroyed && response.write(more));
    };
    response.on("drain", write);
    write();
  };
}
