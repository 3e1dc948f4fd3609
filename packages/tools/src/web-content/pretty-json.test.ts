import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { prettyJson } from "./pretty-json.ts";

describe("prettyJson", () => {
  it("writes as JSON.stringify does", () => {
    const spaces = fc.constantFrom(undefined, 1, "\t");
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), spaces, (value, space) => {
        const text = JSON.stringify(value, null, space);
        expect(prettyJson(text)).toBe(JSON.stringify(value, null, 2));
      }),
    );
  });

  it("keeps numbers, escapes and repeated keys as they are written", () => {
    expect(prettyJson('{"a":12345678901234567890,"a":1.50,"b":"\\u00e9\\"{"}')).toBe(
      '{\n  "a": 12345678901234567890,\n  "a": 1.50,\n  "b": "\\u00e9\\"{"\n}',
    );
  });

  it("is null for what isn't JSON", () => {
    for (const text of ["", "{", "{'a': 1}", "[1,]", "<p>"]) expect(prettyJson(text)).toBeNull();
  });

  it("grows little with very deep lists and long strings", () => {
    const deep = "[".repeat(50_000) + "]".repeat(50_000);
    expect(prettyJson(deep)?.length).toBeLessThan(3 * deep.length);
    const long = JSON.stringify('\\"'.repeat(1_000_000));
    expect(prettyJson(long)).toBe(long);
  });
});
