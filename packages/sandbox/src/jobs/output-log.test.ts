import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { OutputLog } from "./output-log.ts";

function logOf(text: string, sizes: { headBytes: number; tailBytes: number }): OutputLog {
  const log = new OutputLog(sizes);
  log.write(Buffer.from(text), "stdout");
  return log;
}

describe("the log of a program's output", () => {
  it("continues where the last read ended", () => {
    const log = logOf("one two", { headBytes: 4, tailBytes: 100 });
    const first = log.read(0, 5);
    expect([first.bytes.toString(), first.nextOffset, first.remainingBytes]).toEqual([
      "one t",
      5,
      2,
    ]);
    log.write(Buffer.from(" three"), "stderr");
    const second = log.read(first.nextOffset, 100);
    expect([second.bytes.toString(), second.remainingBytes]).toEqual(["wo three", 0]);
    expect(log.read(second.nextOffset, 100).bytes.length).toBe(0);
  });

  it("reports what was dropped between the beginning and the end", () => {
    const log = logOf("0123456789", { headBytes: 3, tailBytes: 2 });
    const head = log.read(0, 100);
    expect([head.bytes.toString(), head.droppedBytes, head.remainingBytes]).toEqual(["012", 0, 2]);
    const tail = log.read(head.nextOffset, 100);
    expect([tail.bytes.toString(), tail.droppedBytes, tail.nextOffset]).toEqual(["89", 5, 10]);
  });

  it.each([
    [-1, "abc"],
    [1.7, "bc"],
    [99, ""],
    [Number.NaN, "abc"],
  ])("takes an offset of %s for the nearest that there is", (offset, rest) => {
    const log = logOf("abc", { headBytes: 10, tailBytes: 10 });
    expect(log.read(offset, 10).bytes.toString()).toBe(rest);
  });

  it("keeps a character whole when the other stream writes in between", () => {
    const log = new OutputLog({ headBytes: 100, tailBytes: 0 });
    log.write(Buffer.from([0xc3]), "stdout");
    log.write(Buffer.from("!"), "stderr");
    log.write(Buffer.from([0xbc]), "stdout");
    log.write(Buffer.from([0xe2, 0x82]), "stderr");
    expect(log.read(0, 100).bytes.toString()).toBe("!ü");
    log.end();
    expect([...log.read(3, 100).bytes]).toEqual([0xe2, 0x82]);
  });

  it("gives every byte once, in order, dropped or not, whatever the sizes and steps", () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: "binary" }), { maxLength: 20 }),
        fc.nat(30),
        fc.nat(30),
        fc.integer({ min: 4, max: 40 }),
        (texts, headBytes, tailBytes, step) => {
          const log = new OutputLog({ headBytes, tailBytes });
          for (const text of texts) log.write(Buffer.from(text), "stdout");
          const whole = Buffer.from(texts.join(""));
          expect(log.totalBytes).toBe(whole.length);
          let offset = 0;
          let kept = 0;
          for (let count = 0; count <= whole.length; count++) {
            const part = log.read(offset, step);
            if (part.nextOffset === offset) break;
            const start = offset + part.droppedBytes;
            expect(part.bytes).toEqual(whole.subarray(start, part.nextOffset));
            expect(part.bytes.length).toBeLessThanOrEqual(step);
            kept += part.bytes.length;
            offset = part.nextOffset;
          }
          expect(offset).toBe(whole.length);
          expect(kept).toBeGreaterThanOrEqual(Math.min(whole.length, headBytes + tailBytes) - 3);
        },
      ),
    );
  });
});
