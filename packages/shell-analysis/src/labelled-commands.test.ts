import { describe, expect, it } from "vitest";
import { analyze } from "./analyze.ts";
import { home, judge, workspace } from "./fixtures/judge.ts";
import { loadCommands } from "./fixtures/load-commands.ts";

const commands = loadCommands();
const judged = commands.map((labelled) => ({
  ...labelled,
  is: judge(analyze(labelled.command, { cwd: workspace, home, isAbsent: () => true })),
}));

describe("the labelled commands", () => {
  it("are a fair number of each kind", () => {
    expect(commands.filter(({ decision }) => decision === "allow").length).toBeGreaterThan(100);
    expect(commands.filter(({ decision }) => decision === "ask").length).toBeGreaterThan(100);
    expect(commands.filter(({ decision }) => decision === "deny").length).toBeGreaterThan(20);
  });

  it("are never allowed when they should ask or be denied", () => {
    const loose = judged.filter(({ decision, is }) => decision !== "allow" && is === "allow");
    expect(loose).toEqual([]);
  });

  it("are all denied when they are catastrophic", () => {
    expect(judged.filter(({ decision, is }) => decision === "deny" && is !== "deny")).toEqual([]);
  });

  it("are all allowed when they only read in the workspace", () => {
    expect(judged.filter(({ decision, is }) => decision === "allow" && is !== "allow")).toEqual([]);
  });

  it("are denied only when they are catastrophic", () => {
    expect(judged.filter(({ decision, is }) => decision !== "deny" && is === "deny")).toEqual([]);
  });
});
