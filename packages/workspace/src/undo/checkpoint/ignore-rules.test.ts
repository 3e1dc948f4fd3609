import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { freshDirectory } from "../../fixtures/temporary-workspace.ts";
import { createEnvironment } from "../../environment.ts";
import { type IgnoreRules, isGitIgnored, isIgnoredBy, rulesAt, rulesIn } from "./ignore-rules.ts";

/** A generator that gives the same numbers every time. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const pieces = [
  "a",
  "b",
  "ab",
  "*",
  "**",
  "?",
  "[ab]",
  "[!a]",
  "[^b]",
  "[a-c]",
  "[[:alpha:]]",
  "\\a",
  ".",
  "*.a",
  "a*",
  " ",
];
const names = ["a", "b", "ab", "ba", "abc", "a.a", ".a", "x.a", "a b", "c"];

function pattern(below: (limit: number) => number): string {
  const count = 1 + below(4);
  let text = below(4) === 0 ? "!" : "";
  if (below(4) === 0) text += "/";
  for (let each = 0; each < count; each += 1) {
    text += pieces[below(pieces.length)];
    if (below(3) === 0 && each < count - 1) text += "/";
  }
  if (below(5) === 0) text += "/";
  if (below(12) === 0) text += "  ";
  return text;
}

/** The paths that git ignores. A trailing `/` marks a directory in the input. */
function askGit(root: string, paths: readonly string[]): ReadonlySet<string> {
  const { stdout } = spawnSync("git", ["check-ignore", "--no-index", "-z", "--stdin"], {
    cwd: root,
    input: paths.map((path) => path.replace(/\/$/, "")).join("\0"),
    encoding: "utf8",
    env: { PATH: process.env["PATH"], HOME: root, GIT_CONFIG_NOSYSTEM: "1" },
  });
  return new Set(stdout.split("\0").filter((path) => path !== ""));
}

/** As a walk does: nothing below an ignored directory is examined. */
function ours(root: string, paths: readonly string[]): ReadonlySet<string> {
  const ignored = new Set<string>();
  for (const path of paths) {
    const parts = path.replace(/\/$/, "").split("/");
    let rules: IgnoreRules | null = rulesAt(root, "");
    let directory = root;
    for (const [index, name] of parts.entries()) {
      rules = rulesIn(directory, rules);
      const isDirectory = index < parts.length - 1 || path.endsWith("/");
      if (isIgnoredBy(rules, directory, name, isDirectory)) {
        ignored.add(path);
        break;
      }
      directory = join(directory, name);
    }
  }
  return ignored;
}

describe("git's ignore rules", () => {
  it("match what git matches", { timeout: 60_000 }, () => {
    const below = numbers(7);
    for (let round = 0; round < 60; round += 1) {
      const root = freshDirectory();
      spawnSync("git", ["init", "-q", root]);
      const paths: string[] = [];
      for (let count = 0; count < 60; count += 1) {
        const parts = Array.from({ length: 1 + below(3) }, () => names[below(names.length)] ?? "");
        const path = parts.join("/") + (below(3) === 0 ? "/" : "");
        paths.push(path);
        if (path.endsWith("/")) mkdirSync(join(root, path), { recursive: true });
      }
      const ruleFiles = { ".gitignore": 6, "a/.gitignore": 3, ".git/info/exclude": 2 };
      const rules = Object.entries(ruleFiles).map(([path, count]) => {
        const lines = Array.from({ length: below(count + 1) }, () => pattern(below));
        mkdirSync(dirname(join(root, path)), { recursive: true });
        writeFileSync(join(root, path), lines.join(below(4) === 0 ? "\r\n" : "\n"));
        return { path, lines };
      });
      // For git, the disk decides what is a directory, however the path is written.
      const directories = new Set(
        ["a/in", ...paths].flatMap((path) =>
          path
            .split("/")
            .slice(0, -1)
            .map((_, end, all) => all.slice(0, end + 1).join("/")),
        ),
      );
      const asked = [...new Set(paths)].filter(
        (path) => path.endsWith("/") || !directories.has(path),
      );
      const theirs = askGit(root, asked);
      expect({ rules, ignored: [...ours(root, asked)] }).toEqual({
        rules,
        ignored: asked.filter((path) => theirs.has(path.replace(/\/$/, ""))),
      });
      const files = asked.filter((path) => !path.endsWith("/"));
      const environment = createEnvironment({ HOME: root });
      expect({
        rules,
        ignored: files.filter((path) => isGitIgnored(join(root, path), environment)),
      }).toEqual({
        rules,
        ignored: files.filter((path) => theirs.has(path)),
      });
    }
  });
});
