import { describe, expect, it } from "vitest";
import { allowsRobots } from "./robots.ts";

function allows(path: string, ...lines: readonly string[]): boolean {
  return allowsRobots(lines.join("\n"), path);
}

describe("a robots.txt", () => {
  it.each([
    ["/a", true, ""],
    ["/a", true, "nonsense\n:\n\n#\nDisallow: /"],
    ["/a", false, "User-agent: *\nDisallow: /"],
    ["/a", true, "User-agent: *\nDisallow:"],
    ["/a", true, "User-agent: other\nDisallow: /"],
    ["/ab", false, "User-agent: *\nDisallow: /a"],
    ["/b", true, "User-agent: *\nDisallow: /a"],
    ["/a/b", true, "User-agent: *\nDisallow: /a\nAllow: /a/b"],
    ["/a/b", true, "User-agent: *\nAllow: /a/b\nDisallow: /a/b"],
    ["/a/c", false, "User-agent: *\nDisallow: /a\nAllow: /a/b"],
    ["/x.gif", false, "User-agent: *\nDisallow: /*.gif$"],
    ["/x.gif?1", true, "User-agent: *\nDisallow: /*.gif$"],
    ["/x.gif?1", false, "User-agent: *\nDisallow: /*.gif"],
    ["/a/b/c", false, "User-agent: *\nDisallow: /a/*/c$"],
    ["/a/c", true, "User-agent: *\nDisallow: /a/*/c$"],
    ["/aa", true, "User-agent: *\nDisallow: /a*a*a$"],
    ["/", false, "User-agent: *\nDisallow: /$"],
    ["/a", true, "User-agent: *\nDisallow: /$"],
    ["/?q=1", false, "User-agent: *\nDisallow: /?q"],
    ["/%7Ea", false, "User-agent: *\nDisallow: /%7ea"],
    ["/%E4%BD%A0", false, "User-agent: *\nDisallow: /你"],
    ["/a", false, "\uFEFFUser-agent: *\r\nDisallow: / # all of it\r\n"],
    ["/a", false, "USER-AGENT:*\rDISALLOW:/"],
  ])("decides about %s: %s", (path, isAllowed, text) => {
    expect(allowsRobots(text, path)).toBe(isAllowed);
  });

  it("that names us speaks to nobody else in these groups", () => {
    const general = ["User-agent: *", "Disallow: /"];
    const ours = ["User-agent: Toolwright", "Disallow: /private"];
    expect(allows("/open", ...general, ...ours)).toBe(true);
    expect(allows("/private", ...general, ...ours)).toBe(false);
    expect(allows("/open", ...ours, ...general)).toBe(true);
    expect(allows("/open", "User-agent: toolwright", ...general)).toBe(false);
    expect(allows("/open", ...general, "User-agent: toolwright", "Disallow:")).toBe(true);
  });

  it("may name us in several groups, whose rules count together", () => {
    const text = [
      "User-agent: toolwright",
      "Disallow: /a",
      "User-agent: toolwright",
      "Disallow: /b",
    ];
    expect(["/a", "/b", "/c"].map((path) => allows(path, ...text))).toEqual([false, false, true]);
  });

  it("with patterns made to take long takes no longer", () => {
    const pattern = `/${"*a".repeat(5_000)}$`;
    expect(allows(`/${"a".repeat(4_000)}b`, "User-agent: *", `Disallow: ${pattern}`)).toBe(true);
  });

  it("of very many rules is read", () => {
    const rules = `User-agent: *\n${"Allow:/\n".repeat(60_000)}Disallow:/a`;
    expect(allowsRobots(rules, "/a")).toBe(false);
    expect(allowsRobots(rules, "/b")).toBe(true);
  });

  it("is read up to half a megabyte", () => {
    const padding = "#".repeat(600_000);
    expect(allows("/a", "User-agent: *", padding, "Disallow: /")).toBe(true);
  });
});
