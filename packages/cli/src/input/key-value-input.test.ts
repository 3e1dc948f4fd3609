import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { inputFromPairs } from "./key-value-input.ts";

const schema = {
  type: "object",
  required: ["path"],
  properties: {
    path: { type: "string" },
    limit: { type: "integer" },
    ratio: { type: ["number", "null"] },
    recursive: { type: "boolean" },
    paths: { type: "array", items: { type: "string" } },
    counts: { type: "array", items: { type: "integer" } },
    filter: { type: "object" },
    either: { anyOf: [{ type: "string" }, { type: "array", items: { type: "string" } }] },
    untyped: {},
  },
};

const read = (...pairs: readonly string[]): Record<string, unknown> =>
  inputFromPairs(pairs, schema);

describe("inputFromPairs", () => {
  it("keeps a text where the schema wants one, whatever it looks like", () => {
    for (const text of ["12", "true", "null", "[1]", '{"a":1}', "", " a=b ", '"quoted"']) {
      expect(read(`path=${text}`)).toEqual({ path: text });
    }
  });

  it("reads numbers, booleans and null where the schema wants them", () => {
    expect(read("limit=3", "ratio=0.5", "recursive=true")).toEqual({
      limit: 3,
      ratio: 0.5,
      recursive: true,
    });
    expect(read("ratio=null")).toEqual({ ratio: null });
  });

  it("leaves what doesn't fit its type as text, for validation to refuse", () => {
    expect(read("limit=three", "recursive=yes")).toEqual({ limit: "three", recursive: "yes" });
  });

  it("makes a list of JSON, of one value and of a key given again", () => {
    expect(read('paths=["a","b"]')).toEqual({ paths: ["a", "b"] });
    expect(read("paths=a")).toEqual({ paths: ["a"] });
    expect(read("paths=1", "paths=b")).toEqual({ paths: ["1", "b"] });
    expect(read("counts=1", "counts=2", "counts=3")).toEqual({ counts: [1, 2, 3] });
    expect(read("either=a")).toEqual({ either: "a" });
    expect(read("either=a", "either=b")).toEqual({ either: ["a", "b"] });
  });

  it("reads objects as JSON, and any value after :=", () => {
    expect(read('filter={"a":[1]}')).toEqual({ filter: { a: [1] } });
    expect(read("path:=12", 'x:={"y":null}')).toEqual({ path: 12, x: { y: null } });
    expect(read('untyped=["a"]', "path=p")).toEqual({ untyped: ["a"], path: "p" });
  });

  it("takes every value as text where there is no schema", () => {
    expect(inputFromPairs(["a=1", "b="], undefined)).toEqual({ a: "1", b: "" });
  });

  it("lists the keys for a word that isn't a pair", () => {
    expect(() => read("README.md")).toThrow(
      "'README.md' isn't key=value, and all required arguments have a value. Put values with spaces in quotes. Keys: path, limit,",
    );
    expect(() => inputFromPairs(["=x"], undefined)).toThrow("'=x' isn't key=value,");
  });

  it("refuses a key given twice, unless it is a list", () => {
    expect(() => read("path=a", "path=b")).toThrow("'path' is given twice.");
    expect(() => read("paths=a", "paths:=[]")).toThrow("'paths' is given twice.");
  });

  it("says what is wrong with JSON after :=", () => {
    expect(() => read("limit:=3,")).toThrow(/^The value of 'limit:=' is invalid JSON: /);
  });

  it("makes ordinary fields even of the names that objects inherit", () => {
    const input = inputFromPairs(["__proto__=x", "constructor=y"], schema);
    expect(Object.keys(input)).toEqual(["__proto__", "constructor"]);
    expect(Object.getPrototypeOf(input)).toBe(Object.prototype);
  });

  it("gives every text back as it was typed", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        expect(read(`path=${text}`)).toEqual({ path: text });
      }),
    );
  });
});
