import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { findEntry, historyOf, newerEntry, olderEntry, remember, shownEntry } from "./history.ts";
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

test("goes back and forth and brings back the line that was begun", () => {
  const history = historyOf(["one", "two"]);
  const back = olderEntry(history, "half a li");
  expect(back && shownEntry(back)).toBe("two");
  const oldest = back && olderEntry(back, "two");
  expect(oldest && shownEntry(oldest)).toBe("one");
  expect(oldest && olderEntry(oldest, "one")).toBeNull();
  expect(newerEntry(history)).toBeNull();
  const again = newerEntry(back as NonNullable<typeof back>);
  expect(again && shownEntry(again)).toBe("half a li");
});

test("keeps no repetition, no blank line and no line that begins with a blank", () => {
  let history = historyOf(["one"]);
  for (const line of ["one", " secret", "", "two"]) history = remember(history, line);
  expect(history.entries).toEqual(["one", "two"]);
});

test("keeps the newest 1,000", () => {
  const many = historyOf(Array.from({ length: 1500 }, (_, index) => `line ${index}`));
  expect(many.entries).toHaveLength(1000);
  expect(remember(many, "last").entries).toHaveLength(1000);
  expect(remember(many, "last").entries.at(-1)).toBe("last");
});

test("finds the newest entry with the words, then older ones", () => {
  const history = historyOf(["read_file a", "run", "READ_FILE b"]);
  expect(findEntry(history, "read_file")).toBe(2);
  expect(findEntry(history, "read_file", 2)).toBe(0);
  expect(findEntry(history, "nothing")).toBeNull();
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

test("a file that can't be written is said once, and nothing breaks", () => {
  const blocked = join(fresh(), "file");
  writeFileSync(blocked, "");
  const file = openHistoryFile(join(blocked, "history"));
  expect(file.append("x")).toMatch(/forgotten at the end of this session/);
  expect(file.append("y")).toBeNull();
});
