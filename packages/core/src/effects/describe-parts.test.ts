import { describe, expect, test } from "vitest";
import { describeEffect, type Effect } from "./effect.ts";
import { describeLocation } from "./describe-parts.ts";

const roots = ["/ws"];

describe("an effect in one line", () => {
  test.each<readonly [Effect, string]>([
    [{ type: "read", path: "/ws/src/a.ts", realPath: "/ws/src/a.ts" }, "read src/a.ts"],
    [{ type: "read", path: "/ws", realPath: "/ws" }, "read ."],
    [
      { type: "read", path: "/ws/src", realPath: "/ws/src", recursive: true },
      "read src (and everything below)",
    ],
    [
      {
        type: "read",
        path: "/ws/src",
        realPath: "/ws/src",
        recursive: true,
        leavesOutProtected: true,
      },
      "read src (and everything below that may be read)",
    ],
    [
      { type: "read", path: "/etc/hosts", realPath: "/etc/hosts", isOutside: true },
      "read /etc/hosts (outside the workspace)",
    ],
    [{ type: "read", path: "/ws-evil/a" }, "read /ws-evil/a"],
    [{ type: "write", path: "/ws/a", realPath: "/ws/a", operation: "modify" }, "write a (modify)"],
    [{ type: "write", path: "/ws/a", realPath: "/ws/b" }, "write a (which is b)"],
    [
      { type: "write", path: "/ws/a", realPath: "/ws/a", operation: "create", recursive: true },
      "write a (create, and everything below)",
    ],
    [
      {
        type: "write",
        path: "/ws/a",
        realPath: "/ws/a",
        operation: "modify",
        isHardLinked: true,
      },
      "write a (modify, has other names)",
    ],
    [{ type: "delete", path: "/ws/a", realPath: "/ws/a" }, "delete a"],
    [
      { type: "run", program: "npm", words: ["npm", "test"], cwd: "/ws", specified: false },
      "run npm test",
    ],
    [
      {
        type: "run",
        program: "sh",
        words: ["sh", "-c", "echo $x; ls | wc", "it's `x`", ""],
        cwd: "/ws",
        specified: false,
      },
      "run sh -c 'echo $x; ls | wc' \"it's \\`x\\`\" ''",
    ],
    [{ type: "network", host: "x.org", port: 443, method: "POST" }, "network x.org:443 (POST)"],
    [{ type: "network", host: "::1", port: 80 }, "network [::1]:80"],
    [{ type: "network", host: "x.org" }, "network x.org"],
    [{ type: "environment", variable: "HOME" }, "environment HOME"],
    [{ type: "environment", variable: "TOKEN", value: true }, "environment TOKEN (its value)"],
    [{ type: "agent", agent: "reviewer" }, "agent reviewer"],
    [{ type: "external", server: "github", tool: "search" }, "external github/search"],
    [{ type: "unknown", reason: "eval" }, "unknown: eval"],
  ])("%j is %s", (effect, expected) => {
    expect(describeEffect(effect, roots)).toBe(expected);
  });

  test("shows what would hide, move or break the text", () => {
    const path = "/ws/a\u202etxt.\u200bjs\nb\u00a0c\ud800";
    expect(describeEffect({ type: "write", path, realPath: path }, roots)).toBe(
      "write a\\u{202e}txt.\\u{200b}js\\u{a}b\\u{a0}c\\u{d800}",
    );
    const words = ["echo", "a\rb\u001b[2K", "\u3164"];
    const effect: Effect = { type: "run", program: "echo", words, cwd: "/", specified: false };
    expect(describeEffect(effect, roots)).toBe("run echo 'a\\u{d}b\\u{1b}[2K' '\\u{3164}'");
  });

  test("is never cut short", () => {
    const words = ["echo", "x".repeat(10_000), ";rm"];
    const effect: Effect = { type: "run", program: "echo", words, cwd: "/", specified: false };
    expect(describeEffect(effect, roots)).toHaveLength(10_000 + "run echo  ';rm'".length);
  });
});

test("a location is relative to the only root, else absolute", () => {
  expect(describeLocation("/ws/a/b", ["/ws"])).toBe("a/b");
  expect(describeLocation("/ws/a/b", ["/ws", "/other"])).toBe("/ws/a/b");
  expect(describeLocation("/a", ["/"])).toBe("a");
  expect(describeLocation("C:\\ws\\a\\b", ["C:\\ws"])).toBe("a/b");
  expect(describeLocation("/ws/a", [])).toBe("/ws/a");
});
