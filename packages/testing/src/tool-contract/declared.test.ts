import { type Effect, read, deletion, unknown, write } from "@toolwright/core";
import { describe, expect, test } from "vitest";
import type { Access, PathOperationSeen } from "./access.ts";
import { isDeclared } from "./declared.ts";

const context = { isUnreadable: (path: string) => path === "/w/.env", helpers: [] };

function sees(operation: PathOperationSeen, ...places: [string, ...string[]]): Access {
  return { type: "path", operation, places, via: "test" };
}

function run(...words: [string, ...string[]]): Access {
  return { type: "run", program: words[0], words, cwd: "/w", via: "test" };
}

const declares = (effects: readonly Effect[], access: Access): boolean =>
  isDeclared(access, effects, context);

describe("a path", () => {
  test.for([
    ["read", [read("/w/a")], "/w/a", true],
    ["read", [read("/w/a")], "/w/ab", false],
    ["read", [read("/w/a")], "/w/a/b", false],
    ["read", [read("/w", { recursive: true })], "/w/a/b", true],
    ["read", [read("/w", { recursive: true })], "/wa", false],
    ["read", [read("/w", { recursive: true })], "/w/.env", true],
    ["read", [read("/w", { recursive: true, leavesOutProtected: true })], "/w/.env", false],
    ["read", [read("/w/.env", { recursive: true, leavesOutProtected: true })], "/w/.env", true],
    ["read", [write("/w/a")], "/w/a", true],
    ["read", [write("/w/.env")], "/w/.env", false],
    ["list", [read("/w/a")], "/w", false],
    ["inspect", [read("/w/a/b")], "/w/a", true],
    ["inspect", [read("/w/a/b")], "/w/c", false],
    ["inspect", [write("/w/a")], "/w/a", true],
    ["make", [write("/w/a/b/c")], "/w/a/b", true],
    ["make", [write("/w/a/b/c")], "/w/a/c", false],
    ["write", [write("/w/a/b")], "/w/a/b", true],
    ["write", [write("/w/a/b")], "/w/a", false],
    ["write", [read("/w/a")], "/w/a", false],
    ["write", [write("/w/a", "create", { recursive: true })], "/w/a/b", true],
    ["write", [write("/w/a", "create", { recursive: true })], "/w/ab", false],
    ["make", [write("/w/a", "create", { recursive: true })], "/w/a/b/c", true],
    ["write", [deletion("/w/a")], "/w/a", false],
    ["delete", [deletion("/w/a")], "/w/a/b", true],
    ["delete", [write("/w/a")], "/w/a", false],
    ["delete", [unknown("a shell")], "/w/a", true],
    ["write", [], "/w/a", false],
  ] as const)("%s by %j of %s: %s", ([operation, effects, place, expected]) => {
    expect(declares(effects, sees(operation, place))).toBe(expected);
  });

  test("of a link is declared by the link's own place and by where it leads", () => {
    const effects: readonly Effect[] = [{ ...deletion("/w/link"), realPath: "/w/target" }];
    expect(declares(effects, sees("delete", "/w/link", "/w/target"))).toBe(true);
    expect(declares(effects, sees("delete", "/w/other"))).toBe(false);
  });
});

describe("a program", () => {
  const npmTest: Effect = {
    type: "run",
    program: "npm",
    words: ["npm", "test"],
    cwd: "/w",
    specified: false,
  };

  test("is declared by its words and directory", () => {
    expect(declares([npmTest], run("npm", "test"))).toBe(true);
    expect(declares([npmTest], run("/usr/bin/npm", "test"))).toBe(true);
    expect(declares([npmTest], run("npm", "install"))).toBe(false);
    expect(declares([npmTest], run("npm", "test", "--", "x"))).toBe(false);
    expect(declares([npmTest], { ...run("npm", "test"), cwd: "/elsewhere" } as Access)).toBe(false);
    expect(declares([{ ...npmTest, program: "/a/npm" }], run("/b/npm", "test"))).toBe(false);
  });

  test("in a script is declared by the words in it", () => {
    expect(declares([npmTest], run("/bin/bash", "-c", "cd x && npm test"))).toBe(true);
    expect(declares([npmTest], run("/bin/bash", "-c", "rm -rf x"))).toBe(false);
    expect(declares([npmTest], run("/bin/notashell", "-c", "npm test"))).toBe(false);
  });
});

describe("a host", () => {
  const effects: readonly Effect[] = [
    { type: "network", host: "Example.org", port: 443, method: "GET" },
  ];

  test("is declared by its name, and port and method where they are known", () => {
    const to = (host: string, port?: number, method?: string): Access => ({
      type: "network",
      host,
      via: "test",
      ...(port !== undefined && { port }),
      ...(method !== undefined && { method }),
    });
    expect(declares(effects, to("example.org"))).toBe(true);
    expect(declares(effects, to("example.org.", 443, "get"))).toBe(true);
    expect(declares(effects, to("example.org", 80))).toBe(false);
    expect(declares(effects, to("example.org", 443, "POST"))).toBe(false);
    expect(declares(effects, to("evil.example.org", 443))).toBe(false);
  });
});

describe("a variable", () => {
  const seen = (variable: string, value: boolean): Access => ({
    type: "environment",
    variable,
    value,
    via: "test",
  });

  test("is declared by its name, its value only as such", () => {
    const effects: readonly Effect[] = [{ type: "environment", variable: "HOME" }];
    expect(declares(effects, seen("HOME", false))).toBe(true);
    expect(declares(effects, seen("HOME", true))).toBe(false);
    expect(declares(effects, seen("PATH", false))).toBe(false);
    const all: readonly Effect[] = [{ type: "environment", variable: "*" }];
    expect(declares(all, seen("*", false))).toBe(true);
    expect(declares(all, seen("PATH", true))).toBe(false);
  });
});
