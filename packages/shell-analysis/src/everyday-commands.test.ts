import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { analyze } from "./analyze.ts";
import { home, judge, workspace } from "./fixtures/judge.ts";

/** One a line, with `⏎` for a newline. */
function commandsIn(name: string): readonly string[] {
  const text = readFileSync(new URL(`./fixtures/${name}`, import.meta.url), "utf8");
  return text.split("\n").flatMap((line) => (line === "" ? [] : [line.replaceAll("⏎", "\n")]));
}

const isAllowed = (command: string): boolean =>
  judge(analyze(command, { cwd: workspace, home, hasGuards: true, isAbsent: () => true })) ===
  "allow";

// Commands of agents: exploring, reading, counting, git's history, versions, loops and conditions.
const looks = commandsIn("everyday-looks.txt");
/** Variants of each kind that write, run, reach or read elsewhere. */
const asks = commandsIn("everyday-asks.txt");

describe("everyday commands", () => {
  it("are allowed when they only read in the workspace", () => {
    expect(looks.length).toBeGreaterThan(700);
    expect(looks.filter((command) => !isAllowed(command))).toEqual([]);
  });

  it("are never allowed when they do anything else", () => {
    expect(asks.length).toBeGreaterThan(800);
    expect(asks.filter(isAllowed)).toEqual([]);
  });
});
