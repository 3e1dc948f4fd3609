import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  createPolicy,
  createRegistry,
  createSession,
  defineTool,
  type Outcome,
  type Session,
  type ToolResult,
} from "@toolwright/core";
import { openWorkspace } from "@toolwright/workspace";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type MemoryContext, memoryContext } from "../../test/memory-context.ts";
import { maxInputBytes } from "../input/given-input.ts";
import { answerCalls } from "./call-stdin.ts";

let folder: string;
let session: Session;
let program: MemoryContext;
/** How many calls have begun to hang. */
let hanging: PromiseWithResolvers<void>;

const echo = defineTool({
  name: "echo",
  kind: "think",
  description: "Gives its text back.",
  input: { type: "object", properties: { text: { type: "string" } }, required: ["text"] },
  effects: () => [],
  execute: ({ text }) => ({ content: String(text) }),
});

const hang = defineTool({
  name: "hang",
  kind: "think",
  description: "Waits until it is stopped.",
  input: { type: "object", properties: {} },
  effects: () => [],
  execute: (_input, { signal }): Promise<ToolResult> =>
    new Promise((resolve) => {
      signal.addEventListener("abort", () => resolve({ content: "stopped" }));
      hanging.resolve();
    }),
});

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "call-stdin-"));
  hanging = Promise.withResolvers();
  const registry = createRegistry();
  await registry.register([echo, hang]);
  const workspace = openWorkspace({ roots: [folder] });
  const policy = createPolicy({ layers: [], mode: "default", roots: workspace.roots });
  session = await createSession({ registry, policy, workspace });
  program = memoryContext();
});

afterEach(async () => {
  await session.close();
  rmSync(folder, { recursive: true });
});

const outcomes = (): Outcome[] =>
  program
    .output()
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Outcome);

/** Sends the lines, ends the input, and returns the status and the outcomes. */
async function answers(...lines: readonly (string | Uint8Array)[]): Promise<[number, Outcome[]]> {
  const status = answerCalls(session, program);
  for (const line of lines) {
    program.stdin.write(line);
    program.stdin.write("\n");
  }
  program.stdin.end();
  return [await status, outcomes()];
}

const textOf = ({ content: [part] }: Outcome): string => (part?.type === "text" ? part.text : "");

