import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { walkFiles } from "./walk-files.ts";
import { compileWildmatch } from "./wildmatch.ts";

let parent = "";
let made = 0;
beforeAll(() => {
  parent = realpathSync(mkdtempSync(join(tmpdir(), "ignore-")));
});
afterAll(() => rmSync(parent, { recursive: true, force: true }));

function makeRepository(files: Readonly<Record<string, string>>): string {
  const root = join(parent, String(++made));
  for (const path of ["objects", "refs"]) mkdirSync(join(root, ".git", path), { recursive: true });
  writeFileSync(join(root, ".git", "HEAD"), "ref: refs/heads/main\n");
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
}

/** No user settings, and no repository around the test's. */
const environment = { PATH: process.env.PATH, HOME: "/nonexistent", GIT_CONFIG_NOSYSTEM: "1" };

function listedByGit(root: string): readonly string[] {
  const words = ["ls-files", "-z", "--others", "--exclude-standard"];
  const listed = execFileSync("git", words, { cwd: root, env: environment, encoding: "utf8" });
  return listed
    .split("\0")
    .filter((path) => path !== "")
    .sort();
}

async function walked(root: string): Promise<readonly string[]> {
  const found: string[] = [];
  const isSure = await walkFiles(root, {
    without: new Set([".git"]),
    heedsIgnoreFiles: true,
    maxDepth: null,
    isOver: () => false,
    isWanted: () => true,
    take(directory, names) {
      found.push(...names.map((name) => (directory === "" ? name : `${directory}/${name}`)));
      return true;
    },
  });
  expect(isSure).toBe(true);
  return found.sort();
}

const piece = fc.constantFrom(
  ..."a b ab A 1 - . .. x.js x.ts é \\a \\* \\[ \\\\ * ** *** ? [ab] [a-c] [c-a] [!a] [^a] [] []] [!]] [\\]] [a".split(
    " ",
  ),
  ..."[a-] [-a] [[:upper:]] [[:digit:]] [[:alpha:]-z] [[:nope:]] [[:alpha] [a/b] {a,b} *.{js,ts} # ! [é] [a\\-c]".split(
    " ",
  ),
  " ",
  "\\ ",
  "\t",
);
const pattern = fc.array(piece, { minLength: 1, maxLength: 3 }).map((pieces) => pieces.join(""));
const rule = fc
  .tuple(
    fc.constantFrom("", "", "", "!", "/", "!/", "**/", "a/", "/**/", "#", "\\#", "\\!"),
    pattern,
    fc.constantFrom("", "", "", "/", "/**", "/*", "/b", "/**/b", "  ", "\r", " \\ "),
  )
  .map((parts) => parts.join(""));
const ignoreFile = fc.tuple(
  fc.constantFrom(".gitignore", "a/.gitignore", "a/b/.gitignore", ".git/info/exclude"),
  fc.array(rule, { minLength: 1, maxLength: 4 }).map((rules) => rules.join("\n")),
);
const name = fc.constantFrom(
  ..."a b ab aab A Z 1 a1 - -a a- x.js x.ts .hidden é aé ] [a {a,b} x.{js,ts} #a !a \\ a\\ * c".split(
    " ",
  ),
  "a ",
  "a b",
  "a\t",
);
const path = fc
  .tuple(fc.constantFrom("", "", "a/", "a/b/", "b/", "b/a/", "A/", "c/ab/"), name)
  .map((parts) => parts.join(""));

it("lists what git lists, whatever the rules", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(path, { minLength: 3, maxLength: 14 }),
      fc.array(ignoreFile, { minLength: 1, maxLength: 3 }),
      async (paths, ignoreFiles) => {
        const files: Record<string, string> = Object.fromEntries(ignoreFiles);
        for (const each of paths) {
          // A path can't be both a file and a directory.
          const isFree = !Object.keys(files).some(
            (other) => other.startsWith(`${each}/`) || each.startsWith(`${other}/`),
          );
          if (isFree) files[each] ??= "";
        }
        if (Object.keys(files).some((other) => other.startsWith("a/"))) delete files.a;
        if (Object.keys(files).some((other) => other.startsWith("a/b/"))) delete files["a/b"];
        const root = makeRepository(files);
        expect([files, await walked(root)]).toEqual([files, listedByGit(root)]);
        rmSync(root, { recursive: true });
      },
    ),
    { numRuns: 150 },
  );
});

it("takes no longer for a pattern of many stars", () => {
  const fits = compileWildmatch(`${"*a".repeat(60)}/${"**/a/".repeat(40)}b`);
  expect(fits(`${"a".repeat(250)}/${"a/".repeat(1_000)}c`)).toBe(false);
});
