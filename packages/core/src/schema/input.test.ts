import { runInNewContext } from "node:vm";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { copyInput } from "./input.ts";

const issueOf = (value: unknown, limits?: { maxBytes: number; maxDepth: number }) => {
  const copied = copyInput(value, limits);
  return "issue" in copied ? copied.issue : undefined;
};
const valueOf = (value: unknown): unknown => {
  const copied = copyInput(value);
  return "value" in copied ? copied.value : copied.issue;
};
const nested = (depth: number): unknown => {
  let value: unknown = "leaf";
  for (let level = 0; level < depth; level += 1) value = { a: value };
  return value;
};

describe("copyInput of a value", () => {
  test("copies JSON data deeply, so that nobody can change it afterwards", () => {
    const input = { path: "a", edits: [{ old: "x", count: 1.5, all: true, none: null }] };
    const copy = valueOf(input);
    expect(copy).toEqual(input);
    input.edits[0]!.old = "changed";
    expect(copy).toEqual({ path: "a", edits: [{ old: "x", count: 1.5, all: true, none: null }] });
  });

  test("equals what a round trip through JSON text would give", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (input) => {
        const text = JSON.stringify(input);
        expect(JSON.stringify(valueOf(input))).toBe(text);
        expect(JSON.stringify(valueOf(text))).toBe(text);
      }),
    );
  });

  test("leaves out undefined fields and takes undefined as no arguments", () => {
    expect(valueOf({ a: 1, b: undefined })).toEqual({ a: 1 });
    expect(Object.keys(valueOf({ b: undefined }) as object)).toEqual([]);
    expect(valueOf(undefined)).toEqual({});
  });

  test("takes plain objects of another realm and without a prototype", () => {
    expect(valueOf(runInNewContext("({ a: [1, { b: 2 }] })"))).toEqual({ a: [1, { b: 2 }] });
    expect(valueOf(Object.assign(Object.create(null), { a: 1 }))).toEqual({ a: 1 });
  });

  test.each([
    ["a function", { a: { run: () => 1 } }, "a.run", "is a function"],
    ["a symbol", { a: Symbol("x") }, "a", "is a symbol"],
    ["a bigint", { a: [1n] }, "a[0]", "is a bigint"],
    ["NaN", { a: Number.NaN }, "a", "is NaN"],
    ["an infinite number", { a: Number.POSITIVE_INFINITY }, "a", "is Infinity"],
    ["a date", { when: new Date(0) }, "when", "is a Date"],
    ["a map", { a: new Map() }, "a", "is a Map"],
    ["bytes", { a: new Uint8Array(2) }, "a", "is a Uint8Array"],
    ["a class instance", { a: new (class Point {})() }, "a", "is an instance of a class"],
    ["an undefined item", { a: [undefined] }, "a[0]", "is undefined"],
    ["a hole in a list", { a: Object.assign([], { length: 2 }) }, "a[0]", "is undefined"],
  ])("refuses %s and says where", (_what, input, path, reason) => {
    expect(issueOf(input)?.path).toBe(path);
    expect(issueOf(input)?.message).toBe(`'${path}' ${reason}, which is not JSON data.`);
  });

  test.each([
    ["a list", [1], "a list"],
    ["null", null, "null"],
    ["a number", 5, "a number"],
    ["a boolean", true, "a boolean"],
    ["the text of a list", "[1]", "a list"],
    ["the text of a text", '"x"', "a string"],
  ])("refuses %s as the root", (_what, input, what) => {
    expect(issueOf(input)).toEqual({
      path: "",
      message: `The input is ${what}: send the arguments as one JSON object.`,
    });
  });

  test("reads each field once and turns a throwing getter into an issue", () => {
    let reads = 0;
    const input = {
      get path() {
        reads += 1;
        return reads === 1 ? "checked" : "swapped";
      },
    };
    expect(valueOf(input)).toEqual({ path: "checked" });
    const trap = {
      get path(): string {
        throw new Error("trap");
      },
    };
    expect(issueOf(trap)?.message).toBe("The input can't be read as plain data: trap");
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    expect(issueOf(proxy)?.message).toMatch(/can't be read as plain data/);
  });

  test("keeps a key __proto__ as an own field and pollutes nothing", () => {
    const text = '{"__proto__":{"isAdmin":true},"a":{"__proto__":[1],"constructor":{"x":1}}}';
    for (const input of [text, JSON.parse(text) as unknown]) {
      const copy = valueOf(input) as Record<string, Record<string, unknown>>;
      expect(Object.getPrototypeOf(copy)).toBe(Object.prototype);
      expect(Object.hasOwn(copy, "__proto__")).toBe(true);
      expect(copy["isAdmin"]).toBeUndefined();
      expect(JSON.stringify(copy)).toBe(text);
    }
    expect(({} as Record<string, unknown>)["isAdmin"]).toBeUndefined();
  });
});

describe("the limits of copyInput", () => {
  test("refuses what is nested too deep, and circles", () => {
    expect(issueOf(nested(256))).toBeUndefined();
    expect(issueOf(nested(257))?.message).toMatch(/more than 256 objects and lists inside/);
    const circle: Record<string, unknown> = {};
    circle["self"] = circle;
    expect(issueOf(circle)?.message).toMatch(/more than 256/);
    expect(issueOf(circle)?.path.length).toBeLessThan(220);
  });

  test("refuses deep JSON text before parsing it", () => {
    expect(issueOf("[".repeat(15_000_000))?.message).toMatch(/more than 256/);
    expect(issueOf(`{"a":${"[".repeat(300)}${"]".repeat(300)}}`)?.message).toMatch(/more than 256/);
  });

  test("refuses an argument of 100 MB", () => {
    const huge = "x".repeat(100 * 1024 * 1024);
    expect(issueOf({ path: "a", content: huge })).toEqual({
      path: "content",
      message: "With 'content' the input is larger than 16777216 bytes: send less in one call.",
    });
    expect(issueOf(huge)?.message).toBe(
      "The input is larger than 16777216 bytes: send less in one call.",
    );
    expect(issueOf({ [huge]: 1 })?.message).toMatch(/larger than/);
    expect(issueOf({ a: Object.assign([], { length: 4_000_000_000 }) })?.message).toMatch(
      /larger than/,
    );
  });

  test("counts texts as UTF-8, exactly at the limit", () => {
    const limits = { maxBytes: 1000, maxDepth: 8 };
    // The object and the text cost 8 each, the key 1.
    expect(issueOf({ a: "x".repeat(983) }, limits)).toBeUndefined();
    expect(issueOf({ a: "x".repeat(984) }, limits)).toBeDefined();
    expect(issueOf({ a: "€".repeat(327) }, limits)).toBeUndefined();
    expect(issueOf({ a: "€".repeat(328) }, limits)).toBeDefined();
    expect(issueOf({ a: { b: ["€".repeat(400)] } }, limits)).toBeDefined();
    expect(issueOf({ a: Array.from({ length: 130 }, () => 1) }, limits)).toBeDefined();
  });
});

describe("copyInput of JSON text", () => {
  test("parses the arguments as model APIs send them", () => {
    expect(valueOf('{"path":"a"}')).toEqual({ path: "a" });
    expect(valueOf("")).toEqual({});
    expect(valueOf(" \n")).toEqual({});
  });

  test("says where the text is wrong and what to send", () => {
    expect(issueOf('{\n"path": "a",}')?.message).toBe(
      'The input is not valid JSON: at line 2, column 13 it is wrong near "}". Send the arguments as one JSON object.',
    );
    expect(issueOf('{"path": "a')?.message).toContain("it ends too early, as if cut off");
  });
});
