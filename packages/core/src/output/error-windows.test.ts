import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { defaultOutputBudget, fitContent } from "./budget.ts";
import { text } from "./content.ts";
import { chooseWindows, ErrorScout, mergeRanges } from "./error-windows.ts";
import { buried, errorLogs } from "./fixtures/error-logs.ts";
import { utf8Length } from "./utf8.ts";

const small = { ...defaultOutputBudget, maxBytes: 30_000 };

function cut(log: string): string {
  const [part] = fitContent([text(log)], small).parts;
  return part?.type === "text" ? part.text : "";
}

const found = (log: string): string[] =>
  new ErrorScout().find(log).map(({ start, end }) => log.slice(start, end));

describe("what decides a log of 300 kB", () => {
  test.each(errorLogs)("survives a cut to 30 kB: $tool", (log) => {
    const whole = buried(log, 300_000);
    const shown = cut(whole);
    expect(utf8Length(shown)).toBeLessThanOrEqual(30_000);
    expect(log.decisive.filter((line) => !shown.includes(line))).toEqual([]);
    // Beginning and end have what they need.
    expect(shown.slice(0, 9_000)).toBe(whole.slice(0, 9_000));
    expect(shown.slice(-9_000)).toBe(whole.slice(-9_000));
  });

  test.each(errorLogs)("has nothing to be shown where all went well: $tool", ({ filler }) => {
    let log = "";
    for (let index = 0; index < 500; index += 1) log += filler(index);
    expect(found(log)).toEqual([]);
  });
});

describe("ordinary text", () => {
  test.each([
    "// Throws an error when the name is missing.",
    "import { ToolError } from './errors.ts';",
    "    if (error !== null) return onError(error);",
    "0 errors, 0 failures",
    "Tests:       12 passed, 12 total, 0 failed",
    "✓ fails with an error: the disk is full",
    "--- PASS: TestFailure (0.01s)",
    "# A chapter on failures, and how errors come about",
    "cc -Werror -c -o build/error.o src/error.c",
  ])("is no error: %s", (line) => {
    expect(found(`${line}\n`)).toEqual([]);
  });

  test("of one cause are shown three times and counted", () => {
    const log = Array.from(
      { length: 400 },
      (_, at) =>
        `src/file-${at}.ts(${at},7): error TS2322: Type 'A${at}' is not assignable to type 'B'.`,
    ).join("\n");
    const scout = new ErrorScout();
    const windows = scout.find(log);
    expect(windows.map(({ start, end }) => log.slice(start, end).split("\n").length - 1)).toEqual([
      1, 1, 1,
    ]);
    expect(scout.repeats()).toEqual([
      { line: "error TS2322: Type 'A0' is not assignable to type 'B'.", count: 397 },
    ]);
  });

  test("full of the word leaves head and tail most of the room", () => {
    const log = Array.from(
      { length: 9_000 },
      (_, index) => `Error: number ${index} of ${"x".repeat(index % 40)}\n`,
    );
    const shown = cut(log.join(""));
    const [first = ""] = shown.split("\n[…");
    expect(first.length).toBeGreaterThan(9_000);
    expect((shown.split("…]\n").at(-1) ?? "").length).toBeGreaterThan(9_000);
  });
});

