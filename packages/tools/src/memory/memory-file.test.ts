import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { changeMemory } from "./change-memory.ts";
import { factsOf, withFact, withoutFacts } from "./memory-file.ts";

/** What a person may leave in the file. */
const anyText = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        "- ",
        "* a",
        "+ 2026-01-01: b",
        "# x",
        "```",
        "<!--",
        "  c",
        "\t",
        "1. d",
        "\ufeff",
      ),
      fc.constantFrom("\n", "\r\n", "\r", "\n\n", " "),
      fc.string({ unit: "binary", maxLength: 8 }),
    ),
    { maxLength: 30 },
  )
  .map((parts) => parts.join(""));

const anyFact = fc
  .stringMatching(/^[a-z][a-z #*<>`-]{0,20}[a-z]$/)
  .map((text) => ({ date: "2026-11-23", text: text.replaceAll(/ +/g, " ") }));

describe("a memory file, whatever it contains", () => {
  it("loses nothing when no fact is removed", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(withoutFacts(text, [])).toBe(text);
      }),
    );
  });

  it("keeps all of its text before an added fact, which can be read back", () => {
    fc.assert(
      fc.property(anyText, anyFact, (text, fact) => {
        const after = withFact(text, fact);
        if (text.trim() !== "") expect(after.startsWith(text)).toBe(true);
        expect(factsOf(after).at(-1)).toMatchObject(fact);
        const before = factsOf(text).map((each) => each.text);
        expect(factsOf(after).map((each) => each.text)).toEqual([...before, fact.text]);
      }),
    );
  });

  it("is as before when an added fact is forgotten, but for a line end", () => {
    fc.assert(
      fc.property(anyText, anyFact, (text, fact) => {
        const added = withFact(text, fact);
        const last = factsOf(added).at(-1);
        const after = withoutFacts(added, last === undefined ? [] : [last]);
        if (text.trim() !== "")
          expect(after.replace(/[\r\n]+$/, "")).toBe(text.replace(/[\r\n]+$/, ""));
      }),
    );
  });

  it("never has a known fact twice", () => {
    fc.assert(
      fc.property(anyText, anyFact, (text, { date, text: fact }) => {
        const once = changeMemory(text, { fact, forgets: null, date });
        const twice = changeMemory(once.text, {
          fact: ` ${fact.toUpperCase()}. `,
          forgets: null,
          date,
        });
        expect(twice.text).toBe(once.text);
        expect(twice.added).toBeNull();
      }),
    );
  });
});
