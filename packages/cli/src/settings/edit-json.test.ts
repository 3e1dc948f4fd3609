import fc from "fast-check";
import { parse } from "jsonc-parser";
import { describe, expect, it } from "vitest";
import { removeJsonKey, setJsonKey } from "./edit-json.ts";

const at = ["m", "k"] as const;

describe("setJsonKey", () => {
  it.each([
    ["{}\n", '{\n  "m": {\n    "k": 1\n  }\n}\n'],
    ["{\n}", '{\n  "m": {\n    "k": 1\n  }\n}'],
    ['{ "a": 1 }', '{ "a": 1,\n  "m": {\n    "k": 1\n  }\n}'],
    ['{\n  "a": 1, // why\n}\n', '{\n  "a": 1, // why\n  "m": {\n    "k": 1\n  }\n}\n'],
    ['{\n  "a": 1 // why\n}\n', '{\n  "a": 1, // why\n  "m": {\n    "k": 1\n  }\n}\n'],
    ['{\n\t"a": 1\n}', '{\n\t"a": 1,\n\t"m": {\n\t\t"k": 1\n\t}\n}'],
    [
      '{\r\n  "m": {\r\n    "b": 2\r\n  }\r\n}',
      '{\r\n  "m": {\r\n    "b": 2,\r\n    "k": 1\r\n  }\r\n}',
    ],
    ['{\n  "m": { "b": 2 }\n}', '{\n  "m": { "b": 2,\n    "k": 1\n  }\n}'],
    ['{\n  "m": {\n    // none yet\n  }\n}', '{\n  "m": {\n    // none yet\n    "k": 1\n  }\n}'],
    ['{ "m": { "k": { "x": [] } /* old */ } }', '{ "m": { "k": 1 /* old */ } }'],
    ['{ "m": {}, "a": 1 }', '{ "m": {\n  "k": 1\n}, "a": 1 }'],
  ])("changes %j as a person would", (text, expected) => {
    expect(setJsonKey(text, at, 1)).toBe(expected);
  });

  it("writes an object in the file's own indentation", () => {
    const text = '{\n    "m": {\n        "b": {}\n    }\n}\n';
    expect(setJsonKey(text, at, { x: ["y"] })).toBe(
      '{\n    "m": {\n        "b": {},\n        "k": {\n            "x": [\n                "y"\n            ]\n        }\n    }\n}\n',
    );
  });
});

describe("removeJsonKey", () => {
  it.each([
    [
      '{\n  "m": {\n    "k": 1, // it\n    "b": 2 // other\n  }\n}',
      '{\n  "m": {\n    "b": 2 // other\n  }\n}',
    ],
    ['{\n  "m": {\n    "a": 1,\n    "k": 2\n  }\n}', '{\n  "m": {\n    "a": 1\n  }\n}'],
    [
      '{\n  "m": {\n    "a": 1, // one\n    "k": 2,\n  }\n}',
      '{\n  "m": {\n    "a": 1, // one\n  }\n}',
    ],
    ['{"m":{\n"k":1, /* one */ "b":2 /* two */\n}}', '{"m":{\n/* one */ "b":2 /* two */\n}}'],
    ['{ "m": { "k": {}, "b": 2 } }', '{ "m": { "b": 2 } }'],
    ['{ "m": { "k": 1 } }', '{ "m": { } }'],
    ['{ "m": {} }', '{ "m": {} }'],
    ["{}", "{}"],
  ])("changes %j as a person would", (text, expected) => {
    expect(removeJsonKey(text, at)).toBe(expected);
  });
});

it("changes nothing but the key, whatever the file looks like", () => {
  const name = fc.constantFrom("m", "k", "a", "b", "__x", "a b");
  const value = fc.oneof(
    fc.constantFrom("1", '"}{,//"', "[]", "{ }", "[1, /* , */ 2]"),
    fc.constant('{ "k": 1, "m": { } }'),
  );
  const space = fc.constantFrom("", " ", "\n", "\n  ", " // c, }\n", " /* , */ ", "\r\n\t");
  const object = (inner: fc.Arbitrary<string>): fc.Arbitrary<string> =>
    fc
      .tuple(
        fc.uniqueArray(fc.tuple(name, inner, space, space, space), {
          selector: ([key]) => key,
          maxLength: 3,
        }),
        fc.boolean(),
        space,
      )
      .map(([members, hasTrailing, end]) => {
        const texts = members.map(
          ([key, of, before, between, after]) =>
            `${before}${JSON.stringify(key)}:${between}${of}${after}`,
        );
        return `{${texts.join(",")}${hasTrailing && texts.length > 0 ? "," : ""}${end}}`;
      });
  const comments = (text: string): number => text.match(/\/\/ c, \}|\/\* , \*\//g)?.length ?? 0;
  const read = (text: string): Record<string, unknown> =>
    parse(text, [], { allowTrailingComma: true }) as Record<string, unknown>;
  fc.assert(
    fc.property(object(fc.oneof(value, object(value))), (text) => {
      const before = read(text);
      const parent = before["m"];
      if (parent !== undefined && (typeof parent !== "object" || Array.isArray(parent))) return;
      const set = setJsonKey(text, at, { new: [1] });
      expect(read(set)).toEqual({ ...before, m: { ...parent, k: { new: [1] } } });
      expect(comments(set)).toBeGreaterThanOrEqual(parent === undefined ? comments(text) : 0);
      const removed = read(removeJsonKey(set, at));
      const { k: _gone, ...others } = { k: 0, ...parent };
      expect(removed).toEqual({ ...before, m: others });
    }),
    { numRuns: 2_000 },
  );
});
