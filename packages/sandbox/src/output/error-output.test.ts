import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { StoredOutput } from "@toolwright/core/ports";
import { createMemoryOutputStore } from "@toolwright/testing";
import { captureOutput } from "./capture-output.ts";
import { plainText } from "./plain-text.ts";
import { PlainBytes } from "./plain-bytes.ts";

const limits = { headBytes: 1_000, tailBytes: 1_000, windowBytes: 4_000 };
const filler = (count: number): string => "all is well in this line\n".repeat(count);
const failure = "src/größe.c:1:2: error: no member 'heads'\n    1 | ring->heads\n\n";

function chunksOf(text: string, sizes: readonly number[]): Buffer[] {
  const bytes = Buffer.from(text);
  const chunks: Buffer[] = [];
  for (let at = 0, index = 0; at < bytes.length; index += 1) {
    const size = sizes[index % sizes.length] ?? 1;
    chunks.push(bytes.subarray(at, at + size));
    at += size;
  }
  return chunks;
}

describe("lines around errors", () => {
  it.each([[[1]], [[7, 300]], [[65_536]], [[100_000_000]]])(
    "are found in the middle of what comes in chunks of %j bytes",
    (sizes) => {
      const captured = captureOutput(limits);
      const text = filler(9_000) + failure + filler(9_000);
      for (const chunk of chunksOf(text, sizes)) void captured.write(chunk, "stdout");
      const { windows, omittedBytes, omittedLines, head, tail } = captured.result();
      expect(windows).toHaveLength(1);
      expect(windows[0]?.text).toContain(
        "src/größe.c:1:2: error: no member 'heads'\n    1 | ring->heads\n",
      );
      const [{ bytes, lines, linesBefore } = { bytes: 0, lines: 0, linesBefore: 0 }] = windows;
      const lineFeeds = (part: string): number => part.split("\n").length - 1;
      expect(linesBefore + lineFeeds(head)).toBeLessThanOrEqual(9_000);
      expect(linesBefore + lineFeeds(head)).toBeGreaterThanOrEqual(8_997);
      expect((omittedLines ?? 0) + lines + lineFeeds(head) + lineFeeds(tail)).toBe(18_003);
      expect(omittedBytes + bytes + head.length + tail.length).toBe(Buffer.byteLength(text));
    },
  );

  it("are limited by size: the first errors and the last summary", () => {
    const captured = captureOutput(limits);
    for (let count = 0; count < 3_000; count += 1) {
      const name = `${count.toString(2).replaceAll("0", "a").replaceAll("1", "b")}`;
      void captured.write(
        Buffer.from(`${filler(20)}${name}.c:1:1: error: ${name} is no type\n`),
        "stderr",
      );
      if (count % 1_000 === 999)
        void captured.write(Buffer.from(`${count} failed\n${filler(100)}`), "stdout");
    }
    const { windows } = captured.result();
    const text = windows.map((window) => window.text).join("");
    expect(text.length).toBeLessThanOrEqual(4_000);
    expect(text).toContain("bab.c:1:1: error");
    expect(text).toContain("2999 failed");
  });

  it("are absent if head and tail show the errors, and without space for them", () => {
    const inHead = captureOutput(limits);
    void inHead.write(Buffer.from(failure + filler(9_000)), "stdout");
    expect(inHead.result().windows).toEqual([]);
    const without = captureOutput({ ...limits, windowBytes: 0 });
    void without.write(Buffer.from(filler(900) + failure + filler(900)), "stdout");
    expect(without.result().windows).toEqual([]);
  });

  it("of a flood of errors need no more memory than a few", () => {
    const captured = captureOutput(limits);
    const chunk = Buffer.from("Traceback (most recent call last)\n".repeat(1_900));
    globalThis.gc?.();
    const before = process.memoryUsage().arrayBuffers;
    for (let count = 0; count < 1_500; count += 1) void captured.write(chunk, "stdout");
    expect(captured.result().windows.length).toBeGreaterThan(0);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(4 << 20);
  });
});

