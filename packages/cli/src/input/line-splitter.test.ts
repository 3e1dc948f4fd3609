import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type InputLine, LineSplitter } from "./line-splitter.ts";

function split(chunks: readonly Uint8Array[], maxBytes = 1_000): InputLine[] {
  const splitter = new LineSplitter(maxBytes);
  const lines = chunks.flatMap((chunk) => [...splitter.push(chunk)]);
  const rest = splitter.end();
  return rest === null ? lines : [...lines, rest];
}

const textOf = (line: InputLine): string =>
  line.isTooLong === true ? `too long: ${line.size}` : Buffer.from(line.bytes).toString();

describe("LineSplitter", () => {
  it("gives the same lines however the text is cut into chunks", () => {
    const cuts = fc.array(fc.nat(200), { maxLength: 10 });
    fc.assert(
      fc.property(
        fc.array(fc.stringMatching(/^[a-z\u00e9 ]{0,30}$/), { minLength: 1 }),
        cuts,
        (lines, at) => {
          const bytes = Buffer.from(lines.join("\n"));
          const places = [...at.map((place) => place % (bytes.length + 1)), 0, bytes.length];
          const sorted = places.toSorted((a, b) => a - b);
          const chunks = sorted.slice(1).map((end, index) => bytes.subarray(sorted[index], end));
          // What follows the last newline is a line only when it isn't empty.
          const expected = lines.at(-1) === "" ? lines.slice(0, -1) : lines;
          expect(split(chunks).map(textOf)).toEqual(expected);
        },
      ),
    );
  });

  it("drops a byte order mark before the first line, and only there", () => {
    const mark = "\uFEFF";
    const bytes = Buffer.from(`${mark}a\n${mark}b`);
    for (let at = 0; at <= bytes.length; at += 1) {
      const chunks = [bytes.subarray(0, at), bytes.subarray(at)];
      expect(split(chunks).map(textOf)).toEqual(["a", `${mark}b`]);
    }
  });

  it("counts and drops a line over the limit, and keeps the ones around it", () => {
    const chunks = ["ab\n", "x".repeat(8), "y".repeat(8), "\ncd", "\n"].map((text) =>
      Buffer.from(text),
    );
    expect(split(chunks, 10).map(textOf)).toEqual(["ab", "too long: 16", "cd"]);
  });

  it("takes a line of just the limit", () => {
    expect(split([Buffer.from("0123456789\n")], 10).map(textOf)).toEqual(["0123456789"]);
  });
});
