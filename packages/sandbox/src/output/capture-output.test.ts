import type { OutputStream } from "@toolwright/core/ports";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type CaptureOptions, captureOutput, type CapturedOutput } from "./capture-output.ts";
import { countLineFeeds } from "./count-lines.ts";

function capture(
  options: CaptureOptions,
  ...chunks: readonly (string | Uint8Array | readonly [OutputStream, string | Uint8Array])[]
): CapturedOutput {
  const captured = captureOutput(options);
  for (const each of chunks) {
    const isPair = typeof each !== "string" && !(each instanceof Uint8Array);
    void captured.write(Buffer.from(isPair ? each[1] : each), isPair ? each[0] : "stdout");
  }
  return captured.result();
}

const roomy: CaptureOptions = { headBytes: 1_000, tailBytes: 1_000, escapes: "keep" };

describe("the captured output", () => {
  it("is complete when it fits", () => {
    expect(capture(roomy, "one\n", "two")).toEqual({
      text: "one\ntwo",
      head: "one\ntwo",
      tail: "",
      totalBytes: 7,
      totalLines: 2,
      omittedBytes: 0,
      omittedLines: 0,
      windows: [],
      repeats: [],
    });
    expect(capture(roomy)).toMatchObject({ text: "", totalBytes: 0, totalLines: 0 });
  });

  it("keeps both streams in order of arrival", () => {
    expect(capture(roomy, "a\n", ["stderr", "b\n"], "c\n").text).toBe("a\nb\nc\n");
  });

  it("keeps a character whole when the other stream writes in between", () => {
    const euro = Buffer.from("€");
    const { text, totalBytes } = capture(
      roomy,
      euro.subarray(0, 1),
      ["stderr", "!"],
      euro.subarray(1, 2),
      euro.subarray(2),
    );
    expect(text).toBe("!€");
    expect(totalBytes).toBe(4);
  });

  it("marks invalid UTF-8 and an unfinished character", () => {
    expect(
      capture(roomy, Uint8Array.of(0x61, 0xff, 0xc3, 0x28), Uint8Array.of(0xe2, 0x82)).text,
    ).toBe("a\ufffd\ufffd(\ufffd");
  });

  it("may be read before the end", () => {
    const captured = captureOutput(roomy);
    void captured.write(Buffer.from("one "), "stdout");
    expect(captured.result().text).toBe("one ");
    void captured.write(Buffer.from("two"), "stdout");
    expect(captured.result().text).toBe("one two");
  });

  it("does not change when the caller reuses its buffer", () => {
    const captured = captureOutput(roomy);
    const buffer = Buffer.from("one");
    void captured.write(buffer, "stdout");
    buffer.fill("x");
    expect(captured.result().text).toBe("one");
  });
});

