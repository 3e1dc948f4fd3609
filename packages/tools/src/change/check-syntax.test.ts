import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { syntaxFault, syntaxNote } from "./check-syntax.ts";
import { jsonFaultAt } from "./json-fault.ts";

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

describe("jsonFaultAt", () => {
  test("agrees with JSON.parse on every JSON text", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(undefined, 2, "\t"), (value, space) => {
        expect(jsonFaultAt(JSON.stringify(value, null, space))).toBeNull();
      }),
    );
  });

  test("agrees with JSON.parse on texts that are nearly JSON", () => {
    const piece = fc.constantFrom(
      ..."{}[],:".split(""),
      '"a"',
      '"\\u00e9"',
      '"\\x"',
      '"\n"',
      "1",
      "-0.5e+3",
      "01",
      "true",
      "nul",
      " ",
      "\n",
      "'",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 9 }), (pieces) => {
        const text = pieces.join("");
        expect(jsonFaultAt(text) === null).toBe(parses(text));
      }),
      { numRuns: 20_000 },
    );
  });

  test("names the first place from which nothing could make it JSON", () => {
    const piece = fc.constantFrom(..."{}[],:".split(""), '"a"', "1", "true", " ", "\n");
    fc.assert(
      fc.property(fc.array(piece, { minLength: 1, maxLength: 9 }), (pieces) => {
        const text = pieces.join("");
        const at = jsonFaultAt(text);
        fc.pre(at !== null && at < text.length);
        // What comes before is JSON, or has no fault but that it ends.
        expect([null, at]).toContain(jsonFaultAt(text.slice(0, at ?? 0)));
      }),
    );
  });
});

describe("syntaxFault", () => {
  it.each([
    ['{\n  "a": 1,\n  }\n', "line 3: invalid JSON at '}'"],
    ['{\n  "a": 1\n  "b": 2\n}\n', "line 3: invalid JSON at '\"b\": 2'"],
    ['{\r\n  "a": [1, 2\r\n', "line 3: the JSON ends too early"],
    ["", "line 1: the JSON ends too early"],
    ["{} // done\n", "line 1: invalid JSON at '// done'"],
  ])("of %j is: %s", (text, expected) => {
    expect(syntaxFault("a/package.JSON", text)).toBe(expected);
  });

  it("says nothing of languages that it doesn't know, and of very long texts", () => {
    for (const path of ["a.txt", "json", "a.json/b", "a.jsonc", "a.ts"]) {
      expect(syntaxFault(path, "{")).toBeNull();
    }
    expect(syntaxFault("a.json", "{".repeat(3_000_000))).toBeNull();
  });
});

describe("syntaxNote", () => {
  it("is there only when a file that parsed doesn't any more", () => {
    expect(syntaxNote("a.json", "{}", "{")).toBe(
      " Note: the file was valid before this change and no longer is: line 1: the JSON ends too early.",
    );
    expect(syntaxNote("a.json", "{}", "[]")).toBe("");
    expect(syntaxNote("a.json", "{ // with comments\n}", "{")).toBe("");
    expect(syntaxNote("a.json", "{", "{}")).toBe("");
  });
});
