import { describe, expect, test } from "vitest";
import { describeEffect } from "../effects/effect.ts";
import { patternExamples } from "./pattern-examples.ts";
import { patternKinds } from "./pattern.ts";

const place = { roots: ["/ws", "/lib"], home: "/home/u" };

describe("the examples of a pattern", () => {
  test.each([
    ["read(src/**)", ["read src/x", "read /lib/src/x"]],
    [
      "write({a,b}/*.ts)",
      ["write a/x.ts", "write /lib/a/x.ts", "write b/x.ts", "write /lib/b/x.ts"],
    ],
    ["delete(~/old)", ["delete /home/u/old"]],
    ["run(npm test *)", ["run npm test x"]],
    ["network(*.example.com:443)", ["network x.x.example.com:443"]],
    ["mcp(server/get_*)", ["external server/get_x"]],
    ["unknown(*)", ["unknown: an example"]],
    ["tool(read_file)", []],
  ])("%s are one for each place that it names", (pattern, expected) => {
    expect(
      patternExamples(pattern, place).map((effect) => describeEffect(effect, ["/ws"])),
    ).toEqual(expected);
  });

  test("there are some for every kind of effect", () => {
    for (const kind of patternKinds.filter((each) => each !== "tool")) {
      const argument = { network: "host", mcp: "a/b", unknown: "*" }[kind as string] ?? "a";
      expect(patternExamples(`${kind}(${argument})`, place)).not.toEqual([]);
    }
  });
});
