import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { conflicts, footprintOf } from "./conflict.ts";
import { type Effect, read, deletion, unknown, write } from "./effect.ts";

function clash(a: readonly Effect[], b: readonly Effect[]): boolean {
  const forward = conflicts(footprintOf(a), footprintOf(b));
  expect(conflicts(footprintOf(b), footprintOf(a))).toBe(forward);
  return forward;
}

const run = (specified: boolean): Effect => ({
  type: "run",
  program: "npm",
  words: ["npm", "test"],
  cwd: "/w",
  specified,
});
const network: Effect = { type: "network", host: "registry.example" };
const environment: Effect = { type: "environment", variable: "HOME" };
const agent: Effect = { type: "agent", agent: "reviewer" };
const external = (server: string): Effect => ({ type: "external", server, tool: "query" });

describe("paths", () => {
  it("share when both only read", () => {
    expect(clash([read("/w/a")], [read("/w/a")])).toBe(false);
    expect(clash([read("/w", { recursive: true })], [read("/w/a")])).toBe(false);
  });

  it.each([
    ["the same file", "/w/a.ts", "/w/a.ts", true],
    ["a directory above", "/w/src", "/w/src/deep/a.ts", true],
    ["a file below", "/w/src/deep/a.ts", "/w/src", true],
    ["the root of everything", "/", "/w/a.ts", true],
    ["a sibling", "/w/a.ts", "/w/b.ts", false],
    ["a name that only begins alike", "/w/app", "/w/app-evil/x", false],
    ["another case", "/w/README.md", "/w/readme.MD", true],
    ["another Unicode form", "/w/caf\u00e9", "/w/cafe\u0301", true],
    ["a letter that folds to two", "/w/stra\u00dfe", "/w/STRASSE", true],
    ["another sign for the letter k", "/w/\u212a", "/w/k", true],
    ["a slash at the end", "/w/src/", "/w/src/a", true],
    ["Windows separators", "C:\\w\\src", "c:/w/src/a", true],
    ["Windows shares", "\\\\host\\share\\a", "\\\\host\\share\\b", false],
    ["a path that isn't normalised", "/w/src/../other", "/elsewhere", true],
    ["the current directory", ".", "/w/a.ts", true],
    ["a name that begins with dots", "/w/..a", "/w/...b", false],
  ])("compare by segments: %s", (_title, one, other, expected) => {
    expect(clash([write(one)], [read(other)])).toBe(expected);
    expect(clash([deletion(one)], [write(other)])).toBe(expected);
    expect(clash([write(one)], [write(other)])).toBe(expected);
  });

  it("go by the real path, and by a link's own place when it is changed", () => {
    const through: Effect = { type: "read", path: "/w/link/a", realPath: "/w/real/a" };
    expect(clash([through], [write("/w/real/a")])).toBe(true);
    expect(clash([through], [write("/w/link/a")])).toBe(false);
    const removed: Effect = { type: "delete", path: "/w/dir/link", realPath: "/w/real" };
    expect(clash([removed], [read("/w/dir", { recursive: true })])).toBe(true);
  });
});

describe("barriers", () => {
  it.each([
    ["an unknown effect", unknown("eval")],
    ["a command that isn't specified", run(false)],
    ["an effect of a kind we don't know", { type: "teleport" } as unknown as Effect],
  ])("%s excludes everything that has an effect", (_title, barrier) => {
    for (const effect of [read("/a"), write("/a"), network, environment, external("x"), barrier]) {
      expect(clash([read("/b"), barrier], [effect])).toBe(true);
    }
  });

  it("let calls without any effect and agent calls pass", () => {
    expect(clash([unknown("eval")], [])).toBe(false);
    expect(clash([unknown("eval")], [agent])).toBe(false);
    expect(clash([unknown("eval")], [run(true)])).toBe(false);
    expect(clash([unknown("eval")], [agent, network])).toBe(true);
  });
});

describe("what holds nothing", () => {
  it("a specified command counts as its other effects", () => {
    expect(clash([run(true), read("/w/a")], [run(true), read("/w/a")])).toBe(false);
    expect(clash([run(true), read("/w/a")], [write("/w/a")])).toBe(true);
  });

  it("network, environment and agents go beside each other and beside writes", () => {
    for (const effect of [network, environment, agent]) {
      expect(clash([effect], [effect])).toBe(false);
      expect(clash([effect], [write("/w/a")])).toBe(false);
    }
  });

  it("an external call excludes calls to the same server only", () => {
    expect(clash([external("github")], [external("github")])).toBe(true);
    expect(clash([external("github")], [external("linear")])).toBe(false);
    expect(clash([external("github")], [write("/w/a")])).toBe(false);
  });

  it("returns a constant for no effects", () => {
    expect(footprintOf([])).toBe(footprintOf([agent]));
  });
});

describe("long lists", () => {
  const path = fc
    .array(fc.constantFrom("a", "b", "c", "aa"), { maxLength: 4 })
    .map((segments) => `/${segments.join("/")}`);
  const paths = fc.array(path, { minLength: 9, maxLength: 14 });

  it("give the same answer as comparing each with each", () => {
    fc.assert(
      fc.property(paths, paths, (some, others) => {
        const pairwise = some.some((one) =>
          others.some((other) => clash([write(one)], [read(other)])),
        );
        expect(
          clash(
            some.map((each) => write(each)),
            others.map((each) => read(each)),
          ),
        ).toBe(pairwise);
      }),
    );
  });

  it("of tens of thousands of paths are compared without a quadratic wait", () => {
    const many = (directory: string): Effect[] =>
      Array.from({ length: 30_000 }, (_, index) => write(`/w/${directory}/deep/${index}.ts`));
    // Each with each would be 900 million comparisons.
    expect(clash(many("a"), many("b"))).toBe(false);
    expect(clash(many("a"), [...many("b"), deletion("/w/a/deep/29999.ts")])).toBe(true);
  });
});
