import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, expect, test } from "vitest";

const bin = join(dirname(import.meta.dirname), "packages", "cli", "bin", "toolwright.cjs");

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "toolwright-memory-"));
  for (const name of ["home", "work", "else"]) mkdirSync(join(folder, name));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Saves facts one after the other in a process of their own; resolves with the outcomes' statuses. */
async function save(workspace: string, facts: readonly string[]): Promise<readonly unknown[]> {
  const child = spawn(process.execPath, [bin, "call", "--stdin", "--yes"], {
    cwd: join(folder, workspace),
    env: { PATH: process.env["PATH"], HOME: join(folder, "home") },
    stdio: ["pipe", "pipe", "inherit"],
  });
  const lines = facts.map((fact) => JSON.stringify({ tool: "save_memory", input: { fact } }));
  child.stdin.end(`${lines.join("\n")}\n`);
  const output = await text(child.stdout);
  return output
    .trim()
    .split("\n")
    .map((line) => (JSON.parse(line) as { readonly status: unknown }).status);
}

test("facts that processes of two workspaces save at the same time are all kept", async () => {
  const facts = (who: string): readonly string[] =>
    Array.from({ length: 8 }, (_, index) => `${who} ${index}`);
  const statuses = await Promise.all([
    save("work", facts("a")),
    save("work", facts("b")),
    save("else", facts("c")),
  ]);
  expect(new Set(statuses.flat())).toEqual(new Set(["ok"]));
  const file = join(folder, "home/.local/share/toolwright-memory/user.md");
  const kept = readFileSync(file, "utf8").match(/(?<=: )[abc] \d$/gm);
  expect(kept?.toSorted()).toEqual(["a", "b", "c"].flatMap(facts));
});
