import { describe, expect, test } from "vitest";
import * as z from "zod";
import { compileSchema } from "./compile.ts";
import { describeIssues, showValue } from "./issues.ts";
import { formatPath } from "./path.ts";

const schema = z.object({
  path: z.string().describe("Path of the file."),
  offset: z.int().min(1).optional(),
  mode: z.enum(["text", "bytes"]).optional(),
  target: z.union([z.string(), z.object({ id: z.number() })]).optional(),
});

const messages = async (value: unknown): Promise<readonly string[]> => {
  const { validate } = await compileSchema(schema, "The input");
  return ((await validate(value)).issues ?? []).map(({ message }) => message);
};

describe("issues of a schema library", () => {
  test("are told by what is there and what is expected", async () => {
    expect(await messages({ path: { a: 1 }, offset: 0, mode: "txt", target: 5 })).toEqual([
      "'path' is an object, but string is expected.",
      "'offset' (the number 0): Too small: expected number to be >=1.",
      `'mode' (the text "txt"): Invalid option: expected one of "text"|"bytes".`,
      "'target' is the number 5, but string or object {id} is expected.",
    ]);
    expect(await messages({})).toEqual(["'path' is missing: expected string."]);
    expect(await messages({ path: null })).toEqual(["'path' is null, but string is expected."]);
  });

  test("keep the library's own words for what only it knows", async () => {
    const refined = z
      .object({ a: z.string().optional(), b: z.string().optional() })
      .refine((value) => value.a !== undefined || value.b !== undefined, {
        message: "give a or b",
        path: ["a"],
      });
    const { validate } = await compileSchema(refined, "The input");
    expect(await validate({})).toEqual({ issues: [{ path: "a", message: "'a': give a or b." }] });
  });

  test("name the fields that a strict object doesn't know", async () => {
    const strict = z.object({ inner: z.strictObject({ path: z.string() }) });
    const { validate } = await compileSchema(strict, "The input");
    expect(await validate({ inner: { path: "x", pat: 1 } })).toEqual({
      issues: [{ path: "inner.pat", message: "Unknown field 'inner.pat': did you mean 'path'?" }],
    });
  });

  test("never repeat more than 80 characters of a value", async () => {
    const [message] = await messages({ path: "a", mode: "x\n".repeat(100_000) });
    expect(message?.length).toBeLessThan(250);
    expect(showValue("y".repeat(1_000)).length).toBeLessThan(100);
  });
});

describe("describeIssues", () => {
  test("names each fault, the fields that exist, and the next step", async () => {
    const { jsonSchema, validate } = await compileSchema(schema, "The input");
    const { issues = [] } = await validate({ offset: "x" });
    expect(describeIssues("read_file", issues, jsonSchema)).toBe(
      `The input of 'read_file' doesn't fit:
- 'path' is missing: expected string.
- 'offset' is the text "x", but integer is expected.
Its fields: path, offset (optional), mode (optional), target (optional).
Correct the input and call it again.`,
    );
  });

  test("lists eight faults, each once, and counts the rest", async () => {
    const { jsonSchema } = await compileSchema(schema, "The input");
    const issues = Array.from({ length: 24 }, (_, index) => ({
      path: `f${index % 12}`,
      message: `fault ${index % 12}`,
    }));
    const text = describeIssues("t", issues, jsonSchema);
    expect(text.match(/^- fault/gm)).toHaveLength(8);
    expect(text).toContain("- … and 4 more.");
  });

  test("says when a tool takes no fields", async () => {
    const { jsonSchema } = await compileSchema(z.object({}), "The input");
    expect(describeIssues("t", [], jsonSchema)).toContain("It takes no fields.");
  });
});

test("formatPath quotes what would be misread", () => {
  expect(formatPath(["edits", 0, "old"])).toBe("edits[0].old");
  expect(formatPath(["a.b", "0", "ok-name", "x y"])).toBe('["a.b"]["0"].ok-name["x y"]');
  expect(formatPath([])).toBe("");
  expect(formatPath(Array.from({ length: 999 }, () => "long")).length).toBeLessThan(210);
});
