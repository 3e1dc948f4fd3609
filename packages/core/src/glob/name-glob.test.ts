import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseNameGlob } from "./name-glob.ts";
import { matchesPieces, type Piece } from "./segment.ts";

function glob(text: string): readonly Piece[] {
  return parseNameGlob(text, {
    hasClasses: true,
    offset: 0,
    fail: (_index, message) => {
      throw new Error(message);
    },
  });
}

/** The slow, obvious matcher. */
function matchesSlowly(pieces: readonly Piece[], name: string): boolean {
  const [piece, ...others] = pieces;
  if (piece === undefined) return name === "";
  if (piece.kind === "star") {
    return matchesSlowly(others, name) || (name !== "" && matchesSlowly(pieces, name.slice(1)));
  }
  if (piece.kind === "text") {
    return name.startsWith(piece.text) && matchesSlowly(others, name.slice(piece.text.length));
  }
  if (name === "") return false;
  const inClass =
    piece.kind === "one" ||
    piece.ranges.some(
      ([first, last]) => name.charCodeAt(0) >= first && name.charCodeAt(0) <= last,
    ) !== piece.isNegated;
  return inClass && matchesSlowly(others, name.slice(1));
}

describe("a name's glob", () => {
  test.each([
    ["*", "", true],
    ["*.ts", "a.ts", true],
    ["*.ts", ".ts", true],
    ["*.ts", "a.tsx", false],
    ["a*c", "abcbc", true],
    ["a*c", "ab", false],
    ["a?c", "abc", true],
    ["a?c", "ac", false],
    ["?", "😀", true],
    ["??", "😀", false],
    ["[abc]x", "bx", true],
    ["[!abc]x", "bx", false],
    ["[^abc]x", "dx", true],
    ["[a-c]", "b", true],
    ["[a-c]", "d", false],
    ["[-a]", "-", true],
    ["[a\\-c]", "b", false],
    ["[a\\]]", "]", true],
    ["[]a]", "]", true],
    ["[!]a]", "]", false],
    ["*[!😀]", "😀", false],
    ["[😀-😂]", "😁", true],
    ["\\*", "*", true],
    ["\\*", "a", false],
    ["*a*b*", "xxaxxbxx", true],
    ["*a*b*", "xxbxxaxx", false],
    [".*", ".env", true],
    ["*", ".env", true],
  ])("%s on %j is %s", (pattern, name, expected) => {
    expect(matchesPieces(glob(pattern), name)).toBe(expected);
  });

  test("agrees with backtracking over every split", () => {
    const pattern = fc.string({ unit: fc.constantFrom("a", "b", "*", "?"), maxLength: 8 });
    const name = fc.string({ unit: fc.constantFrom("a", "b", "c"), maxLength: 10 });
    fc.assert(
      fc.property(pattern, name, (text, given) => {
        const pieces = glob(text.replaceAll(/\*+/g, "*"));
        expect(matchesPieces(pieces, given)).toBe(matchesSlowly(pieces, given));
      }),
      { numRuns: 2_000 },
    );
  });

  test.each([
    ["a[b", "a[b", true],
    ["[]", "[]", true],
    ["a**b", "a--b", true],
    ["\\a\\", "a\\", true],
    ["[b-a]", "a", false],
    ["[[:a]", ":", true],
  ])("%s, read leniently, on %j is %s", (pattern, name, expected) => {
    const fail = (): never => {
      throw new Error("it failed");
    };
    const pieces = parseNameGlob(pattern, { hasClasses: true, isLenient: true, offset: 0, fail });
    expect(matchesPieces(pieces, name)).toBe(expected);
  });

  // Exponential or cubic matching would take minutes to for ever here.
  test.each(["*a*a*a*a*a*a*a*a*b", "*a?a?a?a*b", "*[ab]*[ab]*[ab]*[ab]*c", "a*".repeat(200) + "b"])(
    "takes linear time for %s",
    (pattern) => {
      const pieces = glob(pattern);
      expect(matchesPieces(pieces, "a".repeat(100_000))).toBe(false);
    },
  );
});
