import { describe, expect, test } from "vitest";
import { covers, type Effect, read, deletion, unknown, write } from "./effect.ts";
import { isAtOrBelow } from "./at-or-below.ts";

const run = (...words: string[]): Effect => ({
  type: "run",
  program: words[0] ?? "",
  words,
  cwd: "/w",
  specified: true,
});

const external = (more: { readonly isChanged?: true } = {}): Effect => ({
  type: "external",
  server: "s",
  tool: "t",
  ...more,
});
const below = (path: string, operation?: "create"): Effect =>
  write(path, operation, { recursive: true });

describe("covers", () => {
  const pairs: readonly [string, Effect, Effect, boolean][] = [
    ["the same read", read("/w/a"), read("/w/a"), true],
    ["another file", read("/w/a"), read("/w/b"), false],
    ["a sibling with the same beginning", read("/w/a", { recursive: true }), read("/w/ab"), false],
    ["a file below a recursive read", read("/w", { recursive: true }), read("/w/a"), true],
    ["a file below a plain read", read("/w"), read("/w/a"), false],
    ["a recursive read within a plain one", read("/w"), read("/w", { recursive: true }), false],
    [
      "a protected file below a read that leaves such out",
      read("/w", { recursive: true, leavesOutProtected: true }),
      read("/w/.env"),
      false,
    ],
    ["a create within a write", write("/w/a"), write("/w/a", "create"), true],
    ["a modify within a create", write("/w/a", "create"), write("/w/a", "modify"), false],
    ["an open write within a create", write("/w/a", "create"), write("/w/a"), false],
    ["a delete within a write", write("/w/a"), deletion("/w/a"), false],
    ["a delete below a delete", deletion("/w/a"), deletion("/w/a/b"), true],
    ["a read within a write", write("/w/a"), read("/w/a"), false],
    ["a file below a plain write", write("/w"), write("/w/a"), false],
    ["a file below a recursive write", below("/w"), write("/w/a", "create"), true],
    ["a recursive write itself", below("/w"), below("/w"), true],
    ["a sibling of a recursive write", below("/w/a"), write("/w/ab"), false],
    ["a recursive write within a plain one", write("/w"), below("/w"), false],
    ["a modify below a create", below("/w", "create"), write("/w/a", "modify"), false],
    ["anything within unknown", unknown("?"), deletion("/"), true],
    ["unknown within anything", read("/", { recursive: true }), unknown("?"), false],
    ["a call of a server's tool", external(), external(), true],
    ["one whose definition has changed since", external(), external({ isChanged: true }), false],
    ["one that was accepted as it is", external({ isChanged: true }), external(), true],
    ["the same command", run("npm", "test"), run("npm", "test"), true],
    ["a longer command", run("npm", "test"), run("npm", "test", "--all"), false],
  ];

  test.each(pairs)("%s: %o %o is %s", (_what, wider, effect, expected) => {
    expect(covers(wider, effect)).toBe(expected);
  });

  test("goes by the real path, not by the one that was asked for", () => {
    const wider: Effect = { type: "read", path: "/w/link", realPath: "/w/a" };
    expect(covers(wider, { type: "read", path: "/w/link", realPath: "/w/b" })).toBe(false);
    expect(covers(wider, { type: "read", path: "/w/other", realPath: "/w/a" })).toBe(true);
  });
});

test("isAtOrBelow compares whole segments", () => {
  expect(isAtOrBelow("/w", "/w")).toBe(true);
  expect(isAtOrBelow("/w/a", "/w")).toBe(true);
  expect(isAtOrBelow("/w-evil/a", "/w")).toBe(false);
  expect(isAtOrBelow("/a", "/")).toBe(true);
  expect(isAtOrBelow("C:\\w\\a", "C:\\w")).toBe(true);
});