describe("the full output", () => {
  async function kept(
    text: string,
    sizes: readonly number[],
  ): Promise<[StoredOutput | null, string]> {
    const store = createMemoryOutputStore();
    const captured = captureOutput({
      ...limits,
      keep: () => store.open({ sessionId: "s", callId: "c" }),
    });
    for (const chunk of chunksOf(text, sizes)) await captured.write(chunk, "stdout");
    const end = await captured.kept();
    return [end, [...store.kept.values()].join("")];
  }

  it("is not stored while all of it is shown", async () => {
    expect(await kept("x".repeat(2_000), [100])).toEqual([null, ""]);
  });

  it("is stored from its beginning as plain text, however it arrives", async () => {
    const piece = fc.constantFrom(
      "line\n",
      "ü€😀",
      "\x1b[31mred\x1b[0m",
      "10%\r20%\r",
      "\r\n",
      "ab\b",
      "\0",
      "x".repeat(700),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(piece, { maxLength: 40 }),
        fc.array(fc.integer({ min: 1, max: 900 }), { minLength: 1, maxLength: 5 }),
        async (pieces, sizes) => {
          const text = pieces.join("");
          const [end, whole] = await kept(text, sizes);
          if (Buffer.byteLength(text) <= 2_000) expect(end).toBeNull();
          else expect(whole).toBe(plainText(text));
        },
      ),
    );
  });

  it("delays the stream while it is written", async () => {
    const unwritten: (() => void)[] = [];
    const captured = captureOutput({
      ...limits,
      keep: () => ({
        write: () => new Promise<void>((resolve) => unwritten.push(resolve)),
        end: () => Promise.resolve({ handle: null, reason: "none" }),
        discard: () => Promise.resolve(),
      }),
    });
    const taking = captured.write(Buffer.alloc(5_000, "x\n"), "stdout");
    expect(taking).toBeInstanceOf(Promise);
    let isTaken = false;
    const taken = Promise.resolve(taking).then(() => (isTaken = true));
    while (unwritten.length > 0) {
      expect(isTaken).toBe(false);
      unwritten.shift()?.();
      // If there is another part, it follows this one.
      for (let turns = 0; turns < 10; turns += 1) await Promise.resolve();
    }
    await taken;
    expect(await captured.kept()).toEqual({ handle: null, reason: "none" });
  });
});

describe("PlainBytes", () => {
  const sizeOf = (pieces: readonly Uint8Array[]): number =>
    pieces.reduce((sum, { length }) => sum + length, 0);

  it("passes plain text on without a copy", () => {
    const bytes = Buffer.from("plain ü\nand more\nunfinished");
    const plain = new PlainBytes();
    plain.push(Buffer.from("begun "));
    const [begun, passed, ...others] = plain.push(bytes);
    expect(others).toEqual([]);
    expect(begun?.toString()).toBe("begun ");
    expect(passed?.toString()).toBe("plain ü\nand more\n");
    expect(passed?.buffer).toBe(bytes.buffer);
    expect(passed?.byteOffset).toBe(bytes.byteOffset);
  });

  it("keeps the last version of an overwritten line", () => {
    const plain = new PlainBytes();
    const parts = ["one\n10%", " of it", "\r20%", "\ntwo"].flatMap((part) =>
      plain.push(Buffer.from(part)),
    );
    expect(Buffer.concat([...parts, ...plain.end()]).toString()).toBe("one\n20%\ntwo");
  });

  it("holds back no more than a part of an endless line", () => {
    const plain = new PlainBytes();
    let length = 0;
    for (let count = 0; count < 100; count += 1)
      length += sizeOf(plain.push(Buffer.from(`\x1b[0m${"x".repeat(9_995)}`)));
    expect(length).toBeGreaterThan(700_000);
    length += sizeOf(plain.end());
    expect(length).toBe(999_500);
  });
});
