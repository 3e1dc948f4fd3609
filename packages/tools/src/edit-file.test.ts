import { statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { testToolContract } from "./fixtures/tool-contract.ts";
import { openToolSession, textOf, type ToolSession } from "./fixtures/tool-session.ts";

async function opened(content: string | Uint8Array): Promise<ToolSession> {
  const session = await openToolSession({ files: { "f.txt": content } });
  await session.call("read_file", { path: "f.txt" });
  return session;
}

describe("edit_file", () => {
  it("replaces the one place and tells where, with a diff for the person", async () => {
    const { call, bytes } = await opened("a = 1;\nb = 2;\nc = 3;\n");
    const outcome = await call("edit_file", {
      path: "f.txt",
      old_string: "b = 2;",
      new_string: "b = 20;\nd = 4;",
    });
    expect(bytes("f.txt").toString()).toBe("a = 1;\nb = 20;\nd = 4;\nc = 3;\n");
    expect(textOf(outcome)).toBe(
      "Edited 'f.txt' in 1 place (matched exactly; +2 -1 lines). New text at lines 2 to 3.",
    );
    expect(outcome.display).toEqual({
      type: "diff",
      path: "f.txt",
      diff: "--- a/f.txt\n+++ b/f.txt\n@@ -1,3 +1,4 @@\n a = 1;\n-b = 2;\n+b = 20;\n+d = 4;\n c = 3;\n",
    });
    expect(outcome.effects).toMatchObject([
      { type: "read" },
      { type: "write", operation: "modify" },
    ]);
    expect(outcome.structured).toEqual({
      path: "f.txt",
      edits: [{ strategy: "exact", startLine: 2, endLine: 2, places: 1, adapted: [] }],
      changedLines: [{ startLine: 2, endLine: 3 }],
      addedLines: 2,
      removedLines: 1,
      mergedLines: [],
    });
  });

  it("keeps CRLF, also when the old text has other line ends", async () => {
    const { call, bytes } = await opened("a1\r\nb2\r\nc3\r\n");
    const outcome = await call("edit_file", {
      path: "f.txt",
      old_string: "b2\nc3",
      new_string: "b2\nnew\nc3",
    });
    expect(outcome.error).toBeNull();
    expect(bytes("f.txt").toString()).toBe("a1\r\nb2\r\nnew\r\nc3\r\n");
    expect(outcome.structured).toMatchObject({ edits: [{ strategy: "line-ends" }] });
    await call("edit_file", { path: "f.txt", old_string: "a1", new_string: "a1\na2" });
    expect(bytes("f.txt").toString()).toBe("a1\r\na2\r\nb2\r\nnew\r\nc3\r\n");
  });

  it("refuses what wasn't read, and leaves it alone", async () => {
    const { call, bytes } = await openToolSession({ files: { "f.txt": "one\n" } });
    const edit = { path: "f.txt", old_string: "one", new_string: "1" };
    expect((await call("edit_file", edit)).error?.code).toBe("file-not-read");
    expect(bytes("f.txt").toString()).toBe("one\n");
  });

  it("edits what it has edited before, without reading it again", async () => {
    const { call, bytes } = await opened("one two");
    await call("edit_file", { path: "f.txt", old_string: "one", new_string: "1" });
    await call("edit_file", { path: "f.txt", old_string: "two", new_string: "2" });
    expect(bytes("f.txt").toString()).toBe("1 2");
  });

  it("plans each of two edits in one step on what is then there", async () => {
    const { session, bytes } = await opened("one two\n");
    const edit = (old_string: string, new_string: string) => ({
      name: "edit_file",
      input: { path: "f.txt", old_string, new_string },
    });
    const outcomes = await session.callAll([edit("one", "1"), edit("1 two", "12")]);
    expect(outcomes.map(({ status }) => status)).toEqual(["ok", "ok"]);
    expect(bytes("f.txt").toString()).toBe("12\n");
  });

  it("takes nothing in the new text for a pattern", async () => {
    const { call, bytes } = await opened("price\n");
    await call("edit_file", { path: "f.txt", old_string: "price", new_string: "$& $1 $$ $` \\n" });
    expect(bytes("f.txt").toString()).toBe("$& $1 $$ $` \\n\n");
  });

  it("says what is there instead when the text isn't, white space made visible", async () => {
    const { call } = await opened("function a() {\n\treturn 1;\n}\n");
    const { error } = await call("edit_file", {
      path: "f.txt",
      old_string: "function a() {\n    return 2;\n}",
      new_string: "x",
    });
    expect(error).toMatchObject({
      code: "edit-no-match",
      details: { candidates: [{ startLine: 1, endLine: 3 }] },
    });
    expect(error?.message).toContain("lines 1-3");
    expect(error?.message).toContain("→return");
    expect(error?.message).toContain("Nothing was changed.");
  });

  it("finds what differs in white space, pasted line numbers or quotes, fits the rest, and says how", async () => {
    const { call, bytes } = await opened(
      "function a() {\n\treturn 1;\n}\nlet s = \u201chi\u201d;\nlast\n",
    );
    const edit = async (old_string: string, new_string: string): Promise<string> =>
      textOf(await call("edit_file", { path: "f.txt", old_string, new_string }));
    expect(
      await edit("function a() {\n    return 1;\n}", "function a() {\n    return 2;\n}"),
    ).toMatch(
      /^Edited 'f.txt' in 1 place \(matched by 'tabs'; .*\+1 -1 lines\)\. New text at line 2\.$/,
    );
    expect(await edit('4\tlet s = "hi";\n5\tlast\n', "let s = 1;\nlast\n")).toContain("matched by");
    expect(bytes("f.txt").toString()).toBe("function a() {\n\treturn 2;\n}\nlet s = 1;\nlast\n");
  });

  it("names the line of each match when there are several", async () => {
    const { call, bytes } = await opened("same\nother\nsame\n");
    const { error } = await call("edit_file", {
      path: "f.txt",
      old_string: "same",
      new_string: "x",
    });
    expect(error?.code).toBe("edit-ambiguous");
    expect(error?.message).toContain(
      "old_string occurs at 2 places: line 1, 3. Add surrounding lines to make it unique, or set replace_all: true.",
    );
    expect(bytes("f.txt").toString()).toBe("same\nother\nsame\n");
  });

  it("replaces every place when asked", async () => {
    const { call, bytes } = await opened("same\nother\nsame same\n");
    const outcome = await call("edit_file", {
      path: "f.txt",
      old_string: "same",
      new_string: "one\ntwo",
      replace_all: true,
    });
    expect(bytes("f.txt").toString()).toBe("one\ntwo\nother\none\ntwo one\ntwo\n");
    expect(textOf(outcome)).toContain("in 3 places");
    expect(textOf(outcome)).toContain("New text at lines 1 to 2, lines 4 to 6.");
  });

  it("refuses an edit that changes nothing, and one without old text", async () => {
    const { call } = await opened("same\r\n");
    const code = async (old_string: string, new_string: string): Promise<string | undefined> =>
      (await call("edit_file", { path: "f.txt", old_string, new_string })).error?.code;
    expect(await code("same", "same")).toBe("edit-no-change");
    expect(await code("same\r\n", "same\n")).toBe("edit-no-change");
    expect(await code("", "x")).toBe("input-invalid");
    expect(await code("same", "x\0")).toBe("input-invalid");
  });

  it("edits text in other encodings without touching the rest", async () => {
    const utf16 = await opened(Buffer.from("\ufeffgrün\r\nzwei\r\n", "utf16le"));
    await utf16.call("edit_file", {
      path: "f.txt",
      old_string: "grün\nzwei",
      new_string: "blau\nzwei",
    });
    expect(utf16.bytes("f.txt")).toEqual(Buffer.from("\ufeffblau\r\nzwei\r\n", "utf16le"));
    const text = "Die Bäume sind grün, der Himmel trüb und die Wege weit.\n";
    const latin = await opened(Buffer.from(text, "latin1"));
    await latin.call("edit_file", { path: "f.txt", old_string: "grün", new_string: "müde" });
    expect(latin.bytes("f.txt")).toEqual(Buffer.from(text.replace("grün", "müde"), "latin1"));
  });

  it("keeps a byte order mark and the mode", async () => {
    const { call, bytes, root } = await openToolSession({ files: { "f.txt": "\ufeffone\n" } });
    writeFileSync(join(root, "f.txt"), "\ufeffone\n", { mode: 0o640 });
    const mode = statSync(join(root, "f.txt")).mode;
    await call("read_file", { path: "f.txt" });
    const outcome = await call("edit_file", { path: "f.txt", old_string: "one", new_string: "1" });
    expect(bytes("f.txt").toString()).toBe("\ufeff1\n");
    expect(statSync(join(root, "f.txt")).mode).toBe(mode);
    expect(JSON.stringify(outcome.display)).not.toContain("\ufeff");
  });

  it("refuses missing and binary files", async () => {
    const { call } = await openToolSession({ files: { "b.dat": Buffer.from([0, 1, 0, 0, 65]) } });
    const edit = (path: string) => call("edit_file", { path, old_string: "A", new_string: "B" });
    expect((await edit("none.txt")).error?.code).toBe("file-not-found");
    expect((await edit("b.dat")).error).toMatchObject({
      code: "not-text",
      message:
        "'b.dat' is not text (binary data), so it can't be changed as text. To replace it by a text file, delete it first.",
    });
    expect((await edit(".")).error?.code).toBe("not-a-file");
  });

  it("makes several edits, each on the one before, and tells those that weren't plain", async () => {
    const { call, bytes } = await opened("one\n  two\nthree\none\n");
    const outcome = await call("edit_file", {
      path: "f.txt",
      edits: [
        { old_string: "one", new_string: "1", replace_all: true },
        { old_string: "two\nthree", new_string: "2\n3" },
        { old_string: "3\n1\n", new_string: "3\n" },
      ],
    });
    expect(bytes("f.txt").toString()).toBe("1\n  2\n3\n");
    expect(textOf(outcome)).toBe(
      "Edited 'f.txt' in 4 places (3 edits; +3 -4 lines). New text at lines 1 to 3.",
    );
    expect(outcome.structured).toMatchObject({
      edits: [{ places: 2 }, { startLine: 2, endLine: 3 }, { places: 1 }],
    });
    const loose = await call("edit_file", {
      path: "f.txt",
      edits: [
        { old_string: "1\n", new_string: "uno\n" },
        { old_string: "2  \n3", new_string: "due\ntre" },
      ],
    });
    expect(textOf(loose)).toContain("\nEdit 2 at lines 2 to 3: matched by '");
  });

  it("makes none of several edits when one fails, and says which", async () => {
    const { call, bytes } = await opened("one\ntwo\n");
    const { error } = await call("edit_file", {
      path: "f.txt",
      edits: [
        { old_string: "one", new_string: "1" },
        { old_string: "one", new_string: "uno" },
      ],
    });
    expect(error).toMatchObject({ code: "edit-no-match", details: { edit: 2 } });
    expect(error?.message).toMatch(/^Edit 2 of 2: /);
    expect(bytes("f.txt").toString()).toBe("one\ntwo\n");
  });

  it.each([
    [
      "both ways",
      { old_string: "a", new_string: "b", edits: [{ old_string: "a", new_string: "b" }] },
      "not both",
    ],
    ["neither", {}, "old_string is missing"],
    ["half of one", { old_string: "a" }, "new_string is missing"],
    ["no edits at all", { edits: [] }, ""],
    [
      "too many",
      { edits: Array.from({ length: 201 }, () => ({ old_string: "a", new_string: "b" })) },
      "",
    ],
  ])("refuses input that gives %s", async (_what, given, text) => {
    const { call, bytes } = await opened("a\n");
    const { error } = await call("edit_file", { path: "f.txt", ...given });
    expect(error?.code).toBe("input-invalid");
    expect(error?.message).toContain(text);
    expect(bytes("f.txt").toString()).toBe("a\n");
  });

  it("refuses text that stands for code", async () => {
    const { call, bytes } = await opened("a();\nb();\nc();\nd();\n");
    const { error } = await call("edit_file", {
      path: "f.txt",
      old_string: "a();\nb();\nc();\nd();\n",
      new_string: "a();\n// ... rest of the code ...\nd(1);\n",
    });
    expect(error?.code).toBe("input-invalid");
    expect(error?.message).toContain("new_string has a placeholder in the place of code");
    expect(bytes("f.txt").toString()).toBe("a();\nb();\nc();\nd();\n");
  });

  it("tells when a file that parsed doesn't any more", async () => {
    const { call, put } = await openToolSession();
    put({ "a.json": '{ "a": 1 }\n' });
    await call("read_file", { path: "a.json" });
    const edit = { path: "a.json", old_string: "1 }", new_string: "1, }" };
    expect(textOf(await call("edit_file", edit))).toContain(
      "Note: the file was valid before this change and no longer is: line 1: invalid JSON at '}'.",
    );
    const mend = { path: "a.json", old_string: "1, }", new_string: "1 }" };
    expect(textOf(await call("edit_file", mend))).not.toContain("Note");
  });

  it("tells when code that parsed doesn't any more", async () => {
    const { call } = await openToolSession({ files: { "a.ts": "f(1);\ng(2);\n" } });
    await call("read_file", { path: "a.ts" });
    const edit = { path: "a.ts", old_string: "g(2)", new_string: "g(2" };
    expect(textOf(await call("edit_file", edit))).toContain(
      "Note: the file parsed as TypeScript before this change and no longer does: line 2: ')' is missing.",
    );
  });

  it("finds its place in a file of almost 8 MiB", async () => {
    const { call, bytes } = await opened("some line of text\n".repeat(460_000) + "needle\n");
    const outcome = await call("edit_file", {
      path: "f.txt",
      old_string: "needle",
      new_string: "thread",
    });
    expect(outcome.error).toBeNull();
    expect(bytes("f.txt").subarray(-10).toString()).toBe("xt\nthread\n");
    expect(textOf(outcome)).toContain("line 460001");
  });

  it("refuses a file over 8 MiB and names another way", async () => {
    const content = Buffer.alloc(8 * 1024 * 1024 + 1, "some line of text\n");
    const { call, bytes } = await opened(content);
    const { error } = await call("edit_file", {
      path: "f.txt",
      old_string: "some line",
      new_string: "a line",
    });
    expect(error).toMatchObject({ code: "file-too-large", details: { maxBytes: 8_388_608 } });
    expect(error?.message).toContain("'f.txt' exceeds 8 MiB");
    expect(error?.message).toContain("sed -i");
    expect(bytes("f.txt").equals(content)).toBe(true);
  });
});

testToolContract("edit_file", [
  { path: "src/main.ts", old_string: "42", new_string: "43" },
  { path: "src/deep/note.txt", old_string: "o", new_string: "0", replace_all: true },
]);
