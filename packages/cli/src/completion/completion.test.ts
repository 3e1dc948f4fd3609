import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { commandBench } from "../../test/command-bench.ts";
import { commands } from "../arguments/command-table.ts";
import { type Shell, shells } from "./scripts.ts";

async function scriptFor(shell: Shell): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "completion-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const { status, output } = await commandBench().run("completion", shell);
  expect(status).toBe(0);
  const path = join(folder, `toolwright.${shell}`);
  writeFileSync(path, output);
  return path;
}

function isMissing(program: string): boolean {
  return spawnSync(program, ["--version"]).error !== undefined;
}

/** The last word is completed. */
const lines = [
  [["po"], ["policy"]],
  [["policy", "ch"], ["check"]],
  [["policy", "check", "--js"], ["--json"]],
  [["--mode", "pl"], ["plan"]],
  [["--mode", "plan", "call", "write_f"], ["write_file"]],
  [
    ["journal", "s"],
    ["sessions", "show"],
  ],
  [["init", "z"], ["zed"]],
] as const;

test("bash completes commands, flags, their values, tools and hosts", async () => {
  const path = await scriptFor("bash");
  const program = `source "$1"; shift; COMP_WORDS=(toolwright "$@"); COMP_CWORD=$#; _toolwright; echo "\${COMPREPLY[*]}"`;
  for (const [words, wanted] of lines) {
    const output = execFileSync("bash", ["-c", program, "bash", path, ...words]);
    expect(output.toString().trim().split(" ").toSorted()).toEqual(wanted);
  }
});

describe.skipIf(isMissing("fish"))("where fish is installed", () => {
  test("it completes the same", async () => {
    const path = await scriptFor("fish");
    const home = mkdtempSync(join(tmpdir(), "fish-"));
    onTestFinished(() => rmSync(home, { recursive: true, force: true }));
    for (const [words, wanted] of lines) {
      const output = execFileSync(
        "fish",
        ["-c", `source ${path}; complete -C "toolwright ${words.join(" ")}"`],
        { env: { PATH: process.env["PATH"], HOME: home } },
      );
      const found = output.toString().trim().split("\n");
      expect(found.map((line) => line.split("\t", 1).join("")).toSorted()).toEqual(wanted);
    }
  });
});

describe.skipIf(isMissing("zsh"))("where zsh is installed", () => {
  test("it takes the script", async () => {
    const program = 'compdef() { print "$1 $2"; }; source "$1"';
    const output = execFileSync("zsh", ["-f", "-c", program, "zsh", await scriptFor("zsh")]);
    expect(output.toString()).toBe("_toolwright toolwright\n");
  });
});

test("another shell is a usage error", async () => {
  const { status, errors } = await commandBench().run("completion", "csh");
  expect(status).toBe(2);
  expect(errors).toContain(`Name a shell: ${shells.join(", ")}.`);
});

test("the manual page has every command and flag, and nothing that roff misreads", async () => {
  const { status, output } = await commandBench().run("man");
  expect(status).toBe(0);
  for (const { name, flags } of commands) {
    expect(output).toContain(`.SS toolwright ${name.replaceAll("-", "\\-")}`);
    for (const flag of Object.keys(flags)) {
      expect(output).toContain(`\\-\\-${flag.replaceAll("-", "\\-")}`);
    }
  }
  const requests = output.split("\n").filter((line) => /^[.']/.test(line));
  expect(requests.every((line) => /^\.(?:TH|SH|SS|PP|TP|B|nf|fi)\b/.test(line))).toBe(true);
});
