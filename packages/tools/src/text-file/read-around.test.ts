import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type ByteSource, bytesInMemory } from "./byte-source.ts";
import { findKeyword } from "./find-keyword.ts";
import { readAround } from "./read-around.ts";
import { findLinesBefore, readTail } from "./read-tail.ts";
import type { TextBytes } from "./text-bytes.ts";

const bytesOf = (text: string): TextBytes => ({
  source: bytesInMemory(Buffer.from(text)),
  start: 0,
  lineEnd: 10,
});
const anyText = fc
  .tuple(
    fc.array(fc.stringMatching(/^[abü\u4e0a]{0,6}$/), { maxLength: 20 }),
    fc.constantFrom("\n", ""),
  )
  .map(([lines, end]) => lines.join("\n") + end);
const blockBytes = fc.integer({ min: 1, max: 8 }).map((half) => half * 2);

const linesOf = (text: string): readonly string[] => {
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  return lines;
};

/** As somebody would do it who has the whole text. */
function naivePlaces(text: string, keyword: string): readonly { line: number; at: number }[] {
  const places = [];
  for (let at = text.indexOf(keyword); at >= 0; at = text.indexOf(keyword, at + keyword.length)) {
    places.push({ line: text.slice(0, at).split("\n").length, at });
  }
  return places;
}

describe("findKeyword", () => {
  it("finds what searching the whole text would, whatever the blocks are", async () => {
    await fc.assert(
      fc.asyncProperty(
        anyText,
        fc.constantFrom("a", "ab", "ü", "aa", "bü", "\u4e0a\u4e0a", "aab"),
        fc.integer({ min: 1, max: 4 }),
        blockBytes,
        async (text, keyword, first, blockBytes) => {
          const expected = naivePlaces(text, keyword);
          const totalLines = linesOf(text).length;
          const wanted = expected.slice(first - 1, first + 2);
          const request = { keyword, first, maxPlaces: 3, blockBytes };
          const found = await findKeyword(bytesOf(text), request);
          expect(found).toEqual({
            total: expected.length,
            totalLines,
            places: wanted.map(({ line, at }) => ({
              line,
              position: Buffer.byteLength(text.slice(0, at)),
              lineStart: Buffer.byteLength(text.slice(0, text.lastIndexOf("\n", at) + 1)),
            })),
          });
        },
      ),
    );
  });
});

describe("findLinesBefore and readTail", () => {
  it("show the last lines that splitting the whole text would, whatever the blocks are", async () => {
    await fc.assert(
      fc.asyncProperty(
        anyText,
        fc.integer({ min: 1, max: 25 }),
        blockBytes,
        async (text, maxLines, blockBytes) => {
          const expected = linesOf(text).slice(-maxLines);
          const limits = { maxLines, maxBytes: 1_000_000, blockBytes };
          const bytes = bytesOf(text);
          const tail = await readTail(bytes, limits);
          expect(tail.map((line) => line.text)).toEqual(expected);
          const before = { end: bytes.source.size, count: maxLines, blockBytes };
          expect((await findLinesBefore(bytes, before)).count).toBe(expected.length);
        },
      ),
    );
  });

  it("reads no more than the end of a large file", async () => {
    let read = 0;
    const size = 10_000_000_000;
    const source: ByteSource = {
      size,
      read(buffer, position) {
        read += buffer.length;
        for (let at = 0; at < buffer.length; at++) {
          buffer[at] = (position + at + 1) % 10 === 0 ? 10 : 65;
        }
        return Math.min(buffer.length, size - position);
      },
    };
    const limits = { maxLines: 20, maxBytes: 10_000 };
    const lines = await readTail({ source, start: 0, lineEnd: 10 }, limits);
    expect(lines).toEqual(Array(20).fill({ text: "AAAAAAAAA", isCut: false }));
    expect(read).toBeLessThan(1024 * 1024);
  });
});

describe("readAround", () => {
  it("shows the lines that a slice of the whole text would", async () => {
    await fc.assert(
      fc.asyncProperty(
        anyText,
        fc.constantFrom("a", "bü"),
        fc.integer({ min: 0, max: 4 }),
        fc.integer({ min: 0, max: 4 }),
        async (text, keyword, linesBefore, linesAfter) => {
          const all = linesOf(text);
          const windows = await readAround(bytesOf(text), {
            keyword,
            first: 1,
            maxPlaces: 100,
            maxLines: 100,
            maxBytes: 1_000_000,
            linesBefore,
            linesAfter,
          });
          const wanted = new Set<number>();
          for (const { line } of naivePlaces(text, keyword)) {
            for (let at = line - linesBefore; at <= line + linesAfter; at++) {
              if (at >= 1 && at <= all.length) wanted.add(at);
            }
          }
          const shown = windows.sections.flatMap(({ firstLine, lines }) =>
            lines.map((line, index) => [firstLine + index, line.text]),
          );
          expect(shown).toEqual(
            [...wanted].sort((a, b) => a - b).map((number) => [number, all[number - 1]]),
          );
        },
      ),
    );
  });

  it("shows the keyword's own line when what is before it takes all the room", async () => {
    const text = `${"x".repeat(50)}\n`.repeat(9) + "here\nafter\n";
    const windows = await readAround(bytesOf(text), {
      keyword: "here",
      first: 1,
      maxPlaces: 1,
      maxLines: 100,
      maxBytes: 120,
      linesBefore: 9,
      linesAfter: 9,
    });
    expect(windows.places).toHaveLength(1);
    expect(windows.sections).toEqual([{ firstLine: 10, lines: [{ text: "here", isCut: false }] }]);
  });
});
