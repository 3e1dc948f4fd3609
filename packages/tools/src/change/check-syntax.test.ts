import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { syntaxNote } from "./check-syntax.ts";
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

describe("the note on a change of JSON", () => {
  it.each([
    ['{\n  "a": 1,\n  }\n', "line 3: invalid JSON at '}'"],
    ['{\n  "a": 1\n  "b": 2\n}\n', "line 3: invalid JSON at '\"b\": 2'"],
    ['{\r\n  "a": [1, 2\r\n', "line 3: the JSON ends too early"],
    ["", "line 1: the JSON ends too early"],
    ["{} // done\n", "line 1: invalid JSON at '// done'"],
  ])("to %j says: %s", async (text, expected) => {
    expect(await syntaxNote("a/package.JSON", "{}", text)).toBe(
      ` Note: the file was valid before this change and no longer is: ${expected}.`,
    );
  });

  it("is there only when a file that parsed doesn't any more", async () => {
    expect(await syntaxNote("a.json", "{}", "[]")).toBe("");
    expect(await syntaxNote("a.json", "{ // with comments\n}", "{")).toBe("");
    expect(await syntaxNote("a.json", "{", "{}")).toBe("");
  });

  it("is not there for unknown languages and for very long texts", async () => {
    for (const path of ["a.txt", "json", "a.json/b", "a.jsonc", "a.kt"]) {
      expect(await syntaxNote(path, "{}", "{")).toBe("");
    }
    expect(await syntaxNote("a.json", "{}", "{".repeat(3_000_000))).toBe("");
  });

  it("marks a cut, so that half a secret can be recognised", async () => {
    const note = await syntaxNote("a.json", "{}", `{} ${"x".repeat(100)}`);
    expect(note).toContain(`'${"x".repeat(60)}…'.`);
  });
});

describe("the note on a change of code", () => {
  const code = `export function one(x: number): number {
  if (x > 1) {
    return call(x, [1, 2]);
  }
  return x;
}
`;
  it.each([
    ["a parenthesis is gone", code.replace("2])", "2]"), "line 3: ')' is missing"],
    ["a brace is gone", code.replace("  }\n", ""), "line 5: '}' is missing"],
    ["a brace is too much", code.replace("x;\n}", "x;\n}}"), "line 6: unexpected '}'"],
    ["a word is misspelt", code.replace("export", "exprt"), "line 1: unexpected 'exprt'"],
  ])("says where it broke when %s", async (_, after, expected) => {
    expect(await syntaxNote("a.ts", code, after)).toBe(
      ` Note: the file parsed as TypeScript before this change and no longer does: ${expected}.`,
    );
  });

  it("is there in other languages, too", async () => {
    const broken = async (path: string, before: string, after: string): Promise<string> =>
      (await syntaxNote(path, before, after)).split("does: ")[1] ?? "";
    expect(await broken("a.py", "if x:\n    y()\n", "if x\n    y()\n")).toBe(
      "lines 1 to 2 don't parse.",
    );
    expect(await broken("a.go", "func f() {\n\tg()\n}\n", "func f() {\n\tg()\n")).not.toBe("");
    expect(
      await broken("a.sh", "f() {\n  if a; then b; fi\n}\n", "f() {\n  if a; then b\n}\n"),
    ).toBe("lines 1 to 4 don't parse.");
    expect(await broken("a.css", ".a { b: c }\n", ".a { b: c\n")).not.toBe("");
  });

  it("is not there when nothing is broken, or less than before", async () => {
    expect(await syntaxNote("a.ts", code, code.replace("x > 1", "x > 2"))).toBe("");
    expect(await syntaxNote("a.ts", "function {", code)).toBe("");
    expect(
      await syntaxNote(
        "a.ts",
        "export type * from 'x';\na();\n",
        "export type * from 'x';\nb();\n",
      ),
    ).toBe("");
  });

  it("tells faults that are added to earlier ones", async () => {
    const before = "export type * from 'x';\na();\n";
    expect(await syntaxNote("a.ts", before, before.replace("a()", "a("))).toBe(
      " Note: the file has more syntax errors than before this change: line 2: ')' is missing.",
    );
  });

  it("is not there for texts that would take long to parse", async () => {
    const long = "a();\n".repeat(60_000);
    expect(await syntaxNote("a.ts", long, `${long}(`)).toBe("");
  });

  it("is not there when there is no time for it", async () => {
    expect(await syntaxNote("a.ts", code, "(", AbortSignal.abort())).toBe("");
  });
});