describe("gaps", () => {
  test("each say how many lines they leave out, the first one of how many in all", () => {
    const log = `${"fine\n".repeat(5_000)}a.c:1:2: error: no\n${"fine\n".repeat(5_000)}`;
    const shown = cut(log.repeat(1)).split("\n");
    const notes = shown.filter((line) => line.startsWith("[…"));
    expect(notes).toEqual([
      expect.stringMatching(
        /^\[… \d+ lines left out here, \d+ of 10001 in all \(\d+ of \d+ bytes\); of the middle, only lines around errors are shown\. /,
      ),
      expect.stringMatching(/^\[… \d+ lines left out …\]$/),
    ]);
    const [here, inAll] = (notes[0]?.match(/\d+/g) ?? []).map(Number);
    const after = Number(notes[1]?.match(/\d+/)?.[0]);
    expect((here ?? 0) + after).toBe(inAll);
    expect(shown.filter((line) => line === "fine").length + 1 + (inAll ?? 0)).toBe(10_001);
  });

  test("between windows that meet there are none", () => {
    const errors = Array.from(
      { length: 6 },
      (_, at) => `${"abcdef"[at]}.c:1: error: no ${"abcdef"[at]}\n`,
    );
    const log = `${"fine\n".repeat(9_000)}${errors.join("")}${"fine\n".repeat(9_000)}`;
    const shown = cut(log);
    expect(shown).toContain(errors.join(""));
    expect(shown.match(/^\[…/gm)).toHaveLength(2);
  });
});

describe("choosing", () => {
  test("takes the last summary first, then the first errors, the surest of them first", () => {
    const window = (start: number, weight: 1 | 2 | 3, isSummary = false) => ({
      start,
      end: start + 10,
      weight,
      isSummary,
    });
    const all = [window(0, 1), window(20, 2), window(40, 3), window(60, 3, true), window(80, 3)];
    const starts = (room: number): number[] =>
      chooseWindows(all, room, () => 10).map(({ start }) => start);
    expect(starts(10)).toEqual([60]);
    expect(starts(20)).toEqual([40, 60]);
    expect(starts(30)).toEqual([40, 60, 80]);
    expect(starts(40)).toEqual([20, 40, 60, 80]);
    expect(starts(50)).toEqual([0, 20, 40, 60, 80]);
  });

  test("merged ranges are apart, in order, and cover the same", () => {
    const range = fc
      .tuple(fc.nat(50), fc.nat(10))
      .map(([start, size]) => ({ start, end: start + size }));
    fc.assert(
      fc.property(fc.array(range), (ranges) => {
        const merged = mergeRanges(ranges);
        const covered = (all: typeof merged): Set<number> =>
          new Set(
            all.flatMap(({ start, end }) =>
              Array.from({ length: end - start }, (_, at) => start + at),
            ),
          );
        expect(covered(merged)).toEqual(covered(ranges));
        for (const [index, { start }] of merged.entries()) {
          if (index > 0) expect(start).toBeGreaterThan(merged[index - 1]?.end ?? 0);
        }
      }),
    );
  });
});

describe("the scout", () => {
  test("stays within the text and in order, whatever the text", () => {
    const piece = fc.constantFrom(
      "error: ",
      "\n",
      "FAIL",
      " ",
      "😀",
      "Traceback (most recent call last)",
      "  ",
      "x",
      "1:2  error  ",
      "E   ",
    );
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 60 }),
        fc.nat(40),
        fc.nat(200),
        (pieces, start, size) => {
          const log = pieces.join("");
          const end = Math.min(log.length, start + size);
          for (const window of new ErrorScout().find(log, { start: Math.min(start, end), end })) {
            expect(window.start).toBeGreaterThanOrEqual(Math.min(start, end));
            expect(window.end).toBeLessThanOrEqual(end);
            expect(window.start).toBeLessThanOrEqual(window.end);
          }
        },
      ),
    );
  });

  test.each([
    ["errors", "src/a.c:1:3: error: undeclared\n"],
    ["words of it in one line", "error failed "],
    ["empty lines", "\n"],
    ["traces that don't end", "Traceback (most recent call last)\n  File\n"],
    ["indented problems", "  1:2  error  no\n"],
  ])("takes no longer than the length of 5 MB of %s", (_title, unit) => {
    const log = unit.repeat(5_000_000 / unit.length);
    expect(new ErrorScout().find(log).length).toBeLessThan(30_000);
  });

  test("shows of an endless line a piece around what it found", () => {
    const log = `${"x".repeat(50_000)} error: no such thing ${"y".repeat(50_000)}`;
    const [window = ""] = found(log);
    expect(window).toContain("error: no such thing");
    expect(window.length).toBeLessThanOrEqual(1_100);
  });
});
