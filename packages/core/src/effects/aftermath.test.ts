import { describe, expect, test } from "vitest";
import { isOpenEnded, leavesNothing, mayChangeFiles, unknownPart } from "./aftermath.ts";
import { type Effect, read, deletion, unknown, write } from "./effect.ts";

function run(specified: boolean): Effect {
  return { type: "run", program: "make", words: ["make"], cwd: "/w", specified };
}

const network: Effect = { type: "network", host: "x.org" };
const agent: Effect = { type: "agent", agent: "reviewer" };
const external: Effect = { type: "external", server: "s", tool: "t" };
const environment: Effect = { type: "environment", variable: "HOME" };

describe("what an effect leaves behind", () => {
  const rows: readonly (readonly [string, Effect, string])[] = [
    ["a read", read("/w/a"), "nothing"],
    ["a variable", environment, "nothing"],
    ["the network", network, "no changed file"],
    ["an agent", agent, "no changed file"],
    ["a specified command", run(true), "no changed file"],
    ["a write", write("/w/a"), "a changed path"],
    ["a delete", deletion("/w/a"), "a changed path"],
    ["a command of which not all is known", run(false), "anything"],
    ["a server's tool", external, "anything"],
    ["what isn't known", unknown("?"), "anything"],
  ];

  test.each(rows)("%s", (_what, effect, expected) => {
    expect(leavesNothing([effect])).toBe(expected === "nothing");
    expect(mayChangeFiles([effect])).toBe(expected === "a changed path" || expected === "anything");
    expect(isOpenEnded([effect])).toBe(expected === "anything");
  });

  test("is the most that any effect of a call leaves", () => {
    expect(leavesNothing([read("/w/a"), network])).toBe(false);
    expect(mayChangeFiles([read("/w/a"), network, write("/w/a")])).toBe(true);
    expect(isOpenEnded([write("/w/a"), run(true)])).toBe(false);
  });
});

test("what isn't known of an effect is told, and of no other kind", () => {
  expect(unknownPart(unknown("an eval"))).toBe("an eval");
  expect(unknownPart(run(false))).toBe("it is unknown what make does with these arguments");
  for (const effect of [run(true), read("/w"), network, external]) {
    expect(unknownPart(effect)).toBeNull();
  }
});
