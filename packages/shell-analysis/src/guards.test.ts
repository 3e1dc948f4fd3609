import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { analyze, type ShellAnalysis } from "./analyze.ts";
import { home, judge, workspace } from "./fixtures/judge.ts";

function linesOf(name: string): readonly string[] {
  const text = readFileSync(new URL(`./fixtures/${name}`, import.meta.url), "utf8");
  return text.split("\n").filter((line) => line !== "");
}

const options = { cwd: workspace, home, isAbsent: () => true };
const guarded = (command: string): ShellAnalysis =>
  analyze(command, { ...options, hasGuards: true });

const looks = linesOf("guarded-looks.txt");
const asks = linesOf("guarded-asks.txt");

describe("a command that relies on guards", () => {
  it("is known with them, and says that it needs them", () => {
    const isKnown = (command: string): boolean =>
      judge(guarded(command)) === "allow" && guarded(command).needsGuards;
    expect(looks.filter((command) => !isKnown(command))).toEqual([]);
  });

  it("is unknown without them", () => {
    expect(looks.filter((command) => judge(analyze(command, options)) === "allow")).toEqual([]);
  });

  it("is never known when it has no guard, or prints more than plain names", () => {
    expect(asks.filter((command) => judge(guarded(command)) === "allow")).toEqual([]);
  });

  it("doesn't need them when names are only shown or counted", () => {
    for (const command of [
      "find src | wc -l",
      "git ls-files | head",
      "ls src",
      "grep -rl foo src",
    ]) {
      expect(guarded(command).needsGuards).toBe(false);
    }
  });

  it("needs none for hashes of git", () => {
    const hashes = linesOf("hash-looks.txt");
    expect(hashes.filter((command) => judge(analyze(command, options)) !== "allow")).toEqual([]);
    expect(hashes.filter((command) => guarded(command).needsGuards)).toEqual([]);
  });

  it("limits what xargs reads to the names that find tests", () => {
    const limits = (command: string): readonly (readonly string[] | undefined)[] =>
      guarded(command).effects.flatMap((effect) =>
        effect.type === "read" && effect.recursive === true && effect.namesOnly !== true
          ? [effect.names]
          : [],
      );
    for (const command of [
      "find . -name '*.ts' | xargs wc -l",
      "find . -name '*.ts' -print0 | xargs -0 wc -l",
      "find . -type f -name '*.ts' -not -path './x/*' | sort | head -5 | xargs grep -n a",
      "find . -name '*.ts' -name 'a*' | xargs -I{} cat {}",
      "find . -path ./x -prune -o -name '*.ts' -print | xargs wc -l",
      "find . -type f -name '*.ts' -exec grep -l a {} +",
      "find . -path ./x -prune -o -name '*.ts' -exec wc -l {} \\;",
      "wc -l $(find . -name '*.ts')",
      "f=$(find . -name '*.ts' | head -1); cat $f",
      "for f in $(find . -name '*.ts'); do wc -l $f; done",
      "find . -name '*.ts' | while read -r f; do wc -l \"$f\"; done",
      "git ls-files '*.ts' | xargs wc -l",
      "git ls-files 'src/*.ts' | xargs wc -l",
      "git grep -l a -- '*.ts' | xargs wc -l",
      "git ls-files | grep '\\.ts$' | xargs wc -l",
      "grep -rn a --include='*.ts' .",
      "grep -l a --include='*.ts' --exclude='x*' . | xargs wc -l",
      "grep -rn a . --include=*.ts",
      "grep -rn --include '*.ts' --exclude='x*' a",
    ]) {
      expect([command, ...limits(command)]).toEqual([command, ["*.ts"]]);
    }
    for (const command of [
      "find . -name '*.ts' -o -name '*.md' | xargs wc -l",
      "find . -type f '(' -name '*.ts' -o -name '*.md' ')' -not -path './x/*' -print0 | xargs -0 wc -l",
      "grep -rn a . --include='*.ts' --include='*.md'",
      "grep -rn a . --include=*.{ts,md}",
    ]) {
      expect([command, ...limits(command)]).toEqual([command, ["*.ts", "*.md"]]);
    }
    const isWhole = (command: string): boolean =>
      limits(command).some((names) => names?.includes("*") ?? true) ||
      judge(guarded(command)) !== "allow";
    const others = [
      "find . | xargs wc -l",
      "find . -iname '*.ts' | xargs wc -l",
      "find . -not -name '*.ts' | xargs wc -l",
      "find . ! -name '*.ts' | xargs wc -l",
      "find . ! ! -name '*.ts' | xargs wc -l",
      "find . -name '*.ts' -o -name '*' | xargs wc -l",
      "find . -name '*.ts' -or -true | xargs wc -l",
      "find . -name '*.ts' , -true | xargs wc -l",
      "find . -not '(' -name '*.ts' ')' | xargs wc -l",
      "find . -print -name '*.ts' | xargs wc -l",
      "find . -print0 -name '*.ts' | xargs -0 wc -l",
      "find . -path -name -path '*' | xargs wc -l",
      "find . -name *.ts | xargs wc -l",
      'find . -name "$x" | xargs wc -l',
      // A directory of that name is read with all that is in it.
      "find . -name '*.ts' | xargs grep -r a",
      "find . -name '*.ts' | xargs tar -cf -",
      "find . -name '*.ts' | xargs sh -c 'cat .env'",
      "find . -name '*.ts' -o -print | xargs wc -l",
      "find . -name '*.ts' -prune -o -print | xargs wc -l",
      "find . '(' -name '*.ts' -o -true ')' | xargs wc -l",
      "find . -name '*.ts' -o -exec cat {} +",
      "find . -true -o '(' -name '*.ts' -exec cat {} + ')'",
      "find . -exec cat {} + -name '*.ts'",
      "find . -name '*.ts' -exec grep -r a {} +",
      // bash expands the pattern, and find gets names: .env.ts or -o.
      "find . -name .*.ts | xargs wc -l",
      "find . -name .*.ts -exec cat {} +",
      "cat $(find . -name .*.ts)",
      "for f in $(find . -name '*.ts'); do cat $f/.env; done",
      "find . -name '*.ts' | while read f; do cat \"${f%/*}\"/.env; done",
      "find . -name '*.ts' | while read f; do cat \"$f\".env; done",
      "git ls-files . '*.ts' | xargs wc -l",
      "git ls-files '*.ts*' | xargs wc -l",
      "git ls-files ':!*.ts' | xargs wc -l",
      "git grep -l '*.ts' | xargs wc -l",
      "git ls-files | grep '.ts$' | xargs wc -l",
      "git ls-files | grep -v '\\.ts$' | xargs wc -l",
      "git ls-files | grep '\\.ts$' x | xargs wc -l",
      "grep -rn a --exclude='x*' --include='*.ts' .",
      "grep -l a --exclude='x*' --include='*.ts' . | xargs wc -l",
      "grep -l a --include='*.ts' .e* | xargs wc -l",
      "grep -l a --include='*' . | xargs wc -l",
      "grep -l a --include='*.t[s]' . | xargs wc -l",
      "grep -rn a --exclude-from=list --include='*.ts' .",
      "grep -rn a --include='*' .",
      "grep -rn a --include='*.ts' --include='.e*' .",
      "grep -rn a --include=.*.ts .",
      "grep -rn a --include='*.ts' ./*",
      "grep -Rn a --include='*.ts' .",
      "grep -rn -e --include=*.ts -e a .",
      "grep -rn a -- --include=*.ts .",
    ];
    expect(others.filter((command) => !isWhole(command))).toEqual([]);
  });

  it("skips hidden files only when the guard of rg ensures that", () => {
    const hidden = (command: string, hasGuards = true): boolean =>
      analyze(command, { ...options, hasGuards }).effects.some(
        (effect) =>
          effect.type === "read" &&
          effect.recursive === true &&
          effect.namesOnly !== true &&
          effect.skipsHidden !== true,
      );
    for (const command of [
      "rg foo",
      "rg -n foo src",
      "rg -l foo | xargs wc -l",
      "rg --files | xargs wc -l",
      "rg --files -g '*.ts' src .github | sort | head -5 | xargs cat",
      "cat $(rg -l foo)",
      'rg -l foo | while read -r f; do wc -l "$f"; done',
      // The last option wins, and searches. `rg --files` prints names only, as find does.
      "rg --files -c",
      "rg foo | head",
      "rg -t ts foo",
    ]) {
      expect([command, hidden(command)]).toEqual([command, false]);
      expect(hidden(command, false) || judge(analyze(command, options)) !== "allow").toBe(true);
    }
    for (const command of [
      "find . -type f -not -path '*/.*' | xargs wc -l",
      "find . -not -path '*/.*' -print0 | xargs -0 wc -l",
      "find . -not -path '*/\\.*' -type f -exec grep -l a {} +",
    ]) {
      expect([command, hidden(command)]).toEqual([command, false]);
    }
    for (const command of [
      "rg -u foo",
      "rg -uu foo",
      "rg -. foo",
      "rg --hidden foo",
      "rg --iglob '*' foo",
      "rg -e -u",
      "rg -r -u foo",
      "rg -- -u",
      "command rg foo",
      "timeout 5 rg foo",
      "find . | xargs rg foo",
      "rg -uu -l foo | xargs wc -l",
      "rg --files --hidden | xargs wc -l",
      "rg -l --iglob '*' foo | xargs wc -l",
      "rg -l -e -u | xargs wc -l",
      // bash expands the pattern, and a named file is searched.
      "rg -l foo .e* | xargs cat",
      "cat $(rg -l foo .e*)",
      "find .e* -not -path '*/.*' | xargs cat",
      "find . -path '*/.*' | xargs cat",
      "find . -not -path './.*' | xargs cat",
      "find . -not -name '.*' | xargs cat",
      "find . -not -path '*/.*' -o -true | xargs cat",
      "rg -l foo | xargs grep -r a",
    ]) {
      const asks = judge(guarded(command)) !== "allow";
      expect([command, hidden(command) || asks]).toEqual([command, true]);
    }
  });

  it("prints a version outside a project that chooses one", () => {
    const isAbsent = (path: string): boolean => path !== `${workspace}/.tool-versions`;
    const inProject = { cwd: `${workspace}/src`, home, isAbsent };
    for (const command of ["node --version", "npm -v", "python3 -V"]) {
      expect(analyze(command, { ...inProject, hasGuards: true })).toMatchObject({
        complete: true,
        needsGuards: true,
      });
      expect(judge(analyze(command, inProject))).toBe("ask");
      expect(judge(analyze(`command ${command}`, { ...inProject, hasGuards: true }))).toBe("ask");
      expect(guarded(command).needsGuards).toBe(false);
    }
    for (const command of ["node --help", "go help", "python3 -VV", "go version", "pip list"]) {
      expect(judge(analyze(command, { ...inProject, hasGuards: true }))).toBe("ask");
      expect(judge(guarded(command))).toBe("allow");
    }
  });

  it("reads what a program reads without the names of a listing, which may be empty", () => {
    const reads = (command: string) =>
      guarded(command).effects.flatMap((effect) =>
        effect.type === "read" && effect.namesOnly !== true ? [effect.path] : [],
      );
    for (const command of [
      "rg a $(rg -l b src)",
      "grep -r a $(find src -name '*.ts')",
      "timeout 5 grep -r a $(find src -name '*.ts')",
      "f=$(find src -name '*.ts' | head -1); grep -r a $f",
      "f=($(find src -name '*.ts')); rg a \"${f[@]}\"",
    ]) {
      expect([command, ...reads(command)]).toContain(workspace);
    }
    for (const command of [
      "cat $(rg -l b src)",
      "for f in $(find src -name '*.ts'); do rg a $f; done",
      "find src -name '*.ts' | while read -r f; do rg a \"$f\"; done",
      "find src -name '*.ts' -exec grep -r a {} +",
    ]) {
      expect([command, ...reads(command)]).not.toContain(workspace);
    }
    expect(judge(guarded("tar -xf $(find src -name '*.tar')"))).toBe("ask");
  });

  it("reads the package.json files above a module that node checks, where there may be some", () => {
    const present = [`${workspace}/src/package.json`, `${workspace}/package.json`];
    const isAbsent = (path: string): boolean => !present.includes(path);
    const check = (command: string): ShellAnalysis =>
      analyze(command, { ...options, isAbsent, isPlainDirectory: () => true, hasGuards: true });
    const read = (command: string) =>
      check(command).effects.flatMap((effect) => (effect.type === "read" ? [effect.path] : []));
    expect(read("node --check src/a.js")).toEqual([`${workspace}/src/a.js`, ...present]);
    expect(read("cd src && node --check a.js")).toEqual(
      expect.arrayContaining([`${workspace}/src/a.js`, ...present]),
    );
    expect(read("node --check a.js")).toEqual([`${workspace}/a.js`, present[1]]);
    for (const command of [
      "node -c src/a.mjs && echo ok",
      "node --check ./src/a.cjs 2>&1 | head -5",
    ]) {
      expect([judge(check(command)), check(command).needsGuards]).toEqual(["allow", true]);
    }
    const behindLink = { ...options, isPlainDirectory: () => false, hasGuards: true };
    expect(judge(analyze("node --check src/a.js", behindLink))).toBe("ask");
  });

  it("is unknown for npm with settings of a project", () => {
    const isAbsent = (path: string): boolean => path !== `${workspace}/.npmrc`;
    for (const command of ["npm ls", "npm run", "npm root", "npm query .", "npm config get x"]) {
      expect(judge(guarded(command))).toBe("allow");
      expect(judge(analyze(command, { ...options, isAbsent }))).toBe("ask");
      expect(judge(analyze(`cd src && ${command}`, { ...options, isAbsent }))).toBe("ask");
      expect(judge(analyze(command, { cwd: workspace, home }))).toBe("ask");
    }
    for (const command of ["npm explain a", "npm fund", "npm pkg get a", "npm list --all"]) {
      expect(judge(analyze(command, { ...options, isAbsent, hasGuards: true }))).toBe("ask");
    }
  });

  it("reads at any depth below the starting points", () => {
    expect(guarded("find src | xargs cat").effects).toContainEqual({
      type: "read",
      path: `${workspace}/src`,
      recursive: true,
    });
    expect(guarded("cat $(git ls-files)").effects).toContainEqual({
      type: "read",
      path: workspace,
      recursive: true,
    });
  });
});
