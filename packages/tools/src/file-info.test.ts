import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { testToolContract } from "./fixtures/tool-contract.ts";
import { openToolSession, textOf } from "./fixtures/tool-session.ts";

const git = (root: string, ...words: string[]): void => {
  const identity = ["-c", "user.name=t", "-c", "user.email=t@example.invalid"];
  execFileSync("git", [...identity, ...words], { cwd: root, stdio: "pipe" });
};

describe("file_info", () => {
  it("tells how a text file is written", async () => {
    const { call, root } = await openToolSession({
      files: { "a.txt": Buffer.from("\ufeffgrün\r\nzwei", "utf16le") },
    });
    chmodSync(join(root, "a.txt"), 0o640);
    utimesSync(join(root, "a.txt"), 1_000_000_000, 1_000_000_000);
    const outcome = await call("file_info", { path: "a.txt" });
    expect(textOf(outcome)).toBe(
      [
        "a.txt: text file",
        "Size: 22 bytes",
        "Lines: 2",
        "Text: utf-16le with byte order mark, CRLF line endings, without final newline",
        "Mode: 640",
        "Modified: 2001-09-09T01:46:40.000Z",
        "Git: in no repository of the workspace",
      ].join("\n"),
    );
    expect(outcome.structured).toEqual({
      path: "a.txt",
      kind: "text",
      size: 22,
      lines: 2,
      encoding: "utf-16le",
      byteOrderMark: true,
      lineEnd: "CRLF",
      finalNewline: false,
      mode: "640",
      modifiedAt: "2001-09-09T01:46:40.000Z",
      git: "none",
    });
  });

  it.each([
    ["empty.txt", "", { lines: 0, lineEnd: "none", finalNewline: false }],
    ["one.txt", "x", { lines: 1, lineEnd: "none", finalNewline: false }],
    ["mac.txt", "a\rb\r", { lines: 2, lineEnd: "CR", finalNewline: true }],
    ["mixed.txt", "a\r\nb\nc\n", { lines: 3, lineEnd: "mixed", finalNewline: true }],
    ["large.txt", "line\n".repeat(1_000_000), { lines: 1_000_000, finalNewline: true }],
    ["open.txt", `${"line\n".repeat(1_000_000)}end`, { lines: 1_000_001, finalNewline: false }],
    ["data.bin", Buffer.from([0, 1, 2, 255]), { kind: "binary", format: "binary data", size: 4 }],
  ])("tells the facts of %s", async (path, content, facts) => {
    const { call } = await openToolSession({ files: { [path]: content } });
    expect((await call("file_info", { path })).structured).toMatchObject(facts);
  });

  it("counts the entries of a directory and follows a link inside", async () => {
    const { call, root } = await openToolSession({ files: { "d/a": "", "d/b": "x\n" } });
    symlinkSync("d/b", join(root, "link"));
    expect(textOf(await call("file_info", { path: "d" }))).toContain("d: directory with 2 entries");
    expect((await call("file_info", { path: "link" })).structured).toMatchObject({
      path: "link",
      linkTarget: "d/b",
      kind: "text",
      lines: 1,
    });
  });

  it("tells of what is no regular file, and names near names of what is missing", async () => {
    const { call, root } = await openToolSession({ files: { "hello.txt": "x" } });
    execFileSync("mkfifo", [join(root, "pipe")]);
    expect((await call("file_info", { path: "pipe" })).structured).toMatchObject({ kind: "other" });
    const { error } = await call("file_info", { path: "helo.txt" });
    expect(error?.code).toBe("file-not-found");
    expect(error?.message).toContain("hello.txt");
  });

  it("refuses a link that leads outside", async () => {
    const { call, root, outside } = await openToolSession();
    writeFileSync(join(outside, "secret.txt"), "canary");
    symlinkSync(join(outside, "secret.txt"), join(root, "link"));
    expect((await call("file_info", { path: "link" })).error?.code).toBe("path-outside-workspace");
  });

  it("doesn't count as having read the file", async () => {
    const { call } = await openToolSession({ files: { "a.txt": "one\n" } });
    await call("file_info", { path: "a.txt" });
    const edit = { path: "a.txt", old_string: "one", new_string: "two" };
    expect((await call("edit_file", edit)).error?.code).toBe("file-not-read");
  });

  it("tells each state in git", async () => {
    const { call, root, put } = await openToolSession({
      files: { ".gitignore": "*.log\n", "same.txt": "1", "changed.txt": "1", "staged.txt": "1" },
    });
    git(root, "init", "-q");
    git(root, "add", ".");
    git(root, "commit", "-q", "-m", "first");
    put({
      "changed.txt": "22",
      "staged.txt": "22",
      "new.txt": "",
      "x.log": "",
      "*.txt": "",
      "both.txt": "1",
    });
    git(root, "add", "staged.txt", "both.txt");
    put({ "both.txt": "22" });
    const states = {
      "same.txt": "unmodified",
      "changed.txt": "modified",
      "staged.txt": "staged",
      "both.txt": "staged-and-modified",
      "new.txt": "untracked",
      "*.txt": "untracked",
      "x.log": "ignored",
    };
    for (const [path, state] of Object.entries(states)) {
      expect([path, (await call("file_info", { path })).structured]).toMatchObject([
        path,
        { git: state },
      ]);
    }
  });

  it("runs no program that the repository names, and takes no lock", async () => {
    const { call, root, put, outside } = await openToolSession({ files: { "a.txt": "1\n" } });
    git(root, "init", "-q");
    git(root, "add", ".");
    const canary = join(outside, "canary");
    put({ "a.txt": "22\n", ".gitattributes": "*.txt filter=evil diff=evil\n" });
    for (const [key, value] of [
      ["core.fsmonitor", `touch ${canary}; false`],
      ["filter.evil.clean", `touch ${canary}; cat`],
      ["filter.evil.process", `touch ${canary}`],
      ["diff.evil.textconv", `touch ${canary}; cat`],
      ["diff.external", `touch ${canary}`],
      ["core.hooksPath", outside],
    ] as const) {
      git(root, "config", key, value);
    }
    writeFileSync(join(outside, "post-index-change"), `#!/bin/sh\ntouch ${canary}\n`, {
      mode: 0o755,
    });
    expect((await call("file_info", { path: "a.txt" })).structured).toMatchObject({
      git: "unknown",
    });
    put({ ".gitattributes": "" });
    expect((await call("file_info", { path: "a.txt" })).structured).toMatchObject({
      git: "staged-and-modified",
    });
    expect(existsSync(canary)).toBe(false);
  });

  it("takes a bare repository in the workspace for none", async () => {
    const { call, root, put } = await openToolSession({ files: { "vendor/a.txt": "1\n" } });
    git(join(root, "vendor"), "init", "-q", "--bare");
    put({ "vendor/config": "[core]\n\tbare = true\n\trepositoryformatversion = 0\n" });
    const outcome = await call("file_info", { path: "vendor/a.txt" });
    expect(["none", "unknown"]).toContain((outcome.structured as { git: string }).git);
  });
});

testToolContract("file_info", [
  { path: "README.md" },
  { path: "src" },
  { path: "link.txt" },
  { path: "binary.bin" },
]);
