import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Effect, kindOf } from "../effects/effect.ts";
import { AnchoredPattern } from "./anchored-pattern.ts";
import { parsePattern } from "./pattern.ts";
import { createPlace, type Place } from "./place.ts";

const one = createPlace(["/ws"], "/home/u");
const two = createPlace(["/ws", "/home/u/other"], "/home/u");

const characters = Array.from("ab.*?[]{}!,()\\'\"~ \n\t$-:#\u00e9\u200d\ud83d\ude00");
const nasty = fc
  .string({
    unit: fc.constantFrom(...characters),
    minLength: 1,
    maxLength: 8,
  })
  .filter((name) => name !== "." && name !== ".." && name !== "");
const names = fc.array(nasty, { maxLength: 4 });

function patternFor(effect: Effect, place: Place): string | null {
  return kindOf(effect).narrowestPattern(effect, place);
}

function matchesOnly(effect: Effect, other: Effect, place: Place): void {
  const pattern = patternFor(effect, place);
  if (pattern === null) throw new Error("There is no pattern.");
  const anchored = new AnchoredPattern(parsePattern(pattern), place);
  expect(anchored.matchesReal(kindOf(effect).target(effect, place))).toBe(true);
  const isSame = JSON.stringify(effect) === JSON.stringify(other);
  expect(anchored.matchesReal(kindOf(other).target(other, place))).toBe(isSame);
}

describe("the pattern for an effect", () => {
  test("of a path matches that path and no other, whatever it is called", () => {
    const start = fc.constantFrom("/ws", "/home/u", "/home/u/other", "/elsewhere");
    const file = fc.tuple(start, names).map(([prefix, parts]): Effect => {
      const path = [prefix, ...parts].join("/");
      return { type: "write", path, realPath: path };
    });
    fc.assert(
      fc.property(file, file, fc.constantFrom(one, two), (effect, other, place) => {
        matchesOnly(effect, other, place);
      }),
      { numRuns: 5_000 },
    );
  });

  test("of a command matches those words and no others", () => {
    const word = fc.oneof(nasty, fc.constantFrom("", "*", "'*'", "a'b", '"'));
    const command = fc.array(word, { minLength: 1, maxLength: 4 }).map(
      (words): Effect => ({
        type: "run",
        program: words[0] ?? "",
        words,
        cwd: "/ws",
        specified: false,
      }),
    );
    fc.assert(
      fc.property(command, command, (effect, other) => matchesOnly(effect, other, one)),
      { numRuns: 5_000 },
    );
  });

  test("of an external tool matches that tool of that server", () => {
    const external = fc
      .tuple(nasty, nasty)
      .map(
        ([server, tool]): Effect => ({
          type: "external",
          server,
          tool: tool.replaceAll("**", "*"),
        }),
      )
      .filter((effect) => effect.type === "external" && !effect.server.includes("**"));
    fc.assert(
      fc.property(external, external, (a, b) => matchesOnly(a, b, one)),
      { numRuns: 2_000 },
    );
  });

  test.each<readonly [Effect, string]>([
    [{ type: "write", path: "/ws/src/a.ts", realPath: "/ws/src/a.ts" }, "write(src/a.ts)"],
    [{ type: "write", path: "/ws/l", realPath: "/ws/src/a.ts" }, "write(src/a.ts)"],
    [{ type: "delete", path: "/ws", realPath: "/ws" }, "delete(.)"],
    [{ type: "read", path: "/ws", realPath: "/ws", recursive: true }, "read(**)"],
    [{ type: "read", path: "/ws/a", realPath: "/ws/a", recursive: true }, "read(a/**)"],
    [{ type: "write", path: "/ws/a", realPath: "/ws/a", recursive: true }, "write(a/**)"],
    [{ type: "read", path: "/home/u/x", realPath: "/home/u/x" }, "read(~/x)"],
    [{ type: "read", path: "/etc/hosts", realPath: "/etc/hosts" }, "read(/etc/hosts)"],
    [{ type: "read", path: "/", realPath: "/", recursive: true }, "read(/**)"],
    [{ type: "read", path: "/ws/[id].ts", realPath: "/ws/[id].ts" }, "read(\\[id\\].ts)"],
    [{ type: "read", path: "/ws/~/x", realPath: "/ws/~/x" }, "read(./~/x)"],
    [{ type: "read", path: "/ws/!x", realPath: "/ws/!x" }, "read(./!x)"],
    [{ type: "network", host: "x.org" }, "network(x.org)"],
    [{ type: "network", host: "::1", port: 80 }, "network([::1]:80)"],
    [{ type: "environment", variable: "HOME" }, "environment(HOME)"],
    [{ type: "agent", agent: "reviewer" }, "agent(reviewer)"],
  ])("of %j is %s", (effect, expected) => {
    expect(patternFor(effect, one)).toBe(expected);
  });

  test("is absolute when a relative one would speak of several roots", () => {
    const path = "/home/u/other/a.ts";
    expect(patternFor({ type: "write", path, realPath: path }, two)).toBe(`write(${path})`);
  });

  test("of Windows has slashes", () => {
    const place = createPlace(["C:\\work"], "C:\\Users\\u");
    const at = (path: string): string | null =>
      patternFor({ type: "read", path, realPath: path }, place);
    expect(at("C:\\work\\src\\a.ts")).toBe("read(src/a.ts)");
    expect(at("C:\\Users\\u\\x")).toBe("read(~/x)");
    expect(at("D:\\data\\[x]")).toBe("read(D:/data/\\[x\\])");
    expect(at("\\\\host\\share\\x")).toBeNull();
  });

  test("is none for what isn't known", () => {
    expect(patternFor({ type: "unknown", reason: "x" }, one)).toBeNull();
  });
});
