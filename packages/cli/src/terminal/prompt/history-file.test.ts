import { english, verbatim } from "@toolwright/core/internal";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { openHistoryFile } from "./history-file.ts";

const folders: string[] = [];
function fresh(): string {
  const folder = mkdtempSync(join(tmpdir(), "toolwright-history-"));
  folders.push(folder);
  return folder;
}
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

test("what was typed is there for the next session, many lines in one entry", () => {
  const path = join(fresh(), "deep", "history");
  const file = openHistoryFile(path);
  expect(file.append("edit_file newText='a\nb'")).toBeNull();
  expect(file.append(" not this")).toBeNull();
  expect(openHistoryFile(path).entries).toEqual(["edit_file newText='a\nb'"]);
});

test("the file is for the user's eyes only, also one that wasn't", () => {
  const path = join(fresh(), "history");
  openHistoryFile(path).append("x");
  expect(statSync(path).mode & 0o777).toBe(0o600);
  const open = join(fresh(), "history");
  writeFileSync(open, '"x"\n', { mode: 0o644 });
  openHistoryFile(open);
  expect(statSync(open).mode & 0o777).toBe(0o600);
});

test("lines that are no entries are passed over", () => {
  const path = join(fresh(), "history");
  writeFileSync(path, '"one"\n"tw\nnonsense\n42\n"three"\n');
  expect(openHistoryFile(path).entries).toEqual(["one", "three"]);
});

test("a file that has grown is cut", () => {
  const path = join(fresh(), "history");
  writeFileSync(path, Array.from({ length: 2500 }, (_, index) => `"line ${index}"\n`).join(""));
  expect(openHistoryFile(path).entries[0]).toBe("line 1500");
  expect(readFileSync(path, "utf8").split("\n")).toHaveLength(1001);
});

test("a file that isn't writable is reported once, and nothing breaks", () => {
  const blocked = join(fresh(), "file");
  writeFileSync(blocked, "");
  const file = openHistoryFile(join(blocked, "history"));
  expect(english.say(file.append("x") ?? verbatim(""))).toMatch(/can't be saved/);
  expect(file.append("y")).toBeNull();
});