describe("head and tail", () => {
  it("are kept, and a line states how much is omitted between them", () => {
    const result = capture({ headBytes: 4, tailBytes: 3 }, "abcdefghij");
    expect(result).toEqual({
      text: "abcd\n[… 3 bytes left out …]\nhij",
      head: "abcd",
      tail: "hij",
      totalBytes: 10,
      totalLines: 1,
      omittedBytes: 3,
      omittedLines: 0,
      windows: [],
      repeats: [],
    });
  });

  it("cut no character, and count its omitted bytes", () => {
    const result = capture({ headBytes: 4, tailBytes: 4 }, "€€", "x".repeat(10), "€€");
    expect(result).toMatchObject({ head: "€", tail: "€", omittedBytes: 16 });
  });

  it.each([
    [0, 3, "", "hij"],
    [3, 0, "abc", ""],
    [0, 0, "", ""],
  ])("may be of no size: %d and %d bytes", (headBytes, tailBytes, head, tail) => {
    const result = capture({ headBytes, tailBytes }, "abcdefg", "hij");
    expect(result).toMatchObject({ head, tail, omittedBytes: 10 - head.length - tail.length });
  });

  it("do not depend on how the output is split into chunks", () => {
    const bytes = fc.uint8Array({ maxLength: 60, size: "max" });
    fc.assert(
      fc.property(
        fc.array(bytes, { maxLength: 12 }),
        fc.nat({ max: 40 }),
        fc.nat({ max: 40 }),
        (chunks, headBytes, tailBytes) => {
          const result = capture({ headBytes, tailBytes, escapes: "keep" }, ...chunks);
          const whole = Buffer.concat(chunks);
          expect(result.totalBytes).toBe(whole.length);
          if (result.omittedBytes === 0) {
            expect(result.text).toBe(whole.toString());
            return;
          }
          expect(whole.length).toBeGreaterThan(headBytes + tailBytes);
          // Up to three bytes of a character, at the cuts and at the end of the output.
          const near = [-3, -2, -1, 0, 1, 2, 3];
          expect(
            near.map((by) => whole.subarray(0, Math.max(0, headBytes + by)).toString()),
          ).toContain(result.head);
          expect(
            near.map((by) => whole.subarray(whole.length - tailBytes + by).toString()),
          ).toContain(result.tail);
          const kept = result.totalBytes - result.omittedBytes;
          expect(Math.abs(kept - headBytes - tailBytes)).toBeLessThanOrEqual(6);
        },
      ),
    );
  });

  it("of valid text are its beginning and end, however the streams mix", () => {
    const piece = fc.record({
      stream: fc.constantFrom<OutputStream>("stdout", "stderr"),
      size: fc.integer({ min: 1, max: 7 }),
    });
    fc.assert(
      fc.property(
        fc.string({ unit: "grapheme", maxLength: 60, size: "max" }),
        fc.array(piece, { minLength: 1, maxLength: 40 }),
        fc.nat({ max: 30 }),
        (text, pieces, limit) => {
          const whole = Buffer.from(text);
          const captured = captureOutput({ headBytes: limit, tailBytes: limit, escapes: "keep" });
          let at = 0;
          for (let index = 0; at < whole.length; index++) {
            const { size } = pieces[index % pieces.length] ?? { size: 1 };
            void captured.write(whole.subarray(at, at + size), "stdout");
            at += size;
          }
          const { head, tail, omittedBytes } = captured.result();
          expect(text.startsWith(head)).toBe(true);
          expect(text.endsWith(tail)).toBe(true);
          expect(Buffer.byteLength(head + tail) + omittedBytes).toBe(whole.length);
        },
      ),
    );
  });
});

describe("a gibibyte", () => {
  it("needs no more memory than the kept parts", () => {
    const chunk = Buffer.from("0123456789abcdef0123456789abcd\n\n".repeat(2_048));
    const captured = captureOutput({ headBytes: 32_768, tailBytes: 32_768 });
    const memory = (): number => process.memoryUsage().arrayBuffers;
    globalThis.gc?.();
    const before = memory();
    let peak = 0;
    for (let count = 0; count < 16_384; count++) {
      void captured.write(chunk, count % 3 === 0 ? "stderr" : "stdout");
      if (count % 1_024 === 0) peak = Math.max(peak, memory() - before);
    }
    const { totalBytes, totalLines, head, tail, omittedBytes } = captured.result();
    expect(totalBytes).toBe(2 ** 30);
    expect(omittedBytes).toBe(2 ** 30 - 65_536);
    expect([head.length, tail.length]).toEqual([32_768, 32_768]);
    // Counting stops at 64 MiB.
    expect(totalLines).toBeNull();
    expect(peak).toBeLessThan(1 << 20);
  });

  it("in chunks of a few bytes needs no more either", () => {
    const captured = captureOutput({ headBytes: 1_000, tailBytes: 1_000 });
    for (let count = 0; count < 300_000; count++) void captured.write(Buffer.from("é\n"), "stdout");
    expect(captured.result()).toMatchObject({ totalBytes: 900_000, totalLines: 300_000 });
  });
});

describe("lines", () => {
  it("are counted correctly at any length and alignment", () => {
    const byte = fc.oneof(fc.constant(0x0a), fc.constantFrom(0x0b, 0x8a, 0x09, 0), fc.nat(255));
    fc.assert(
      fc.property(fc.array(byte, { maxLength: 2_500, size: "max" }), fc.nat(7), (bytes, offset) => {
        const memory = new Uint8Array(bytes.length + offset);
        memory.set(bytes, offset);
        expect(countLineFeeds(memory.subarray(offset))).toBe(
          bytes.filter((each) => each === 0x0a).length,
        );
      }),
    );
  });

  it("of only newlines are counted correctly beyond each counter's limit", () => {
    expect(countLineFeeds(new Uint8Array(100_003).fill(0x0a))).toBe(100_003);
  });
});
