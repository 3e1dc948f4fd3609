import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { testToolContract } from "./fixtures/tool-contract.ts";
import { openToolSession, textOf } from "./fixtures/tool-session.ts";

describe("write_file", () => {
  it("creates a file and its directories with just these bytes, and leaves nothing else", async () => {
    const { call, bytes, root } = await openToolSession();
    const outcome = await call("write_file", { path: "sub/new.txt", content: "one\nzwei ü\n" });
    expect(outcome.status).toBe("ok");
    expect(textOf(outcome)).toBe("Created 'sub/new.txt' (+2 -0 lines), 12 bytes.");
    expect(bytes("sub/new.txt").toString()).toBe("one\nzwei ü\n");
    expect(readdirSync(join(root, "sub"))).toEqual(["new.txt"]);
    expect(outcome.effects).toMatchObject([{ type: "write", operation: "create" }]);
    expect(outcome.display).toMatchObject({ type: "diff", path: "sub/new.txt" });
  });

  it("shows a diff before it replaces a file that was read", async () => {
    const { call, bytes, events } = await openToolSession({ files: { "a.txt": "one\ntwo\n" } });
    await call("read_file", { path: "a.txt" });
    const outcome = await call("write_file", { path: "a.txt", content: "one\n2\n" });
    expect(outcome.effects).toMatchObject([{ type: "write", operation: "modify" }]);
    expect(bytes("a.txt").toString()).toBe("one\n2\n");
    const prepared = events.filter((event) => event.type === "invocation-prepared").at(-1);
    expect(prepared).toMatchObject({
      summary: "Overwrite a.txt: +1 -1 lines",
      preview: {
        type: "diff",
        diff: "--- a/a.txt\n+++ b/a.txt\n@@ -1,2 +1,2 @@\n one\n-two\n+2\n",
      },
    });
  });

  it("refuses to replace what this session hasn't read, or not as it is now", async () => {
    const { call, bytes, put } = await openToolSession({ files: { "a.txt": "mine\n" } });
    const unread = await call("write_file", { path: "a.txt", content: "gone\n" });
    expect(unread.error?.code).toBe("file-not-read");
    await call("read_file", { path: "a.txt" });
    put({ "a.txt": "somebody else's\n" });
    const changed = await call("write_file", { path: "a.txt", content: "gone\n" });
    expect(changed.error?.code).toBe("file-changed");
    expect(changed.error?.message).toContain("-mine\n+somebody else's\nRead it again");
    expect(bytes("a.txt").toString()).toBe("somebody else's\n");
  });

  it("may write again what it wrote itself", async () => {
    const { call, bytes } = await openToolSession();
    await call("write_file", { path: "a.txt", content: "1\n" });
    expect((await call("write_file", { path: "a.txt", content: "2\n" })).status).toBe("ok");
    expect(bytes("a.txt").toString()).toBe("2\n");
  });

  it("refuses an existing file when it must not exist, even a known one", async () => {
    const { call, bytes } = await openToolSession();
    await call("write_file", { path: "a.txt", content: "1\n", must_not_exist: true });
    const again = await call("write_file", { path: "a.txt", content: "2\n", must_not_exist: true });
    expect(again.error?.code).toBe("file-changed");
    expect(again.error?.message).toContain("already exists");
    expect(bytes("a.txt").toString()).toBe("1\n");
  });

  it("keeps encoding, byte order mark, line ends and mode of what it replaces", async () => {
    const { call, bytes, root } = await openToolSession({
      files: {
        "utf16.txt": Buffer.from("\ufeffgrün\r\nzwei\r\n", "utf16le"),
        "bom.txt": "\ufeffone\n",
        "crlf.txt": "one\r\ntwo\r\n",
        "mixed.txt": "one\r\ntwo\n",
        "run.sh": "#!/bin/sh\n",
      },
    });
    chmodSync(join(root, "run.sh"), 0o755);
    for (const path of ["utf16.txt", "bom.txt", "crlf.txt", "mixed.txt", "run.sh"]) {
      await call("read_file", { path });
      const outcome = await call("write_file", { path, content: "ä\nb\n" });
      expect(outcome.error).toBeNull();
    }
    expect(bytes("utf16.txt")).toEqual(Buffer.from("\ufeffä\r\nb\r\n", "utf16le"));
    expect(bytes("bom.txt").toString()).toBe("\ufeffä\nb\n");
    expect(bytes("crlf.txt").toString()).toBe("ä\r\nb\r\n");
    expect(bytes("mixed.txt").toString()).toBe("ä\nb\n");
    expect(statSync(join(root, "run.sh")).mode & 0o777).toBe(0o755);
  });

  it("says what it kept, and takes given carriage returns as they are", async () => {
    const { call, bytes } = await openToolSession({ files: { "crlf.txt": "one\r\ntwo\r\n" } });
    await call("read_file", { path: "crlf.txt" });
    const kept = await call("write_file", { path: "crlf.txt", content: "1\n2\n" });
    expect(textOf(kept)).toContain("The file keeps its line endings (CRLF).");
    await call("write_file", { path: "crlf.txt", content: "1\r\n2\n" });
    expect(bytes("crlf.txt").toString()).toBe("1\r\n2\n");
  });

  it("refuses characters that the file's encoding lacks, and leaves it as it was", async () => {
    const old = Buffer.from("Die Bäume sind grün, der Himmel trüb und die Wege weit.\n", "latin1");
    const { call, bytes } = await openToolSession({ files: { "latin.txt": old } });
    await call("read_file", { path: "latin.txt" });
    const outcome = await call("write_file", { path: "latin.txt", content: "日本\n" });
    expect(outcome.error?.code).toBe("input-invalid");
    expect(bytes("latin.txt")).toEqual(old);
  });

  it("writes nothing, and asks nobody, when the file has this content already", async () => {
    const { call, root } = await openToolSession({ files: { "a.txt": "same\n" } });
    await call("read_file", { path: "a.txt" });
    const before = statSync(join(root, "a.txt"));
    const outcome = await call("write_file", { path: "a.txt", content: "same\n" });
    expect(textOf(outcome)).toContain("nothing was written");
    expect(outcome.effects).toEqual([]);
    expect(statSync(join(root, "a.txt")).mtimeMs).toBe(before.mtimeMs);
    expect(statSync(join(root, "a.txt")).ino).toBe(before.ino);
  });

  it("takes a file that somebody else made just so for done, and tells no diff that may not be read", async () => {
    const { call, put } = await openToolSession({ files: { "a.txt": "1\n", ".env": "A=1\n" } });
    for (const path of ["a.txt", ".env"]) await call("read_file", { path });
    put({ "a.txt": "2\n", ".env": "TOKEN=secret\n" });
    expect(textOf(await call("write_file", { path: "a.txt", content: "2\n" }))).toContain(
      "already has this content",
    );
    const { error } = await call("write_file", { path: ".env", content: "A=2\n" });
    expect(error?.code).toBe("file-changed");
    expect(error?.message).not.toContain("secret");
    expect(error?.message).not.toContain("What changed");
  });

  it("tells when a file that parsed doesn't any more", async () => {
    const { call } = await openToolSession({ files: { "a.json": "{}\n" } });
    await call("read_file", { path: "a.json" });
    const outcome = await call("write_file", { path: "a.json", content: "{\n" });
    expect(textOf(outcome)).toContain("no longer is: line 2: the JSON ends too early.");
  });

  it("tells when code that parsed doesn't any more", async () => {
    const { call } = await openToolSession({ files: { "a.py": "f(1)\n" } });
    await call("read_file", { path: "a.py" });
    const outcome = await call("write_file", { path: "a.py", content: "f(1\n" });
    expect(textOf(outcome)).toContain("parsed as Python before this change and no longer does:");
  });

  it("replaces no binary file, which nobody can have read as text", async () => {
    const { call, bytes, put } = await openToolSession();
    put({ "b.dat": Buffer.from([0, 1, 2]) });
    const unread = await call("write_file", { path: "b.dat", content: "text" });
    expect(unread.error?.code).toBe("not-text");
    expect(unread.error?.message).toContain("delete it first");
    expect(bytes("b.dat")).toEqual(Buffer.from([0, 1, 2]));
  });

  it("refuses text that stands for text", async () => {
    const { call, bytes } = await openToolSession({
      files: { "a.ts": "a();\nb();\nc();\nd();\n" },
    });
    await call("read_file", { path: "a.ts" });
    const content = "a();\n// ... rest of the file unchanged ...\n";
    const outcome = await call("write_file", { path: "a.ts", content });
    expect(outcome.error).toMatchObject({ code: "input-invalid" });
    expect(outcome.error?.message).toContain("Give the whole text");
    expect(String(bytes("a.ts"))).toBe("a();\nb();\nc();\nd();\n");
    // Where nothing goes, it is a comment as any other.
    const longer = await call("write_file", {
      path: "a.ts",
      content: `a();\nb();\nc();\nd();\n${content}`,
    });
    expect(longer.status).toBe("ok");
  });

  it("refuses directories, devices and text that no file can hold", async () => {
    const { call, root } = await openToolSession({ files: { "src/a.ts": "" } });
    execFileSync("mkfifo", [join(root, "pipe")]);
    const failure = async (input: Record<string, unknown>): Promise<string | undefined> =>
      (await call("write_file", { content: "x", ...input })).error?.code;
    expect(await failure({ path: "src" })).toBe("not-a-file");
    expect(await failure({ path: "." })).toBe("not-a-file");
    expect(await failure({ path: "pipe" })).toBe("not-a-file");
    expect(await failure({ path: "src/a.ts/b" })).toBe("input-invalid");
    expect(await failure({ path: "n.txt", content: "a\0b" })).toBe("input-invalid");
    expect(await failure({ path: "n.txt", content: "a\ud800" })).toBe("input-invalid");
    expect(await failure({ path: "n.txt", content: "ü".repeat(9_000_000) })).toBe("input-invalid");
    expect(existsSync(join(root, "n.txt"))).toBe(false);
  });

  it("creates nothing outside through a dangling link", async () => {
    const { call, root, outside } = await openToolSession();
    symlinkSync(join(outside, "evil.txt"), join(root, "link.txt"));
    const outcome = await call("write_file", { path: "link.txt", content: "x" });
    expect(outcome.error?.code).toBe("path-outside-workspace");
    expect(existsSync(join(outside, "evil.txt"))).toBe(false);
  });

  it("writes through a link that stays inside, and keeps the link", async () => {
    const { call, root, bytes } = await openToolSession({ files: { "real.txt": "1\n" } });
    symlinkSync("real.txt", join(root, "link.txt"));
    await call("read_file", { path: "link.txt" });
    expect((await call("write_file", { path: "link.txt", content: "2\n" })).error).toBeNull();
    expect(bytes("real.txt").toString()).toBe("2\n");
    expect(statSync(join(root, "link.txt")).isFile()).toBe(true);
    expect(readFileSync(join(root, "link.txt"), "utf8")).toBe("2\n");
  });

  it("plans again, and refuses, when the file changes while a person is asked", async () => {
    const { call, session, root, bytes } = await openToolSession({ files: { "a.txt": "1\n" } });
    await call("read_file", { path: "a.txt" });
    session.approvals.watch({ asked: () => writeFileSync(join(root, "a.txt"), "foreign\n") });
    const outcome = await call("write_file", { path: "a.txt", content: "2\n" });
    expect(outcome.error?.code).toBe("file-changed");
    expect(bytes("a.txt").toString()).toBe("foreign\n");
  });
});

testToolContract("write_file", [
  { path: "new/deep/file.txt", content: "new\n" },
  { path: "src/main.ts", content: "export const answer = 43;\n" },
  { path: "link.txt", content: "through the link\n" },
]);
