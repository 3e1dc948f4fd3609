import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { rgPath } from "@vscode/ripgrep";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parseIgnoreFile } from "./ignore-file.ts";
import { walkFiles } from "./walk-files.ts";

let parent = "";
beforeAll(() => {
  parent = realpathSync(mkdtempSync(join(tmpdir(), "walk-")));
});
afterAll(() => rmSync(parent, { recursive: true, force: true }));

let made = 0;
function makeTree(files: Readonly<Record<string, string | Uint8Array>>): string {
  const root = join(parent, String(++made));
  mkdirSync(root);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
}

const without = new Set([".git", "node_modules"]);

/** Sorted; null if the walk is uncertain. */
async function walked(start: string, heedsIgnoreFiles = true): Promise<readonly string[] | null> {
  const found: string[] = [];
  const isSure = await walkFiles(start, {
    without,
    heedsIgnoreFiles,
    maxDepth: null,
    isOver: () => false,
    isWanted: () => true,
    take(directory, names) {
      found.push(...names.map((name) => (directory === "" ? name : `${directory}/${name}`)));
      return true;
    },
  });
  return isSure ? found.sort() : null;
}

function listedByRipgrep(start: string): readonly string[] {
  const options = "--no-config --files --null --hidden --no-follow --no-require-git";
  const globs = ["--no-ignore-global", "--glob", "!.git", "--glob", "!node_modules"];
  try {
    const text = execFileSync(rgPath, [...options.split(" "), ...globs], {
      cwd: start,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
    });
    return text
      .split("\0")
      .filter((path) => path !== "")
      .sort();
  } catch (error) {
    // It found none.
    if ((error as { readonly status?: number }).status === 1) return [];
    throw error;
  }
}

const name = fc.constantFrom("a", "b", "build", "x.log", "a.log", "x.ts", "ab", "[a]", "é", "A");
const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => names.join("/"));
const rule = fc.oneof(
  fc.constantFrom(
    "build/",
    "*.log",
    "/a",
    "!x.log",
    "a/b",
    "**/b",
    "a/**",
    "/a/*",
    "*",
    "!a",
    "**",
  ),
  fc.constantFrom(
    "# c",
    "",
    "b  ",
    "a\r",
    "[ab]",
    "x.[a-z]*",
    "!/a/b",
    "a/**/b",
    "*a*",
    "!*/",
    "/",
  ),
  fc.constantFrom(
    "é",
    "?",
    "{a,b}",
    "\\a",
    "[!a]",
    "a//b",
    "./a",
    "a/",
    "!build/",
    "/b/",
    "**/a/**",
  ),
  fc
    .tuple(fc.constantFrom("", "!", "/", "!/", "**/"), path, fc.constantFrom("", "/", "/**", "/*"))
    .map((parts) => parts.join("")),
);
const rules = fc.array(rule, { maxLength: 4 }).map((lines) => lines.join("\n"));
const ignoreFile = fc
  .tuple(
    fc.constantFrom("", "a/", "a/b/", "build/", "b/a/"),
    fc.constantFrom(".gitignore", ".gitignore", ".ignore", ".rgignore", ".git/info/exclude"),
    rules,
  )
  // A nested repository has its own rules for git, and none for ripgrep with these options.
  .map(
    ([directory, file, text]) =>
      [file.startsWith(".git/") ? file : directory + file, text] as const,
  );

describe("walkFiles", () => {
  it("finds the files that ripgrep lists, if both interpret the rules as git does", async () => {
    let alike = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(path, { minLength: 1, maxLength: 12 }),
        fc.array(ignoreFile, { maxLength: 4 }),
        fc.constantFrom("", "a", "a/b", "build"),
        async (paths, ignoreFiles, start) => {
          if (!ignoreFiles.every(([, text]) => parseIgnoreFile(text).isAsRipgrepReads)) return;
          alike += 1;
          const files: Record<string, string> = Object.fromEntries(ignoreFiles);
          for (const each of paths) {
            // A path can't be both a file and a directory.
            const isFree = !Object.keys(files).some(
              (other) => `${other}/`.startsWith(`${each}/`) || `${each}/`.startsWith(`${other}/`),
            );
            if (isFree) files[each] = "";
          }
          files["a/b/c"] ??= "";
          files["build/c"] ??= "";
          for (const above of ["a", "a/b", "build"]) delete files[above];
          const root = makeTree(files);
          const found = await walked(join(root, start));
          expect([start, files, found]).toEqual([start, files, listedByRipgrep(join(root, start))]);
        },
      ),
      { numRuns: 250 },
    );
    expect(alike).toBeGreaterThan(60);
  });

  it("skips names, links and other kinds, and respects the depth limit", async () => {
    const root = makeTree({ "a/b/c.ts": "", "a/d.ts": "", "node_modules/x": "", ".git/y": "" });
    symlinkSync("d.ts", join(root, "a/link"));
    symlinkSync("/usr", join(root, "usr"));
    execFileSync("mkfifo", [join(root, "fifo")]);
    expect(await walked(root)).toEqual(["a/b/c.ts", "a/d.ts"]);
    writeFileSync(join(root, "a/unwanted"), "");
    const names: string[] = [];
    await walkFiles(root, {
      without,
      heedsIgnoreFiles: true,
      maxDepth: 2,
      isOver: () => false,
      isWanted: (name) => name.endsWith(".ts"),
      take(directory, some) {
        names.push(...some.map((each) => `${directory}/${each}`));
        return true;
      },
    });
    expect(names).toEqual(["a/d.ts"]);
  });

  it("is uncertain about names that aren't UTF-8, and about an ignore file that is a link", async () => {
    const bytes = makeTree({ "a.ts": "" });
    writeFileSync(Buffer.concat([Buffer.from(`${bytes}/x`), Buffer.from([0xff])]), "");
    expect(await walked(bytes)).toBeNull();
    const linked = makeTree({ "a.ts": "", rules: "*" });
    symlinkSync("rules", join(linked, ".gitignore"));
    expect(await walked(linked)).toBeNull();
    expect(await walked(linked, false)).toEqual([".gitignore", "a.ts", "rules"].slice(1));
  });

  it("ignores a .gitignore above the repository, such as that of a home directory that is a repository", async () => {
    const root = makeTree({
      ".gitignore": "*",
      "project/.git/HEAD": "",
      "project/a.ts": "",
      "project/lib/b.ts": "",
    });
    expect(await walked(join(root, "project/lib"))).toEqual(["b.ts"]);
    expect(await walked(join(root, "project"))).toEqual(["a.ts", "lib/b.ts"]);
  });

  it("stops when it has enough, and when it is over", async () => {
    const root = makeTree({ "a/1": "", "b/2": "", "c/3": "" });
    for (const isAsked of [true, false]) {
      let count = 0;
      const isSure = await walkFiles(root, {
        without,
        heedsIgnoreFiles: true,
        maxDepth: null,
        isOver: () => !isAsked && count === 1,
        isWanted: () => true,
        take: () => ++count < 1 || !isAsked,
      });
      expect([isSure, count]).toEqual([true, 1]);
    }
    const failing = walkFiles(root, {
      without,
      heedsIgnoreFiles: false,
      maxDepth: null,
      isOver: () => false,
      isWanted: () => true,
      take: () => Promise.reject(new Error("no")),
    });
    await expect(failing).rejects.toThrow("no");
  });
});
