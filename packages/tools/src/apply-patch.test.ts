import { chmodSync, existsSync, readdirSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Effect, Outcome } from "@toolwright/core";
import { describe, expect, it } from "vitest";
import { testToolContract } from "./fixtures/tool-contract.ts";
import { openToolSession, textOf, type ToolSession } from "./fixtures/tool-session.ts";

/** A patch in sections, of these lines. */
const codex = (...lines: readonly string[]): { readonly patch: string } => ({
  patch: ["*** Begin Patch", ...lines, "*** End Patch"].join("\n"),
});

async function apply(
  { call }: Pick<ToolSession, "call">,
  ...lines: readonly string[]
): Promise<Outcome> {
  return call("apply_patch", codex(...lines));
}

const shown = (root: string, effects: readonly Effect[]): readonly string[] =>
  effects.map((effect) => {
    if (!("path" in effect)) return effect.type;
    const operation = effect.type === "write" ? ` ${effect.operation}` : "";
    return `${effect.type} ${effect.path.slice(root.length + 1)}${operation}`;
  });

describe("apply_patch", () => {
  it("adds, updates, moves and deletes in one go, and says what it did", async () => {
    const session = await openToolSession({
      files: {
        "src/a.ts": "one\ntwo\nthree\n",
        "src/b.ts": "b1\nb2\n",
        "src/c.ts": "c\n",
        "old.txt": "gone\n",
      },
    });
    const outcome = await apply(
      session,
      "*** Update File: src/a.ts",
      "@@",
      " one",
      "-two",
      "+2",
      " three",
      "*** Add File: new/d.ts",
      "+d1",
      "+d2",
      "*** Delete File: old.txt",
      "*** Update File: src/b.ts",
      "*** Move to: lib/b.ts",
      "@@",
      "-b1",
      "+B1",
      " b2",
      "*** Update File: src/c.ts",
      "*** Move to: lib/c.ts",
    );
    expect(outcome.error).toBeNull();
    const { bytes, root } = session;
    expect(bytes("src/a.ts").toString()).toBe("one\n2\nthree\n");
    expect(bytes("new/d.ts").toString()).toBe("d1\nd2\n");
    expect(bytes("lib/b.ts").toString()).toBe("B1\nb2\n");
    expect(bytes("lib/c.ts").toString()).toBe("c\n");
    expect(readdirSync(join(root, "src"))).toEqual(["a.ts"]);
    expect(existsSync(join(root, "old.txt"))).toBe(false);
    expect(textOf(outcome)).toBe(
      [
        "Applied the patch to 5 files:",
        "M src/a.ts (+1 -1 lines)",
        "A new/d.ts (+2 -0 lines)",
        "D old.txt (+0 -1 lines)",
        "R src/b.ts -> lib/b.ts (+1 -1 lines)",
        "R src/c.ts -> lib/c.ts",
      ].join("\n"),
    );
    expect(outcome.display).toMatchObject({ type: "diff", path: "5 files" });
    expect(outcome.display).toMatchObject({
      diff: expect.stringContaining(
        "--- a/old.txt\n+++ /dev/null\n@@ -1 +0,0 @@\n-gone\nrename from src/b.ts\nrename to lib/b.ts\n--- a/src/b.ts\n",
      ),
    });
    expect(outcome.structured).toMatchObject({
      files: [
        { change: "M", path: "src/a.ts", hunks: [{ strategy: "exact", startLine: 1, endLine: 3 }] },
        { change: "A", addedLines: 2 },
        { change: "D", removedLines: 1 },
        { change: "R", from: "src/b.ts", path: "lib/b.ts" },
        { change: "R", from: "src/c.ts", path: "lib/c.ts", hunks: [] },
      ],
    });
    expect(shown(root, outcome.effects).toSorted()).toEqual([
      "delete old.txt",
      "delete src/b.ts",
      "delete src/c.ts",
      "read src/a.ts",
      "read src/b.ts",
      "read src/c.ts",
      "write lib/b.ts create",
      "write lib/c.ts create",
      "write new/d.ts create",
      "write src/a.ts modify",
    ]);
    const prepared = session.events.find((event) => event.type === "invocation-prepared");
    expect(prepared).toMatchObject({
      summary: "Apply a patch: M src/a.ts, A new/d.ts, D old.txt and 2 more files",
    });
  });

  it("applies a unified diff as git writes it", async () => {
    const { call, bytes, root } = await openToolSession({
      files: { "a.txt": "1\n2\n3\n", "gone.txt": "x\n", "from.txt": "f\n" },
    });
    const outcome = await call("apply_patch", {
      patch: [
        "diff --git a/a.txt b/a.txt",
        "--- a/a.txt",
        "+++ b/a.txt",
        "@@ -1,3 +1,3 @@",
        " 1",
        "-2",
        "+two",
        " 3",
        "diff --git a/gone.txt b/gone.txt",
        "deleted file mode 100644",
        "--- a/gone.txt",
        "+++ /dev/null",
        "@@ -1 +0,0 @@",
        "-x",
        "diff --git a/from.txt b/to.txt",
        "similarity index 100%",
        "rename from from.txt",
        "rename to to.txt",
        "diff --git a/run.sh b/run.sh",
        "new file mode 100755",
        "--- /dev/null",
        "+++ b/run.sh",
        "@@ -0,0 +1 @@",
        "+#!/bin/sh",
        "",
      ].join("\n"),
    });
    expect(outcome.error).toBeNull();
    expect(bytes("a.txt").toString()).toBe("1\ntwo\n3\n");
    expect(bytes("to.txt").toString()).toBe("f\n");
    expect(bytes("run.sh").toString()).toBe("#!/bin/sh\n");
    expect(readdirSync(root).toSorted()).toEqual(["a.txt", "run.sh", "to.txt"]);
    expect(textOf(outcome)).toContain("Not done: setting the mode 100755 of 'run.sh'.");
  });

  it("changes nothing when a single hunk fails, and names the file, the hunk and what is near", async () => {
    const session = await openToolSession({
      files: { "a.txt": "a\n", "b.txt": "one\ntwo words here\n" },
    });
    const outcome = await apply(
      session,
      "*** Update File: a.txt",
      "@@",
      "-a",
      "+A",
      "*** Add File: c.txt",
      "+c",
      "*** Update File: b.txt",
      "@@",
      "-one",
      "+1",
      "@@",
      "-two words there",
      "+2",
    );
    expect(outcome.error).toMatchObject({
      code: "edit-no-match",
      details: { path: "b.txt", hunk: 2 },
    });
    expect(outcome.error?.message).toMatch(/^'b\.txt', hunk 2 of 2: /);
    expect(outcome.error?.message).toContain("two words here");
    expect(outcome.error?.message).toContain("Nothing was applied.");
    expect(session.bytes("a.txt").toString()).toBe("a\n");
    expect(existsSync(join(session.root, "c.txt"))).toBe(false);
  });

  it.each([
    [
      "a place that isn't the only one",
      "edit-ambiguous",
      ["*** Update File: twice.txt", "@@", "-x", "+y"],
    ],
    ["a file that is there", "file-changed", ["*** Add File: a.txt", "+x"]],
    ["a move onto a file", "file-changed", ["*** Update File: a.txt", "*** Move to: twice.txt"]],
    ["a missing file", "file-not-found", ["*** Update File: aa.txt", "@@", "-x", "+y"]],
    ["the deletion of a missing file", "file-not-found", ["*** Delete File: none.txt"]],
    ["a directory", "not-a-file", ["*** Delete File: dir"]],
    ["a binary file", "not-text", ["*** Update File: b.dat", "@@", "-x", "+y"]],
    ["the deletion of a link", "not-a-file", ["*** Delete File: link"]],
    ["a link that leads out", "path-outside-workspace", ["*** Update File: out", "@@", "-x", "+y"]],
    [
      "lines that stand for code",
      "input-invalid",
      [
        "*** Update File: code.js",
        "@@",
        " a();",
        "-b();",
        "-c();",
        "+// ... rest of the code",
        " d();",
      ],
    ],
    [
      "a file after its deletion",
      "file-not-found",
      ["*** Delete File: a.txt", "*** Update File: a.txt", "@@", "-a", "+b"],
    ],
    ["what is so already", "edit-no-change", ["*** Update File: a.txt", "@@", " a"]],
    ["a null character", "input-invalid", ["*** Add File: n.txt", "+a\0b"]],
    ["prose", "input-invalid", ["*** Update File: a.txt", "please change it"]],
  ])("refuses %s (%s) and leaves everything as it was", async (_what, code, lines) => {
    const session = await openToolSession({
      files: {
        "a.txt": "a\n",
        "twice.txt": "x\nx\n",
        "dir/x.txt": "x\n",
        "b.dat": Buffer.from([0, 1, 2]),
        "code.js": "a();\nb();\nc();\nd();\n",
      },
    });
    symlinkSync("a.txt", join(session.root, "link"));
    writeFileSync(join(session.outside, "secret"), "x\n");
    symlinkSync("../secret", join(session.root, "out"));
    const outcome = await apply(session, "*** Add File: first.txt", "+first", ...lines);
    // A patch that is only about what is so already must have nothing else in it.
    const only = code === "edit-no-change" ? await apply(session, ...lines) : outcome;
    expect([only.status, only.error?.code]).toEqual(["error", code]);
    expect(session.bytes("a.txt").toString()).toBe("a\n");
    if (code !== "edit-no-change") expect(existsSync(join(session.root, "first.txt"))).toBe(false);
  });

  it("names the line of a patch that can't be read, before anything is looked at", async () => {
    const session = await openToolSession();
    const outcome = await apply(session, "*** Update File: a.txt", "@@", " a", "oops");
    expect(outcome.error).toMatchObject({ code: "input-invalid", details: { line: 5 } });
    expect(outcome.error?.message).toContain("Line 5 of the patch: 'oops'");
  });

  it.each([
    ["../outside.txt"],
    ["/etc/toolwright-test"],
    [".git/hooks/pre-commit"],
    ["sub/../../x"],
  ])("asks for %s by its own class, and a rule may deny it", async (path) => {
    const { call, session } = await openToolSession({
      mode: "auto",
      rules: [{ deny: "write(/**)" }],
    });
    const asked: unknown[] = [];
    session.approvals.watch({ asked: (question) => void asked.push(question) });
    const outcome = await call("apply_patch", codex(`*** Add File: ${path}`, "+x"));
    expect(outcome.status).toBe("refused");
    const { session: plain } = await openToolSession({ mode: "auto" });
    const explained = await plain.explain({
      name: "apply_patch",
      input: codex(`*** Add File: ${path}`, "+x"),
    });
    expect(explained.decision).toMatchObject({ decision: "ask" });
  });

  it("meets rules on both sides of a move", async () => {
    for (const deny of ["delete(from/**)", "write(to/**)", "read(from/a.txt)"]) {
      const session = await openToolSession({ files: { "from/a.txt": "a\n" }, rules: [{ deny }] });
      const outcome = await apply(session, "*** Update File: from/a.txt", "*** Move to: to/b.txt");
      expect([deny, outcome.status]).toEqual([deny, "refused"]);
      expect(session.bytes("from/a.txt").toString()).toBe("a\n");
    }
  });

  it("keeps encoding, byte order mark, line ends, missing final line end and mode", async () => {
    const session = await openToolSession({
      files: {
        "crlf.txt": "a\r\nb\r\nc",
        "utf16.txt": Buffer.from("\ufeffgrün\r\nzwei\r\n", "utf16le"),
        "run.sh": "#!/bin/sh\necho a\n",
      },
    });
    chmodSync(join(session.root, "run.sh"), 0o755);
    const outcome = await apply(
      session,
      "*** Update File: crlf.txt",
      "@@",
      " b",
      "-c",
      "+C",
      "*** Update File: utf16.txt",
      "@@",
      "-grün",
      "+blau",
      " zwei",
      "*** Update File: run.sh",
      "*** Move to: bin/run.sh",
      "@@",
      "-echo a",
      "+echo b",
    );
    expect(outcome.error).toBeNull();
    expect(session.bytes("crlf.txt").toString()).toBe("a\r\nb\r\nC");
    expect(session.bytes("utf16.txt")).toEqual(Buffer.from("\ufeffblau\r\nzwei\r\n", "utf16le"));
    expect(session.bytes("bin/run.sh").toString()).toBe("#!/bin/sh\necho b\n");
    expect(statSync(join(session.root, "bin/run.sh")).mode & 0o777).toBe(0o755);
  });

  it("fits lines to the file's indentation, and says so", async () => {
    const session = await openToolSession({ files: { "a.js": "if (x) {\n\ty();\n}\n" } });
    const outcome = await apply(
      session,
      "*** Update File: a.js",
      "@@",
      " if (x) {",
      "-    y();",
      "+    z();",
      " }",
    );
    expect(session.bytes("a.js").toString()).toBe("if (x) {\n\tz();\n}\n");
    expect(textOf(outcome)).toContain("hunk 1 at lines 1 to 3: matched by 'tabs'");
  });

  it("wants proof that a file it hasn't read is known, and none for one that was read", async () => {
    const session = await openToolSession({
      files: { "a.txt": "it\u2019s \u201cso\u201d\nend\n", "b.txt": "b\n" },
    });
    const nearly = ["*** Update File: a.txt", "@@", '-it\'s "so"', "+it is", " end"];
    const added = ["*** Update File: b.txt", "@@", "+last"];
    for (const lines of [nearly, added]) {
      const outcome = await apply(session, ...lines);
      expect(outcome.error?.code).toBe("file-not-read");
    }
    await session.call("read_file", { path: "a.txt" });
    await session.call("read_file", { path: "b.txt" });
    expect((await apply(session, ...nearly)).error).toBeNull();
    expect((await apply(session, ...added)).error).toBeNull();
    expect(session.bytes("a.txt").toString()).toBe("it is\nend\n");
    expect(session.bytes("b.txt").toString()).toBe("b\nlast\n");
  });

  it("doesn't count a file as read of which it only saw some lines", async () => {
    const session = await openToolSession({ files: { "a.txt": "1\n2\n3\n" } });
    await apply(session, "*** Update File: a.txt", "@@", "-2", "+two");
    const overwrite = { path: "a.txt", content: "mine\n" };
    expect((await session.call("write_file", overwrite)).error?.code).toBe("file-not-read");
    await apply(session, "*** Add File: new.txt", "+new");
    const rewrite = { path: "new.txt", content: "newer\n" };
    expect((await session.call("write_file", rewrite)).error).toBeNull();
  });

  it("applies several parts of one file in their order, and swaps two files", async () => {
    const session = await openToolSession({ files: { "a.txt": "a\n", "b.txt": "b\n" } });
    const twice = await apply(
      session,
      "*** Update File: a.txt",
      "@@",
      "-a",
      "+a2",
      "*** Update File: ./a.txt",
      "@@",
      "-a2",
      "+a3",
    );
    expect(twice.error).toBeNull();
    expect(session.bytes("a.txt").toString()).toBe("a3\n");
    const swap = await apply(
      session,
      "*** Update File: a.txt",
      "*** Move to: tmp.txt",
      "*** Update File: b.txt",
      "*** Move to: a.txt",
      "*** Update File: tmp.txt",
      "*** Move to: b.txt",
    );
    expect(swap.error).toBeNull();
    expect(session.bytes("a.txt").toString()).toBe("b\n");
    expect(session.bytes("b.txt").toString()).toBe("a3\n");
    expect(readdirSync(session.root).toSorted()).toEqual(["a.txt", "b.txt"]);
  });

  it("rewrites a file that it deletes and adds, in its old format", async () => {
    const session = await openToolSession({ files: { "a.txt": "one\r\ntwo\r\n" } });
    const outcome = await apply(session, "*** Delete File: a.txt", "*** Add File: a.txt", "+new");
    expect(outcome.error).toBeNull();
    expect(session.bytes("a.txt").toString()).toBe("new\r\n");
  });

  it("updates through a link that stays inside", async () => {
    const session = await openToolSession({ files: { "real.txt": "a\n" } });
    symlinkSync("real.txt", join(session.root, "link.txt"));
    expect((await apply(session, "*** Update File: link.txt", "@@", "-a", "+b")).error).toBeNull();
    expect(session.bytes("real.txt").toString()).toBe("b\n");
    expect(statSync(join(session.root, "link.txt")).isFile()).toBe(true);
  });

  it("tells when it turns a file that parsed into one that doesn't", async () => {
    const session = await openToolSession({ files: { "a.json": '{\n  "a": 1\n}\n' } });
    const outcome = await apply(
      session,
      "*** Update File: a.json",
      "@@",
      '-  "a": 1',
      '+  "a": 1,',
    );
    expect(textOf(outcome)).toContain(
      "Note: the file was valid before this change and no longer is: line 3: invalid JSON at '}'.",
    );
  });

  it("tells which files of code no longer parse", async () => {
    const session = await openToolSession({
      files: { "a.go": "func f() {}\n", "b.go": "func g() {}\n" },
    });
    const outcome = await apply(
      session,
      "*** Update File: a.go",
      "@@",
      "-func f() {}",
      "+func h() {}",
      "*** Update File: b.go",
      "@@",
      "-func g() {}",
      "+func g() {",
    );
    expect(textOf(outcome)).toContain(
      "M a.go (+1 -1 lines)\nM b.go (+1 -1 lines)\n  Note: the file parsed as Go before this change and no longer does:",
    );
  });

  it("plans again on what is there when a file changes while a person is asked", async () => {
    const session = await openToolSession({ files: { "a.txt": "1\n2\n3\n", "b.txt": "b\n" } });
    let questions = 0;
    session.session.approvals.watch({
      asked: () => {
        questions += 1;
        if (questions === 1) writeFileSync(join(session.root, "a.txt"), "0\n1\n2\n3\n");
      },
    });
    const outcome = await apply(
      session,
      "*** Update File: a.txt",
      "@@",
      "-2",
      "+two",
      "*** Delete File: b.txt",
    );
    expect(outcome.error).toBeNull();
    expect(questions).toBe(2);
    expect(session.bytes("a.txt").toString()).toBe("0\n1\ntwo\n3\n");
  });

  it("deletes what may not be read when a person allows it, and shows nothing of it", async () => {
    const session = await openToolSession({ files: { ".env": "TOKEN=secret\n" } });
    const outcome = await apply(session, "*** Delete File: .env");
    expect(outcome.error).toBeNull();
    expect(JSON.stringify([outcome, session.events])).not.toContain("TOKEN=secret");
    expect(existsSync(join(session.root, ".env"))).toBe(false);
  });

  it("takes a thousand files, and no more", async () => {
    const session = await openToolSession();
    const files = (count: number): readonly string[] =>
      Array.from({ length: count }, (_, index) => [`*** Add File: d/f${index}.txt`, "+x"]).flat();
    expect((await apply(session, ...files(1_001))).error?.code).toBe("input-invalid");
    expect((await apply(session, ...files(1_000))).error).toBeNull();
    expect(readdirSync(join(session.root, "d"))).toHaveLength(1_000);
  });
});

testToolContract("apply_patch", [
  {
    patch: `*** Begin Patch
*** Update File: src/main.ts
@@
-export const answer = 42;
+export const answer = 43;
*** Add File: new/deep/file.txt
+new
*** Delete File: README.md
*** Update File: src/deep/note.txt
*** Move to: note.txt
*** End Patch`,
  },
  { patch: "*** Begin Patch\n*** Delete File: .env\n*** End Patch" },
  { patch: "*** Begin Patch\n*** Add File: ../outside/new.txt\n+new\n*** End Patch" },
]);
