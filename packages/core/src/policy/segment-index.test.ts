import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parsePattern } from "./pattern.ts";
import type { Segment } from "../glob/segment.ts";
import { SegmentIndex } from "./segment-index.ts";
import { coversBelow, matchesSequence, reachesBelow } from "../glob/segment-sequence.ts";

function segmentsOf(glob: string): readonly Segment[] {
  return parsePattern(`read(${glob})`).alternatives[0]?.segments ?? [];
}

const parts = [
  "a",
  "b",
  "a.ts",
  "b.gen.ts",
  ".env",
  "*",
  "**",
  "*.ts",
  "*.gen.ts",
  "?",
  "a*",
  "*.*",
  "?.gen.ts",
  "[ab].ts",
  "*b.gen.ts",
  "*.",
  ".*",
  "*.ts*",
];
const glob = fc
  .array(fc.constantFrom(...parts), { minLength: 1, maxLength: 5 })
  .map((names) => names.join("/"));
const path = fc.array(
  fc.constantFrom("a", "b", "a.ts", "b.gen.ts", ".env", "ab", "x.", ".ts", "..ts"),
  {
    maxLength: 5,
  },
);

/** The obvious way: every way to part the names between the segments. */
function matchesSlowly(segments: readonly Segment[], names: readonly string[]): boolean {
  const [segment, ...others] = segments;
  if (segment === undefined) return names.length === 0;
  if (segment.kind === "rest") {
    return (
      matchesSlowly(others, names) || (names.length > 0 && matchesSlowly(segments, names.slice(1)))
    );
  }
  const [name, ...further] = names;
  return name !== undefined && matchesSequence([segment], [name]) && matchesSlowly(others, further);
}

describe("a sequence of segments", () => {
  test("matches as trying every way does", () => {
    fc.assert(
      fc.property(glob, path, (text, names) => {
        const segments = segmentsOf(text);
        expect(matchesSequence(segments, names)).toBe(matchesSlowly(segments, names));
      }),
      { numRuns: 5_000 },
    );
  });

  test("reaches below where some longer path matches, and covers where all do", () => {
    const below = fc.array(fc.constantFrom("a", "b.gen.ts", "q"), { maxLength: 6 });
    fc.assert(
      fc.property(glob, path, below, (text, names, more) => {
        const segments = segmentsOf(text);
        const matches = matchesSequence(segments, [...names, ...more]);
        if (matches) expect(reachesBelow(segments, names)).toBe(true);
        if (coversBelow(segments, names)) expect(matches).toBe(true);
      }),
      { numRuns: 5_000 },
    );
    expect(reachesBelow(segmentsOf("a/b"), ["a", "b", "c"])).toBe(false);
    expect(reachesBelow(segmentsOf("a/*/c"), ["a", "b"])).toBe(true);
    expect(coversBelow(segmentsOf("a/**/c"), ["a"])).toBe(false);
    expect(coversBelow(segmentsOf("a/**"), ["a", "b"])).toBe(true);
  });

  test("takes no exponential time for many **", () => {
    const segments = segmentsOf(`${"**/a/".repeat(30)}b`);
    const names = Array.from({ length: 2_000 }, () => "a");
    expect(matchesSequence(segments, names)).toBe(false);
    expect(reachesBelow(segments, names)).toBe(true);
  });
});

describe("the index", () => {
  test("finds what trying each pattern finds", () => {
    fc.assert(
      fc.property(fc.array(glob, { maxLength: 12 }), path, (globs, names) => {
        const index = new SegmentIndex<string>();
        for (const text of globs) index.add(segmentsOf(text), text);
        const byTrying = (
          matches: (segments: readonly Segment[], names: readonly string[]) => boolean,
        ): ReadonlySet<string> => new Set(globs.filter((text) => matches(segmentsOf(text), names)));
        expect(new Set(index.find(names))).toEqual(byTrying(matchesSequence));
        expect(new Set(index.findReaching(names))).toEqual(byTrying(reachesBelow));
        expect(new Set(index.findCovering(names))).toEqual(byTrying(coversBelow));
      }),
      { numRuns: 3_000 },
    );
  });

  test("holds very long patterns and paths", () => {
    const index = new SegmentIndex<string>();
    const names = Array.from({ length: 20_000 }, (_, depth) => `d${depth}`);
    index.add(segmentsOf(names.join("/")), "deep");
    expect(index.find(names)).toEqual(["deep"]);
    expect(index.findReaching(names.slice(0, 3))).toEqual(["deep"]);
    expect(index.find(names.slice(1))).toEqual([]);
  });
});
