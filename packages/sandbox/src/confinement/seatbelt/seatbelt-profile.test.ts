import { describe, expect, it } from "vitest";
import { seatbeltProfile } from "./seatbelt-profile.ts";

const profile = {
  writablePaths: ["/Users/me/work"],
  readOnlyPaths: ["/Users/me/work/.git/hooks"],
  maskedPaths: ["/Users/me/work/.env"],
  hiddenPaths: ["/Users/me"],
  readablePaths: ["/Users/me/.nvm"],
};

const text = (network: Parameters<typeof seatbeltProfile>[0]["network"]): string =>
  seatbeltProfile({ profile, network, temporaryDirectory: "/private/tmp/own" });

/** The rule that applies: the last match. */
function order(...rules: readonly string[]): number[] {
  return rules.map((rule) => text("off").indexOf(rule));
}

describe("the profile for seatbelt (only its text: it is used on macOS)", () => {
  it("denies everything not allowed", () => {
    expect(text("off")).toMatch(/^\(version 1\)\n\(deny default\)\n/);
  });

  it("puts the strictest rules last", () => {
    const positions = order(
      '(allow file-read* (subpath "/"))',
      '(deny file-read* file-write* (subpath "/Users/me"))',
      '(allow file-read* (subpath "/Users/me/.nvm"))',
      '(allow file-read* file-write* (subpath "/Users/me/work"))',
      '(allow file-read* file-write* (subpath "/private/tmp/own"))',
      '(deny file-write* (subpath "/Users/me/work/.git/hooks"))',
      '(deny file-read* file-write* (subpath "/Users/me/work/.env"))',
    );
    expect(positions.every((position) => position > 0)).toBe(true);
    expect(positions).toEqual(positions.toSorted((a, b) => a - b));
  });

  it("prevents moves of directories above a protected path", () => {
    expect(text("off")).toContain('(deny file-write-unlink (literal "/Users/me/work/.git"))');
  });

  it.each([
    ["off", "off", []],
    ["on", "on", ["(allow network*)"]],
    ["by host", { port: 4_000 }, ['(allow network-outbound (remote ip "localhost:4000"))']],
  ] as const)("opens the network when it is %s only as far", (_title, network, rules) => {
    const found = text(network)
      .split("\n")
      .filter((line) => line.includes("network"));
    expect(found).toEqual(rules);
  });

  it("escapes names, so that none can add rules", () => {
    const name = '/w/") (allow default) ("\\';
    const written = seatbeltProfile({
      profile: { writablePaths: [name] },
      network: "off",
      temporaryDirectory: "/t",
    });
    expect(written).toContain('(subpath "/w/\\") (allow default) (\\"\\\\")');
  });
});
