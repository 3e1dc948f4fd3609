import { PassThrough } from "node:stream";
import type { JSONRPCMessage } from "@modelcontextprotocol/server";
import { describe, expect, it } from "vitest";
import { StreamTransport } from "./stream-transport.ts";

interface Opened {
  readonly input: PassThrough;
  readonly output: PassThrough;
  readonly transport: StreamTransport;
  readonly received: JSONRPCMessage[];
  readonly errors: Error[];
  readonly closed: Promise<void>;
}

async function open(
  options: { readonly lingerMs?: number; readonly ready?: Promise<unknown> } = {},
): Promise<Opened> {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const { lingerMs = 60_000, ready = Promise.resolve() } = options;
  const transport = new StreamTransport({ input, output, lingerMs, ready });
  const received: JSONRPCMessage[] = [];
  const errors: Error[] = [];
  transport.onmessage = (message) => void received.push(message);
  transport.onerror = (error) => void errors.push(error);
  const closed = new Promise<void>((resolve) => (transport.onclose = resolve));
  await transport.start();
  return { input, output, transport, received, errors, closed };
}

const line = (id: number, params: object = {}): string =>
  `${JSON.stringify({ jsonrpc: "2.0", id, method: "ping", params })}\n`;

describe("StreamTransport", () => {
  it("reads messages however the stream is cut, even within a character", async () => {
    const { input, received } = await open();
    const bytes = Buffer.from(line(1, { text: "é€😀" }) + line(2));
    for (const byte of bytes) input.write(Buffer.of(byte));
    input.write(`\r\n\n${line(3)}${line(4)}`);
    await expect.poll(() => received.length, { timeout: 15_000 }).toBe(4);
    expect(received[0]).toMatchObject({ id: 1, params: { text: "é€😀" } });
  });

  it("continues after a malformed line and reports it", async () => {
    const { input, received, errors } = await open();
    input.write(`nonsense\n{"jsonrpc":"1.0"}\n${line(1)}`);
    await expect.poll(() => received.length, { timeout: 15_000 }).toBe(1);
    expect(errors).toHaveLength(2);
  });

  it("closes at once when the input ends without open requests", async () => {
    const { input, closed } = await open();
    input.end();
    await closed;
  });

  it("answers open requests after the input has ended, then closes", async () => {
    const { input, output, transport, received, closed } = await open();
    input.end(line(1) + line(2));
    await expect.poll(() => received.length, { timeout: 15_000 }).toBe(2);
    for (const id of [2, 1]) await transport.send({ jsonrpc: "2.0", id, result: {} });
    await closed;
    expect(String(output.read()).split("\n")).toHaveLength(3);
    await expect(transport.send({ jsonrpc: "2.0", id: 1, result: {} })).rejects.toThrow("gone");
  });

  it("does not wait for cancelled requests, or longer than the limit", async () => {
    const cancelled = await open();
    const cancel = { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } };
    cancelled.input.end(`${line(1)}${JSON.stringify(cancel)}\n`);
    await cancelled.closed;
    const slow = await open({ lingerMs: 10 });
    slow.input.end(line(1));
    await slow.closed;
    const broken = await open({ ready: Promise.reject(new Error("no session")) });
    broken.input.end(line(1));
    await broken.closed;
  });

  it("closes when its output is no longer read", async () => {
    const { output, closed, errors } = await open();
    output.destroy(Object.assign(new Error("write EPIPE"), { code: "EPIPE" }));
    await closed;
    expect(errors).toHaveLength(1);
  });

  it("closes on an endless message", async () => {
    const { input, closed, errors } = await open();
    const block = Buffer.alloc(8 * 1024 * 1024, "x");
    for (let count = 0; count < 7; count += 1) input.write(block);
    await closed;
    expect(errors[0]?.message).toContain("exceeds");
  });
});
