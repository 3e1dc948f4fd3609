import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type ByteSource, bytesInMemory } from "./byte-source.ts";
import { MAX_LINE_CHARACTERS } from "./line-collector.ts";
import { readWindow, type TextWindow, type WindowRequest } from "./read-window.ts";
import type { TextBytes } from "./text-bytes.ts";

const ample = 1_000_000;

const utf8 = (source: ByteSource): TextBytes => ({ source, start: 0, lineEnd: 10 });

const inMemory = (text: string): TextBytes => utf8(bytesInMemory(Buffer.from(text)));

/** Read block by block, as a large file is. */
function inBlocks(text: string): TextBytes {
  const source = bytesInMemory(Buffer.from(text));
  return utf8({ size: source.size, read: (buffer, position) => source.read(buffer, position) });
}

const windowOf = async (text: string, request: Partial<WindowRequest> = {}): Promise<TextWindow> =>
  readWindow(inBlocks(text), { firstLine: 1, maxLines: 100, maxBytes: ample, ...request });

const texts = (window: TextWindow): readonly string[] => window.lines.map(({ text }) => text);

/** As somebody would do it who has the whole text. */
function naive(text: string, firstLine: number, maxLines: number): TextWindow {
  const all = text.split("\n");
  if (all.at(-1) === "") all.pop();
  const shown = all.slice(firstLine - 1, firstLine - 1 + maxLines);
  return {
    lines: shown.map((line) => ({ text: line.replace(/\r$/, ""), isCut: false })),
    totalLines: all.length,
    hasMore: shown.length > 0 && firstLine - 1 + shown.length < all.length,
  };
}

describe("readWindow", () => {
  const line = fc.oneof(
    fc.string({ unit: "binary", maxLength: 8 }),
    fc.constantFrom("", "\r", "ü\r"),
  );
  const anyText = fc
    .tuple(fc.array(line, { maxLength: 20 }), fc.boolean())
    .map(([lines, endsOpen]) => lines.join("\n") + (endsOpen ? "" : "\n"));

  it("shows as many lines as fit, and the first one in any case, whatever the blocks are", async () => {
    await fc.assert(
      fc.asyncProperty(
        anyText,
        fc.integer({ min: 0, max: 60 }),
        fc.integer({ min: 1, max: 8 }).map((half) => half * 2),
        async (text, maxBytes, blockBytes) => {
          const request = { firstLine: 1, maxLines: 25, maxBytes, blockBytes };
          let left = maxBytes;
          const all = naive(text, 1, 25).lines;
          const wanted = all.filter((line, index) => {
            left -= Buffer.byteLength(line.text) + 1;
            return index === 0 || left >= 0;
          });
          expect((await readWindow(inMemory(text), request)).lines).toEqual(wanted);
          expect((await windowOf(text, request)).lines).toEqual(wanted);
        },
      ),
    );
  });

  it("shows what splitting the whole text would, whatever the blocks are", async () => {
    await fc.assert(
      fc.asyncProperty(
        anyText,
        fc.integer({ min: 1, max: 25 }),
        fc.integer({ min: 1, max: 25 }),
        fc.integer({ min: 1, max: 8 }).map((half) => half * 2),
        async (text, firstLine, maxLines, blockBytes) => {
          const request = { firstLine, maxLines, maxBytes: ample, blockBytes };
          const expected = naive(text, firstLine, maxLines);
          expect(await windowOf(text, request)).toEqual(expected);
          expect(await readWindow(inMemory(text), request)).toEqual(expected);
        },
      ),
    );
  });

  it("passes over a byte order mark", async () => {
    const marked = { ...inBlocks("\ufeffone\ntwo\n"), start: 3 };
    const window = await readWindow(marked, { firstLine: 1, maxLines: 9, maxBytes: ample });
    expect(texts(window)).toEqual(["one", "two"]);
  });

  it("shows nothing but the number of lines when the window lies after the end", async () => {
    const past = { lines: [], totalLines: 2, hasMore: false };
    expect(await windowOf("a\nb\n", { firstLine: 3 })).toEqual(past);
    expect(await windowOf("a\nb", { firstLine: 3 })).toEqual(past);
    expect(await windowOf("a\nb", { firstLine: 2_000_000_000 })).toEqual(past);
    expect(await windowOf("")).toEqual({ lines: [], totalLines: 0, hasMore: false });
  });

  it("cuts a long line between characters and says how long it is", async () => {
    const long = `x${"\u{1F98A}".repeat(5_000)}`;
    const window = await windowOf(`a\n${long}\nb`);
    expect(window.totalLines).toBe(3);
    const [, cut, after] = window.lines;
    expect(cut?.isCut).toBe(true);
    expect(cut?.text).toBe(
      `x${"\u{1F98A}".repeat(MAX_LINE_CHARACTERS / 2 - 1)} … [line cut here, full length: 20.0 kB]`,
    );
    expect(after).toEqual({ text: "b", isCut: false });
  });

  it("keeps a line of just the longest length whole", async () => {
    const line = "ü".repeat(MAX_LINE_CHARACTERS);
    expect((await windowOf(`${line}\r\n`)).lines).toEqual([{ text: line, isCut: false }]);
    expect((await windowOf(`${line}ü`)).lines[0]?.isCut).toBe(true);
  });

  it("stops at its size and still counts what comes after", async () => {
    const window = await windowOf("12345\n".repeat(10), { maxBytes: 20 });
    expect(texts(window)).toEqual(["12345", "12345", "12345"]);
    expect(window).toMatchObject({ totalLines: 10, hasMore: true });
  });

  it("shows one line in any case", async () => {
    expect(texts(await windowOf("12345\n67890\n", { maxBytes: 1 }))).toEqual(["12345"]);
  });

  it("says that more follows, uncounted, when very much comes after the window", async () => {
    const piece = Buffer.from("0123456789abcde\n".repeat(65_536));
    const reads: number[] = [];
    const endless: ByteSource = {
      size: 200 * piece.length,
      read(buffer, position) {
        reads.push(position);
        const start = position % piece.length;
        return piece.copy(buffer, 0, start, start + buffer.length);
      },
    };
    const window = await readWindow(utf8(endless), {
      firstLine: 100_000,
      maxLines: 3,
      maxBytes: ample,
    });
    expect(window).toMatchObject({ totalLines: null, hasMore: true });
    expect(texts(window)).toEqual(Array(3).fill("0123456789abcde"));
    expect(reads).toHaveLength(2);
  });

  it("doesn't hold a line of any size in memory", async () => {
    const zeros = Buffer.alloc(1024 * 1024, "z");
    const size = 64 * zeros.length;
    globalThis.gc?.();
    const before = process.memoryUsage().arrayBuffers;
    let peak = 0;
    const source: ByteSource = {
      size,
      read(buffer, position) {
        peak = Math.max(peak, process.memoryUsage().arrayBuffers);
        return position >= size ? 0 : zeros.copy(buffer);
      },
    };
    const limits = { firstLine: 1, maxLines: 10, maxBytes: ample };
    const window = await readWindow(utf8(source), limits);
    expect(window.totalLines).toBe(1);
    expect(window.lines[0]?.text).toContain("[line cut here, full length: 67.1 MB]");
    expect(peak - before).toBeLessThan(32 * 1024 * 1024);
  });
});
