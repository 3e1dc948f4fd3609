import { describe, expect, it } from "vitest";
import { likelyDenials } from "./likely-denials.ts";

const profile = {
  writablePaths: ["/work"],
  readOnlyPaths: ["/work/.git/hooks"],
  maskedPaths: ["/work/.env"],
  hiddenPaths: ["/home/me"],
  readablePaths: ["/home/me/.nvm"],
  network: "off",
} as const;

const denialsIn = (text: string): unknown[] =>
  likelyDenials({ text, cwd: "/work/src", profile }).map(({ kind, target }) => [kind, target]);

describe("a likely denial", () => {
  it.each([
    ["touch: cannot touch '/etc/x': Read-only file system", ["write", "/etc/x"]],
    ["touch: cannot touch ‘/etc/x y’: Read-only file system", ["write", "/etc/x y"]],
    [
      "/usr/bin/bash: line 1: ../.git/hooks/a: Read-only file system",
      ["write", "/work/.git/hooks/a"],
    ],
    ["OSError: [Errno 30] Read-only file system: '/opt/x'", ["write", "/opt/x"]],
    ["Error: EROFS: read-only file system, open '/var/lib/x'", ["write", "/var/lib/x"]],
    ["open /usr/x: read-only file system", ["write", "/usr/x"]],
    ["error: Read-only file system (os error 30)", ["write", null]],
    ["cat: ../.env: Permission denied", ["read", "/work/.env"]],
    [
      "mkdir: cannot create directory ‘../.git/hooks’: Permission denied",
      ["write", "/work/.git/hooks"],
    ],
    [
      "fatal: cannot copy '/usr/x' to '/work/.git/description': Permission denied",
      ["write", "/work/.git"],
    ],
    ["Error: EACCES: permission denied, open '/work/.env'", ["read", "/work/.env"]],
    ["ls: cannot access '/home/me/.ssh': No such file or directory", ["read", "/home/me/.ssh"]],
    ["curl: (6) Could not resolve host: example.com", ["network", "example.com"]],
    ["Error: getaddrinfo EAI_AGAIN registry.npmjs.org", ["network", "registry.npmjs.org"]],
    ["connect: Network is unreachable", ["network", null]],
  ])("is read from %j", (line, denial) => {
    expect(denialsIn(`before\n${line}\nafter`)).toEqual([denial]);
  });

  it.each([
    ["what it may write, so that something else was wrong", "touch: '/work/x': Permission denied"],
    [
      "a root as a whole, which nothing of ours keeps closed",
      "ls: cannot open '/work': Permission denied",
    ],
    ["what isn't there for anybody", "cat: /work/nothing: No such file or directory"],
    ["what is shown of a hidden directory", "cat: /home/me/.nvm/x: No such file or directory"],
    ["a line that is much too long", `${"x".repeat(5_000)} '/etc/x': Read-only file system`],
    ["nothing at all", ""],
  ])("isn't seen in %s", (_title, line) => {
    expect(denialsIn(line)).toEqual([]);
  });

  it("is reported once, and not without a target beside one that has it", () => {
    const text =
      "x: Read-only file system\n".repeat(3) + "'/etc/a': EROFS\n'/etc/a': EROFS\nEROFS\n";
    expect(denialsIn(text)).toEqual([["write", "/etc/a"]]);
  });

  it("reads hostile output in linear time", () => {
    const text = `${"'/etc/".repeat(300)}: read-only file system\n`.repeat(300);
    expect(denialsIn(text)).toEqual([["write", "/etc"]]);
  });
});
