import { unifiedDiff } from "@toolwright/tools/edit-engine";
import fc from "fast-check";
import { expect, test } from "vitest";
import { diffHunks } from "./diff-hunks.ts";

test("gives both texts of each hunk and the line where it begins", () => {
  const before = Array.from({ length: 20 }, (_, at) => `${at}\n`).join("");
  const after = before.replace("3\n", "three\n").replace("17\n", "");
  const { hunks, notes } = diffHunks(unifiedDiff("src/a.ts", before, after).text);
  expect(hunks).toEqual([
    {
      path: "src/a.ts",
      oldText: "0\n1\n2\n3\n4\n5\n6\n",
      newText: "0\n1\n2\nthree\n4\n5\n6\n",
      line: 1,
    },
    {
      path: "src/a.ts",
      oldText: "14\n15\n16\n17\n18\n19\n",
      newText: "14\n15\n16\n18\n19\n",
      line: 15,
    },
  ]);
  expect(notes).toEqual([]);
});

test("tells new and deleted files, and the lines that a diff leaves out", () => {
  const created = unifiedDiff("new.txt", null, "a\n").text;
  const deleted = unifiedDiff("old.txt", "b\n", null).text;
  expect(diffHunks(created + deleted).hunks).toEqual([
    { path: "new.txt", oldText: null, newText: "a\n", line: 1 },
    { path: "old.txt", oldText: "b\n", newText: "", line: 1 },
  ]);
  const long = unifiedDiff("long.txt", null, "x\n".repeat(3_000)).text;
  expect(diffHunks(long).notes).toEqual([expect.stringContaining("aren't shown")]);
});

test("takes lines that look like headers for what they are", () => {
  const before = "-- a\n++ b\n@@ -1 +1 @@\n";
  const { hunks } = diffHunks(unifiedDiff("a.txt", before, "-- c\n").text);
  expect(hunks).toEqual([{ path: "a.txt", oldText: before, newText: "-- c\n", line: 1 }]);
});

test("gives the whole texts of short files, whatever is in them", () => {
  const line = fc.constantFrom("a", "", " ", "--- a/x", "+++ b/x", "@@ -1,2 +1 @@", "\\ No", "é");
  const text = fc
    .array(line, { maxLength: 3 })
    .map((rows) => rows.map((row) => `${row}\n`).join(""));
  fc.assert(
    fc.property(text, text, (before, after) => {
      fc.pre(before !== after);
      const { hunks } = diffHunks(unifiedDiff("a", before, after).text);
      expect(hunks).toEqual([{ path: "a", oldText: before, newText: after, line: 1 }]);
    }),
  );
});
