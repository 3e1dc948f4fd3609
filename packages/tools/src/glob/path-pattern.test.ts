import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { ToolError } from "@toolwright/core";
import { rgPath } from "@vscode/ripgrep";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { compilePathPattern } from "./path-pattern.ts";

const matching = (pattern: string, paths: readonly string[]): readonly string[] =>
  paths.filter((path) => compilePathPattern(pattern).matches(path));

describe("compilePathPattern", () => {
  it("fits a pattern without a slash at any depth, and one with a slash from the top", () => {
    const paths = ["a.ts", "src/a.ts", "src/deep/a.ts", "a.tsx"];
    expect(matching("*.ts", paths)).toEqual(["a.ts", "src/a.ts", "src/deep/a.ts"]);
    expect(matching("./*.ts", paths)).toEqual(["a.ts"]);
    expect(matching("src/*.ts", paths)).toEqual(["src/a.ts"]);
    expect(matching("src/**/*.ts", paths)).toEqual(["src/a.ts", "src/deep/a.ts"]);
  });

  it("takes what ends in a directory or in ** as everything below", () => {
    const paths = ["src", "src/a.ts", "src/deep/b.ts", "other/src/c.ts"];
    expect(matching("src/", paths)).toEqual(["src/a.ts", "src/deep/b.ts"]);
    expect(matching("src/**", paths)).toEqual(["src/a.ts", "src/deep/b.ts"]);
    expect(matching("**", paths)).toEqual(paths);
  });

  it("finds names with brackets by their own text", () => {
    const paths = ["app/[id]/page.tsx", "app/i/page.tsx", "app/x/page.tsx"];
    expect(matching("app/[id]/page.tsx", paths)).toEqual(["app/[id]/page.tsx", "app/i/page.tsx"]);
    expect(matching("app/\\[id\\]/*", paths)).toEqual(["app/[id]/page.tsx"]);
    expect(matching("app/[!i]/*", paths)).toEqual(["app/x/page.tsx"]);
  });

  it("takes ? as one character, also one outside the basic plane", () => {
    expect(matching("?.md", ["é.md", "🦊.md", "ab.md"])).toEqual(["é.md", "🦊.md"]);
  });

  it.each([
    "../**",
    "a/../b",
    "{..,x}",
    "{src,..}/*",
    ".{.,x}/a",
    "/etc/*",
    "{/etc,x}/*",
    "C:\\x",
    "\\.\\./x",
    "[a]/../x",
  ])("refuses %s, which leaves the directory", (pattern) => {
    expect(() => compilePathPattern(pattern)).toThrowError(
      expect.objectContaining({ code: "input-invalid" }),
    );
  });

  it("refuses braces that multiply without end, at once", () => {
    expect(() => compilePathPattern("{a,b}".repeat(40))).toThrow(ToolError);
    expect(() => compilePathPattern("{".repeat(5_000))).not.toThrow();
  });

  it("decides in a time that no pattern can blow up", () => {
    const name = "a".repeat(255);
    expect(matching(`${"*a".repeat(60)}b`, [name])).toEqual([]);
    expect(matching(`${"**/a*/".repeat(30)}b`, [`${"aaa/".repeat(500)}a`])).toEqual([]);
  });

  it("tells the directory that every match lies below", () => {
    expect(compilePathPattern("src/deep/**/*.ts").base).toBe("src/deep");
    expect(compilePathPattern("src/{a,b}/c/*.ts").base).toBe("src");
    expect(compilePathPattern("src/x.ts").base).toBe("src");
    expect(compilePathPattern("src/").base).toBe("src");
    expect(compilePathPattern("*.ts").base).toBe("");
    expect(compilePathPattern("s[rx]c/*.ts").base).toBe("");
    expect(compilePathPattern("./\\[id\\]/*.ts").base).toBe("[id]");
  });

  it("tells the file names only where they are simple", () => {
    expect(compilePathPattern("src/**/*.{ts,js}").fileNames).toEqual(["*.ts", "*.js"]);
    expect(compilePathPattern("src/**").fileNames).toBeNull();
    expect(compilePathPattern("src/[ab].ts").fileNames).toBeNull();
    expect(compilePathPattern("a:b.ts").fileNames).toBeNull();
  });
});

describe("compilePathPattern beside ripgrep's own globs", () => {
  const paths = ["a", "b", "ab", "x.ts", "a/a", "a/b", "a/ab/x.ts", "b/a/a", "b/x.ts", "b/a/b/x.ts"]
    .filter((path, _index, all) => !all.some((other) => other.startsWith(`${path}/`)))
    .toSorted();
  let directory = "";
  beforeAll(() => {
    directory = mkdtempSync(join(tmpdir(), "glob-"));
    for (const path of paths) {
      mkdirSync(dirname(join(directory, path)), { recursive: true });
      writeFileSync(join(directory, path), "");
    }
  });
  afterAll(() => rmSync(directory, { recursive: true }));

  it("agrees on any pattern made of the usual pieces", () => {
    const piece = fc.constantFrom(
      "*",
      "**",
      "a",
      "b",
      "?",
      "*.ts",
      "{a,b}",
      "[ab]",
      "[!a]",
      "[]a]",
      "[{a,b}]",
      "{a,[,b]}",
      "a*",
      "*b",
    );
    fc.assert(
      fc.property(fc.array(piece, { minLength: 1, maxLength: 4 }), (pieces) => {
        const pattern = pieces.join("/");
        let listed = "";
        try {
          listed = execFileSync(rgPath, ["--no-config", "--files", "-uu", "-g", pattern], {
            cwd: directory,
            encoding: "utf8",
            stdio: ["ignore", "pipe", "pipe"],
          });
        } catch (failure) {
          // 1: no file matched.
          expect(failure).toMatchObject({ status: 1 });
        }
        expect(matching(pattern, paths)).toEqual(listed.split("\n").filter(Boolean).toSorted());
      }),
      { numRuns: 150 },
    );
  });
});
