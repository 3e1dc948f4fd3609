import fc from "fast-check";
import { expect, test } from "vitest";
import { serverToolName, serverToolPrefix } from "./tool-name.ts";

test("consists of the two names if they are plain", () => {
  expect(serverToolName("github", "create_issue")).toBe("mcp__github__create_issue");
  expect(serverToolName("my-server_2", "_get-URL")).toBe("mcp__my-server_2___get-URL");
});

test("is shortened with a hash if it is too long or has other characters", () => {
  const long = serverToolName("github", "x".repeat(140));
  expect(long).toHaveLength(64);
  expect(long).toMatch(/^mcp__github__x+_[0-9a-f]{10}$/);
  expect(serverToolName("github", "a.b/c")).toMatch(/^mcp__github__a_b_c_[0-9a-f]{10}$/);
  expect(serverToolName("io.github.x/y", "z")).toMatch(/^mcp__io_github_x_y_[0-9a-f]{10}__z$/);
  expect(serverToolName("日本語", "検索")).toMatch(/^mcp__x_[0-9a-f]{10}__x_[0-9a-f]{10}$/);
});

test.each([
  [
    ["s", "x".repeat(70)],
    ["s", `${"x".repeat(69)}y`],
  ],
  [
    ["a", "b__c"],
    ["a__b", "c"],
  ],
  [
    ["a", "_b"],
    ["a_", "b"],
  ],
  [
    ["a", "b c"],
    ["a", "b_c"],
  ],
  [
    ["a", "b c"],
    ["a", serverToolName("a", "b c").slice("mcp__a__".length)],
  ],
  [
    ["a.b", "c"],
    ["a_b", "c"],
  ],
] as const)("parts what would fall together: %j and %j", ([server, tool], [another, other]) => {
  expect(serverToolName(server, tool)).not.toBe(serverToolName(another, other));
});

test("is unique, fits every vendor, and begins with its server's prefix", () => {
  const name = fc.oneof(
    fc.string({ unit: fc.constantFrom("a", "_", "-", ".", " ", "é", "9"), minLength: 1 }),
    fc.string({ minLength: 30, maxLength: 200 }),
  );
  const seen = new Map<string, string>();
  fc.assert(
    fc.property(name, name, (server, tool) => {
      const made = serverToolName(server, tool);
      expect(made).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
      expect(made.startsWith(serverToolPrefix(server))).toBe(true);
      const key = JSON.stringify([server, tool]);
      expect(seen.get(made) ?? key).toBe(key);
      seen.set(made, key);
    }),
    { numRuns: 2_000 },
  );
});
