import { describe, expect, test } from "vitest";
import { applyHunks } from "./apply-hunks.ts";
import { parsePatch } from "./parse-patch.ts";

function update(text: string, body: string): string {
  const patch = parsePatch(`*** Begin Patch\n*** Update File: a.txt\n${body}\n*** End Patch`);
  const [file] = patch.files;
  if (file?.type !== "update") throw new Error("no update");
  const outcome = applyHunks(text, file.hunks);
  if ("failure" in outcome) throw new Error(`${outcome.failure.code}: ${outcome.failure.message}`);
  return outcome.text;
}

describe("a Codex patch", () => {
  test("replaces lines between their context", () => {
    expect(update("a\nb\nc\nd\n", "@@\n a\n-b\n+B\n c")).toBe("a\nB\nc\nd\n");
  });

  test("finds its place behind an anchor", () => {
    const text = "class A:\n  x = 1\nclass B:\n  x = 1\n";
    expect(update(text, "@@ class B:\n-  x = 1\n+  x = 2")).toBe(
      "class A:\n  x = 1\nclass B:\n  x = 2\n",
    );
  });

  test("is refused where its lines stand twice", () => {
    expect(() => update("x\ny\nx\ny\n", "@@\n-x\n+X\n y")).toThrow("edit-ambiguous");
  });

  test("puts several hunks in order, each behind the one before it", () => {
    expect(update("a\nb\nc\nb\nd\n", "@@\n a\n-b\n+1\n c\n@@\n-b\n+2\n d")).toBe("a\n1\nc\n2\nd\n");
  });

  test("adds lines at the end of the file", () => {
    expect(update("a\nb\n", "@@\n b\n+c\n*** End of File")).toBe("a\nb\nc\n");
    expect(update("a\nb\n", "@@\n+c")).toBe("a\nb\nc\n");
  });

  test("keeps a missing final line end, CRLF and the file's own trailing space", () => {
    expect(update("a\nb", "@@\n a\n-b\n+c")).toBe("a\nc");
    expect(update("a\r\nb\r\n", "@@\n a\n-b\n+c")).toBe("a\r\nc\r\n");
    expect(update("a  \nb\nc\n", "@@\n a\n-b\n+B\n c")).toBe("a  \nB\nc\n");
  });

  test("ends each replaced line of a mixed file as the old one did", () => {
    const text = "one\r\ntwo\rthree\nfour\r\n";
    expect(update(text, "@@\n one\n-two\n-three\n+zwei\n+DREI\n four")).toBe(
      "one\r\nzwei\rDREI\nfour\r\n",
    );
    expect(update(text, "@@\n-three\n+THREE\n+more\n four")).toBe(
      "one\r\ntwo\rTHREE\nmore\nfour\r\n",
    );
  });

  test("fits its lines to the file's indentation", () => {
    expect(update("\tif (x) {\n\t\ty();\n\t}\n", "@@\n if (x) {\n-    y();\n+    z();\n }")).toBe(
      "\tif (x) {\n\t\tz();\n\t}\n",
    );
  });

  test("refuses lines that stand for code", () => {
    expect(() => update("a\nb\nc\nd\n", "@@\n a\n-b\n-c\n+// ... existing code ...\n d")).toThrow(
      "edit-elided",
    );
  });

  test("says where the nearest lines are when its own are missing", () => {
    expect(() => update("one two three\n", "@@\n-one two four\n+x")).toThrow(/lines 1-1/);
  });
});

