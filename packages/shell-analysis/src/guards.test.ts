import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { analyze, type ShellAnalysis } from "./analyze.ts";
import { home, judge, workspace } from "./fixtures/judge.ts";

function linesOf(name: string): readonly string[] {
  const text = readFileSync(new URL(`./fixtures/${name}`, import.meta.url), "utf8");
  return text.split("\n").filter((line) => line !== "");
}

const options = { cwd: workspace, home };
const guarded = (command: string): ShellAnalysis =>
  analyze(command, { ...options, hasGuards: true });

const looks = linesOf("guarded-looks.txt");
const asks = linesOf("guarded-asks.txt");

describe("what rests on guards", () => {
  it("is known with them, and says that it needs them", () => {
    const isKnown = (command: string): boolean =>
      judge(guarded(command)) === "allow" && guarded(command).needsGuards;
    expect(looks.filter((command) => !isKnown(command))).toEqual([]);
  });

  it("is unknown without them", () => {
    expect(looks.filter((command) => judge(analyze(command, options)) === "allow")).toEqual([]);
  });

  it("is never known where no guard stands before it, or it isn't plain names", () => {
    expect(asks.filter((command) => judge(guarded(command)) === "allow")).toEqual([]);
  });

  it("isn't said to need them where names are only shown or counted", () => {
    for (const command of [
      "find src | wc -l",
      "git ls-files | head",
      "ls src",
      "grep -rl foo src",
    ]) {
      expect(guarded(command).needsGuards).toBe(false);
    }
  });

  it("isn't for hashes of git's, which need none", () => {
    const hashes = linesOf("hash-looks.txt");
    expect(hashes.filter((command) => judge(analyze(command, options)) !== "allow")).toEqual([]);
    expect(hashes.filter((command) => guarded(command).needsGuards)).toEqual([]);
  });

  it("reads at any depth below where the names are found", () => {
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
