import { describe, expect, it } from "vitest";
import { LinePattern } from "./line-pattern.ts";

describe("a pattern for lines", () => {
  it("finds the first matching line", () => {
    const pattern = new LinePattern(String.raw`listening on \S+:(\d+)`);
    expect(pattern.find("a\nlistening on x:80 now\nlistening on y:81")).toBe(
      "listening on x:80 now",
    );
    expect(pattern.find("listening\non x:80")).toBeNull();
  });

  it.each(["(a+)+$", "(a|a)*$", "^(([a-z])+.)+[A-Z]([a-z])+$", "(.*)*(.*)*(.*)*x$"])(
    "that takes for ever is given up: %s",
    (source) => {
      expect(() => new LinePattern(source).find(`${"a".repeat(4_000)}!`)).toThrow(
        /took more than 100 ms.*without nested repetitions/,
      );
    },
  );

  it("matches only the beginning of very long lines", () => {
    expect(new LinePattern("x$").find(`${"a".repeat(5_000)}x`)).toBeNull();
  });

  it.each([
    ["(", /is no regular expression: .*group/],
    ["", /has 0/],
    ["x".repeat(1_001), /has 1001/],
  ])("is refused when it is none: %j", (source, message) => {
    expect(() => new LinePattern(source)).toThrow(message);
  });

  it("is text, not code, and cannot access anything", () => {
    const pattern = new LinePattern(String.raw`"\); throw 1 //|process`);
    expect(pattern.find("the process")).toBe("the process");
    expect(pattern.find("${process.exit()}`")).toBe("${process.exit()}`");
  });
});
