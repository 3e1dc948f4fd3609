import { describe, expect, it } from "vitest";
import { mayMatchGlob, mayMatchLastName } from "./shell-glob.ts";

describe("mayMatchGlob", () => {
  it.each([
    ["/w/a.ts", "/w/*.ts"],
    ["/w/src/a.ts", "/w/*/a.ts"],
    ["/w/src/deep/a.ts", "/w/s*"],
    ["/w/a1", "/w/a[0-9]"],
    ["/w/a]", "/w/a[]]"],
    ["/w/ab", "/w/a?"],
    ["/w/a*", "/w/a\\*"],
    ["/w/.env", "/w/.e*"],
    ["/w/.env", "/w/.env"],
    ["/w/x", "/w/@(x|y)"],
    ["/w/a[b", "/w/a[b"],
    ["/w/aXbXc", "/w/*X*X*"],
    ["/w/", "/w/*"],
    ["/w/secret", "/w/secre[[:alpha:]]"],
    ["/w/secret", "/w/secre[t\\]]"],
    ["/w/secret", "/w/secre[[.t.]]"],
    ["/w/sécret", "/w/s??cret"],
  ])("takes %s for a match of %s", (path, glob) => {
    expect(mayMatchGlob(path, glob)).toBe(true);
  });

  it.each([
    ["/w/.env", "/w/*"],
    ["/w/.env", "/w/?env"],
    ["/w/.env", "/w/[.]env"],
    ["/w/a.js", "/w/*.ts"],
    ["/w/src/a.ts", "/w/*.ts"],
    ["/w/a", "/w/a?"],
    ["/w/a", "/w/*/a"],
    ["/w/ab", "/w/a\\*"],
    ["/x/a.ts", "/w/*.ts"],
    ["/w/abc", "/w/a[bc]"],
  ])("is sure that %s is no match of %s", (path, glob) => {
    expect(mayMatchGlob(path, glob)).toBe(false);
  });

  it("takes no long time for many wildcards", () => {
    expect(mayMatchGlob(`/w/${"a".repeat(255)}`, `/w/${"*a".repeat(200)}b`)).toBe(false);
  });
});

describe("mayMatchLastName", () => {
  it.each([
    ["/w/a.ts", "*.ts"],
    ["/w/.ts", "*.ts"],
    ["/w/.env", "*"],
    ["/w/.env", "?env"],
    ["/w/.env", "[.]env"],
    ["/w/.env", "[!a]env"],
    ["/w/.env", ".env"],
    ["/w/.env", ".e[[:alpha:]]v"],
    ["/w/.env", "\\.env"],
    ["/w/x", "@(y)"],
  ])("takes %s for a match of %s", (path, pattern) => {
    expect(mayMatchLastName(path, pattern)).toBe(true);
  });

  it.each([
    ["/w/.env", "*.ts"],
    ["/w/a.ts/.env", "*.ts"],
    ["/w/id_rsa", "*.[ch]"],
    ["/w/.env", "w"],
  ])("is sure that %s is no match of %s", (path, pattern) => {
    expect(mayMatchLastName(path, pattern)).toBe(false);
  });
});
