import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Argument } from "../specification/specification.ts";
import { historyWords } from "./git-history.ts";
import { type GitWords, pathspec, reading, revisionOrPath } from "./git-words.ts";

const text = (value: string): Argument => ({ kind: "static", text: value });
const read = (path: string): unknown => ({ type: "path", use: "read", path });

describe("revisionOrPath", () => {
  it.each([
    ["HEAD", []],
    ["HEAD~3", []],
    ["HEAD^..HEAD", []],
    ["@{u}", []],
    ["main...feature", []],
    ["abc1234", []],
    ["main", [read("main")]],
    ["HEAD:a/b", [read("a/b")]],
    [":a", [read("a")]],
    [":2:a", [read("a")]],
    [":/a", [read("a")]],
    [":(top)a", [read("a")]],
    [":!a", []],
    ["../a", [read("../a")]],
    ["/etc/passwd", [read("/etc/passwd")]],
    ["../a..b", [read("../a..b")]],
    ["a/../../b", [read("a/../../b")]],
  ])("reads %s as %j", (given, expected) => {
    expect(revisionOrPath(given)).toEqual(expected);
  });

  it("reads a path outside as a path, even with a colon in its name", () => {
    expect(revisionOrPath("../a:b")).toContainEqual({
      type: "path",
      use: "list-tree",
      path: "../a:b",
    });
  });
});

describe("pathspec", () => {
  it("is unknown when its wildcard may match names that begin with a dot", () => {
    expect(pathspec(".e*")).toMatchObject([{ type: "unknown" }]);
    expect(pathspec("src/.[e]nv")).toMatchObject([{ type: "unknown" }]);
    expect(pathspec("*.ts")).toEqual([read("*.ts")]);
  });
});

describe("reading", () => {
  const shapes = Object.values(historyWords).map((words) => reading(words));
  const word: fc.Arbitrary<Argument> = fc.oneof(
    fc.string().map(text),
    fc.constantFrom("-", "--", "-p", "-U", "-n", "-e", "--format=", "--output=x", "-L").map(text),
    fc.record({ kind: fc.constant("glob" as const), text: fc.string(), start: fc.string() }),
    fc.record({
      kind: fc.constant("unknown" as const),
      text: fc.string(),
      start: fc.string(),
      splits: fc.boolean(),
      reason: fc.string(),
    }),
  );

  it("never throws", () => {
    fc.assert(
      fc.property(fc.array(word, { maxLength: 8 }), fc.constantFrom(...shapes), (words, shape) => {
        expect(Array.isArray(shape.interpret?.(words))).toBe(true);
      }),
    );
  });

  it("treats a word before -- that may be an option as unknown", () => {
    const splitting: Argument = {
      kind: "unknown",
      text: "$x",
      start: "",
      splits: true,
      reason: "",
    };
    const glob: Argument = { kind: "glob", text: "*", start: "" };
    const hasOption = ({ type }: { readonly type: string }): boolean => type === "unknown";
    for (const open of [splitting, glob]) {
      const [log] = shapes;
      expect(log?.interpret?.([open])?.some(hasOption)).toBe(true);
    }
  });
});

const git = spawnSync("git", ["--version"], { encoding: "utf8" }).stdout ?? "";

// Needs git, which decides what the value of an option is.
describe.skipIf(!git.startsWith("git version"))("the options, compared with git", () => {
  let directory = "";
  const operands: Readonly<Record<string, readonly string[]>> = {
    "diff-tree": ["HEAD~1", "HEAD"],
    "range-diff": ["HEAD~1..HEAD", "HEAD~1..HEAD"],
    "rev-list": ["HEAD"],
    blame: ["a.txt"],
    shortlog: ["HEAD"],
  };

  function run(...words: readonly string[]): void {
    spawnSync("git", words, {
      cwd: directory,
      stdio: "ignore",
      env: {
        PATH: process.env["PATH"],
        HOME: directory,
        GIT_CONFIG_NOSYSTEM: "1",
        GIT_PAGER: "cat",
        GIT_AUTHOR_NAME: "a",
        GIT_AUTHOR_EMAIL: "a@example.com",
        GIT_COMMITTER_NAME: "a",
        GIT_COMMITTER_EMAIL: "a@example.com",
      },
    });
  }

  /** Whether git read `--output=written` as an option. */
  function writes(...words: readonly string[]): boolean {
    run(...words);
    const written = join(directory, "written");
    if (!existsSync(written)) return false;
    rmSync(written);
    return true;
  }

  beforeAll(() => {
    directory = mkdtempSync(join(tmpdir(), "git-words-"));
    run("init", "-q");
    for (const content of ["foo\n", "foo\nbar\n", "baz\n"]) {
      writeFileSync(join(directory, "a.txt"), content);
      run("add", "a.txt");
      if (content !== "baz\n") run("commit", "-qm", content);
    }
  });
  afterAll(() => rmSync(directory, { recursive: true }));

  // `grep` and `show-branch` have parsers without the --output that this test needs.
  const subcommands = Object.entries(historyWords)
    .map(([names, words]): [string, GitWords] => [names.split(" ")[0] ?? "", words])
    .filter(([name]) => name !== "grep" && name !== "show-branch");
  const namesIn = (table: object | undefined): readonly string[] =>
    Object.keys(table ?? {}).flatMap((names) => names.split(/\s+/));

  it("writes to --output, so options matter", () => {
    expect(writes("diff", "--output=written")).toBe(true);
    expect(writes("diff", "-U", "--output=written")).toBe(true);
  });

  it.each(subcommands)(
    "%s reads the next word as the value of each option with a value",
    (name, words) => {
      const rest = operands[name] ?? [];
      const loose = namesIn(words.values).filter((option) =>
        writes(name, option, "--output=written", ...rest),
      );
      expect(loose).toEqual([]);
    },
    60_000,
  );

  it.each(subcommands)(
    "%s reads no -- as the value of a flag",
    (name, words) => {
      const flags = (words.flags ?? "").split(/\s+/).filter((flag) => flag !== "");
      const rest = operands[name] ?? [];
      const swallowing = [...new Set([...flags, ...namesIn(words.attached)])].filter((option) =>
        writes(name, option, "--", "--output=written", ...rest),
      );
      expect(swallowing).toEqual([]);
    },
    60_000,
  );
});