describe("reading", () => {
  test("takes markers that are indented where no line of a file can stand", () => {
    const patch = parsePatch(
      "*** Begin Patch\n  *** Add File: n.txt\n+one\n  *** Delete File: d.txt\n  *** Update File: a.txt\n@@\n-x\n+y\n *** End Patch\n\n",
    );
    expect(patch.files).toMatchObject([
      { type: "add", path: "n.txt", text: "one\n" },
      { type: "delete", path: "d.txt" },
      { type: "update", path: "a.txt", hunks: [{ oldLines: ["x"], newLines: ["y"] }] },
    ]);
  });

  test("takes an indented marker inside an update for a line of the file", () => {
    const patch = parsePatch(
      "*** Begin Patch\n*** Update File: notes.md\n@@\n *** Update File: b.txt\n *** End Patch\n-x\n+y\n*** End Patch\n",
    );
    expect(patch.files).toMatchObject([
      { hunks: [{ oldLines: ["*** Update File: b.txt", "*** End Patch", "x"] }] },
    ]);
  });

  test("takes added, deleted and moved files, in a fence or a here-document", () => {
    const body =
      "*** Begin Patch\n*** Add File: n.txt\n+one\n+\n+two\n*** Delete File: d.txt\n*** Update File: a\n*** Move to: b\n@@\n-x\n+y\n*** End Patch";
    for (const text of [body, `\`\`\`\n${body}\n\`\`\``, `apply_patch <<'EOF'\n${body}\nEOF`]) {
      expect(parsePatch(text)).toMatchObject({
        format: "codex",
        files: [
          { type: "add", path: "n.txt", text: "one\n\ntwo\n" },
          { type: "delete", path: "d.txt" },
          { type: "update", path: "a", movePath: "b", hunks: [{ oldLines: ["x"] }] },
        ],
      });
    }
  });

  test("takes git's unified diffs", () => {
    const patch = parsePatch(
      "diff --git a/a.txt b/a.txt\nindex 1..2 100644\n--- a/a.txt\n+++ b/a.txt\n@@ -1,2 +1,2 @@ head\n a\n-b\n+B\n" +
        "diff --git a/old b/new\nsimilarity index 100%\nrename from old\nrename to new\n" +
        "diff --git a/n b/n\nnew file mode 100644\n--- /dev/null\n+++ b/n\n@@ -0,0 +1 @@\n+one\n\\ No newline at end of file\n" +
        "diff --git a/d b/d\ndeleted file mode 100644\n--- a/d\n+++ /dev/null\n@@ -1 +0,0 @@\n-gone\n",
    );
    expect(patch).toMatchObject({
      format: "unified",
      files: [
        { type: "update", path: "a.txt", movePath: null, hunks: [{ lineHint: 1 }] },
        { type: "update", path: "old", movePath: "new", hunks: [] },
        { type: "add", path: "n", text: "one" },
        { type: "delete", path: "d" },
      ],
    });
  });

  test("a unified diff's exact line decides between several places", () => {
    const { files } = parsePatch("--- a/x\n+++ b/x\n@@ -3,2 +3,2 @@\n-x\n+X\n y\n");
    const [file] = files;
    if (file?.type !== "update") throw new Error("no update");
    expect(applyHunks("x\ny\nx\ny\n", file.hunks)).toMatchObject({ text: "x\ny\nX\ny\n" });
  });

  test.each([
    ["nothing", ""],
    ["prose", "please change a to b"],
    ["a header without a name", "*** Begin Patch\n*** Update File: \n*** End Patch"],
    ["an update without a change", "*** Begin Patch\n*** Update File: a\n*** End Patch"],
    ["a line without a sign", "*** Begin Patch\n*** Update File: a\n@@\nfoo\n*** End Patch"],
    ["an added line without '+'", "*** Begin Patch\n*** Add File: a\nfoo\n*** End Patch"],
    ["a hunk without a file", "@@ -1 +1 @@\n-a\n+b\n"],
    [
      "a link",
      "diff --git a/l b/l\nnew file mode 120000\n--- /dev/null\n+++ b/l\n@@ -0,0 +1 @@\n+x\n",
    ],
    ["a binary change", "diff --git a/i b/i\nGIT binary patch\n"],
  ])("refuses %s and names the line", (_what, text) => {
    expect(() => parsePatch(text)).toThrow(/^Line \d+ of the patch: /);
  });
});