describe("answerCalls", () => {
  it("answers each line in order under its id, and makes up the ids that aren't given", async () => {
    const [status, given] = await answers(
      '{"id":"a","tool":"echo","input":{"text":"one"}}',
      '{"tool":"echo","input":{"text":"two"}}',
      '{"id":7,"tool":"echo","input":{"text":"three"}}',
    );
    expect(status).toBe(0);
    expect(given.map(textOf)).toEqual(["one", "two", "three"]);
    expect(given.map(({ callId }) => callId)).toEqual(["a", expect.any(String), "7"]);
  });

  it("skips blank lines, but counts them", async () => {
    const [status, given] = await answers(
      "",
      '{"tool":"echo","input":{"text":"one"}}',
      " \t\r",
      "x",
    );
    expect(status).toBe(0);
    expect(given.map(textOf)).toEqual(["one", expect.stringMatching(/^Line 4 is invalid JSON/)]);
  });

  it("writes every key of an outcome, and artifacts only when there are some", async () => {
    const [, [outcome]] = await answers('{"id":"a","tool":"echo","input":{"text":"x"}}');
    expect(Object.keys(outcome ?? {})).toEqual([
      "callId",
      "tool",
      "status",
      "content",
      "display",
      "structured",
      "error",
      "decision",
      "effects",
      "metadata",
      "durationMs",
    ]);
  });

  it.each([
    ["{broken", "Line 1 is invalid JSON (", "line-1", ""],
    ["[1]", "Line 1 isn't a JSON object.", "line-1", ""],
    ["null", "Line 1 isn't a JSON object.", "line-1", ""],
    ['{"id":"a"}', "Line 1 names no tool", "a", ""],
    ['{"id":{},"tool":"echo"}', "Line 1 has an 'id' that isn't a string.", "line-1", ""],
    [
      '{"id":"a","tool":"echo","inputs":{}}',
      "Line 1 has an unknown field 'inputs'. Did you mean 'input'?",
      "a",
      "echo",
    ],
  ])("answers %j with input-invalid and goes on", async (line, message, callId, tool) => {
    const [status, [first, second]] = await answers(line, '{"tool":"echo","input":{"text":"x"}}');
    expect(status).toBe(0);
    expect(first).toMatchObject({
      callId,
      tool,
      status: "error",
      error: { code: "input-invalid" },
    });
    expect(first?.error?.message).toContain(message);
    expect(second?.status).toBe("ok");
  });

  it("answers a line that isn't UTF-8, and an unknown tool, and goes on", async () => {
    const [, given] = await answers(
      Buffer.from([0x7b, 0xff, 0x7d]),
      '{"tool":"ecko","input":{}}',
      '{"tool":"echo","input":{"text":"x"}}',
    );
    expect(given.map(({ error }) => error?.code)).toEqual([
      "input-invalid",
      "tool-not-found",
      undefined,
    ]);
  });

  it("refuses an id that was used before", async () => {
    const line = '{"id":"a","tool":"echo","input":{"text":"x"}}';
    const [, given] = await answers(line, line);
    expect(given.map(({ error }) => error?.code)).toEqual([undefined, "input-invalid"]);
  });

  it("answers a line beyond any input, and the next one", async () => {
    const answering = answerCalls(session, program);
    const chunk = Buffer.alloc(1024 * 1024, "x");
    for (let size = 0; size <= maxInputBytes; size += chunk.length) {
      if (!program.stdin.write(chunk)) {
        await new Promise((resolve) => program.stdin.once("drain", resolve));
      }
    }
    program.stdin.end('\n{"tool":"echo","input":{"text":"x"}}\n');
    expect(await answering).toBe(0);
    const [first, second] = outcomes();
    expect(first?.error).toMatchObject({ code: "input-invalid" });
    expect(first?.error?.message).toMatch(/^Line 1 has 51380224 bytes; the limit is /);
    expect(second?.status).toBe("ok");
  });

  it("takes a last line without a newline, and no lines at all", async () => {
    const answering = answerCalls(session, program);
    program.stdin.end('{"tool":"echo","input":{"text":"x"}}');
    expect(await answering).toBe(0);
    expect(outcomes()).toHaveLength(1);
    const empty = memoryContext();
    empty.stdin.end();
    expect(await answerCalls(session, empty)).toBe(0);
  });

  it("writes an outcome before it reads the next line", async () => {
    const answering = answerCalls(session, program);
    const answered = new Promise((resolve) => program.stdout.once("data", resolve));
    program.stdin.write('{"tool":"echo","input":{"text":"x"}}\n');
    await answered;
    expect(outcomes()).toHaveLength(1);
    program.stdin.end();
    expect(await answering).toBe(0);
  });

  it("writes an outcome while a line that came together with it still runs", async () => {
    const answering = answerCalls(session, program);
    const answered = new Promise((resolve) => program.stdout.once("data", resolve));
    const lines = ['{"id":"e","tool":"echo","input":{"text":"x"}}', '{"tool":"hang"}'];
    program.stdin.write(`${lines.join("\n")}\n`);
    await hanging.promise;
    await answered;
    expect(outcomes()).toMatchObject([{ callId: "e", status: "ok" }]);
    program.interrupt();
    expect(await answering).toBe(130);
  });

  it("writes each outcome before the next line runs, also of lines that came together", async () => {
    const events: string[] = [];
    session.subscribe((event) => {
      if (event.type === "invocation-start") events.push(`runs ${event.callId}`);
    });
    program.stdout.on("data", (chunk: Buffer) => {
      for (const text of chunk.toString().trimEnd().split("\n")) {
        events.push(`wrote ${(JSON.parse(text) as { callId: string }).callId}`);
      }
    });
    const line = (id: string): string => JSON.stringify({ id, tool: "echo", input: { text: "x" } });
    program.stdin.end(["a", "b", "c"].map((id) => `${line(id)}\n`).join(""));
    expect(await answerCalls(session, program)).toBe(0);
    expect(events).toEqual(["a", "b", "c"].flatMap((id) => [`runs ${id}`, `wrote ${id}`]));
  });

  it("waits for a slow reader", async () => {
    program.stdout.pause();
    const answering = answerCalls(session, program);
    const text = "x".repeat(20_000);
    for (let count = 0; count < 100; count++) {
      program.stdin.write(`${JSON.stringify({ tool: "echo", input: { text } })}\n`);
    }
    program.stdin.end();
    // Time enough for all of them: a call takes less than a round of the event loop.
    for (let round = 0; round < 300; round++) await new Promise((resolve) => setImmediate(resolve));
    expect(program.stdout.writableNeedDrain).toBe(true);
    const waiting = program.stdout.writableLength + program.stdout.readableLength;
    expect(waiting).toBeLessThan(10 * text.length);
    program.stdout.resume();
    expect(await answering).toBe(0);
    expect(outcomes()).toHaveLength(100);
  });

  it("cancels the running call when it is interrupted, and starts no other", async () => {
    const answering = answerCalls(session, program);
    program.stdin.write('{"id":"h","tool":"hang"}\n{"tool":"echo","input":{"text":"x"}}\n');
    await hanging.promise;
    program.interrupt();
    expect(await answering).toBe(130);
    expect(outcomes()).toMatchObject([{ callId: "h", status: "cancelled" }]);
    expect(program.exits).toEqual([]);
  });

  it("ends at once when it is interrupted again", async () => {
    const answering = answerCalls(session, program);
    program.stdin.write('{"tool":"hang"}\n');
    await hanging.promise;
    program.interrupt();
    program.interrupt();
    expect(program.exits).toEqual([130]);
    await answering;
  });

  it("ends quietly when nobody reads the answers any more", async () => {
    const answering = answerCalls(session, program);
    program.stdin.write('{"tool":"hang"}\n');
    await hanging.promise;
    program.stdout.destroy(Object.assign(new Error("write EPIPE"), { code: "EPIPE" }));
    expect(await answering).toBe(1);
    expect(program.errors()).toBe("");
  });
});
