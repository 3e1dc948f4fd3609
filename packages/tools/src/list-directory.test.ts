import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { testToolContract } from "./fixtures/tool-contract.ts";
import { openToolSession, textOf } from "./fixtures/tool-session.ts";

describe("list_directory", () => {
  it("shows directories first, then files with their sizes", async () => {
    const { call } = await openToolSession({
      files: {
        "b.txt": "12345",
        ".hidden": "",
        "a.md": "x".repeat(4_100),
        "src/x.ts": "",
        "doc/y": "",
      },
    });
    const outcome = await call("list_directory", {});
    expect(textOf(outcome)).toBe(".:\ndoc/\nsrc/\n.hidden  0 bytes\na.md  4.1 kB\nb.txt  5 bytes");
    expect(outcome.structured).toMatchObject({ path: ".", isComplete: true });
  });

  it("shows a tree down to the depth asked for, but not into node_modules and .git", async () => {
    const { call } = await openToolSession({
      files: {
        "src/deep/deeper/x.ts": "1",
        "src/a.ts": "12",
        "node_modules/p/index.js": "",
        ".git/HEAD": "",
      },
    });
    expect(textOf(await call("list_directory", { depth: 3 }))).toBe(
      [
        ".:",
        ".git/  (not opened)",
        "node_modules/  (not opened)",
        "src/",
        "  deep/",
        "    deeper/",
        "  a.ts  2 bytes",
      ].join("\n"),
    );
    expect(textOf(await call("list_directory", { path: "node_modules", depth: 2 }))).toBe(
      "node_modules:\np/\n  index.js  0 bytes",
    );
  });

  it("shows where links lead, without following them", async () => {
    const { call, root, outside } = await openToolSession({ files: { "src/a.ts": "1" } });
    mkdirSync(join(outside, "elsewhere-4711"));
    const link = (target: string, name: string): void => symlinkSync(target, join(root, name));
    link("src", "dir");
    link("src/a.ts", "file");
    link("gone.txt", "gone");
    link("loop", "loop");
    link(join(outside, "elsewhere-4711"), "out");
    const shown = textOf(await call("list_directory", { depth: 2 }));
    expect(shown).toContain("dir -> src (directory)\nfile -> src/a.ts (file)");
    expect(shown).toContain("gone -> gone.txt (missing)");
    expect(shown).toContain("loop -> nowhere");
    expect(shown).toContain("out -> outside the workspace");
    expect(shown).not.toContain("4711");
  });

  it("counts what it leaves out of very many entries, the deepest first", async () => {
    const { call, root } = await openToolSession({ files: { "zz/y.txt": "" } });
    for (let index = 0; index < 995; index++) mkdirSync(join(root, `d${index}`));
    for (let index = 0; index < 20; index++) writeFileSync(join(root, "zz", `f${index}`), "");
    const outcome = await call("list_directory", { depth: 2 });
    expect(textOf(outcome)).toContain(
      "zz/\n  f0  0 bytes\n  f1  0 bytes\n  f10  0 bytes\n  f11  0 bytes\n  … 17 more",
    );
    expect(textOf(outcome)).toMatch(/\(1,000 entries are shown\. 17 more, .* were left out\./);
    expect(outcome.structured).toMatchObject({ isComplete: false });
  });

  it("leaves out the details of what the policy protects", async () => {
    const { call } = await openToolSession({
      files: { "vault/inner/key.txt": "12345", ".env": "TOKEN=1" },
      rules: [{ deny: "read(vault/**)" }],
    });
    const outcome = await call("list_directory", { depth: 3 });
    expect(textOf(outcome)).toContain(".env");
    expect(textOf(outcome)).not.toMatch(/\.env {2}\d/);
    expect(textOf(outcome)).not.toContain("key.txt");
  });

  it("quotes names that would break a line or deceive the eye", async () => {
    const { call, root } = await openToolSession();
    writeFileSync(join(root, "a\nb"), "1");
    writeFileSync(join(root, "x\u202egpj.exe"), "1");
    writeFileSync(Buffer.concat([Buffer.from(`${root}/bad-`), Buffer.of(0xff)]), "1");
    const shown = textOf(await call("list_directory", {}));
    expect(shown).toContain(String.raw`"a\nb"  1 byte`);
    expect(shown).toContain(String.raw`"x\u{202e}gpj.exe"  1 byte`);
    expect(shown).toContain(String.raw`"bad-\u{fffd}"`);
  });

  it("tells what is no regular file", async () => {
    const { call, root } = await openToolSession();
    execFileSync("mkfifo", [join(root, "pipe")]);
    expect(textOf(await call("list_directory", {}))).toBe(".:\npipe  (not a regular file)");
  });

  it("says of an empty directory that it is empty", async () => {
    const { call, root } = await openToolSession();
    mkdirSync(join(root, "e"));
    expect(textOf(await call("list_directory", { path: "e" }))).toBe("e:\n(empty)");
  });

  it("refuses a file and a missing directory, naming near names", async () => {
    const { call } = await openToolSession({ files: { "source/a.txt": "" } });
    expect((await call("list_directory", { path: "source/a.txt" })).error?.code).toBe(
      "input-invalid",
    );
    const { error } = await call("list_directory", { path: "soruce" });
    expect(error?.code).toBe("file-not-found");
    expect(error?.message).toContain("source");
  });

  it("leaves out what ignore files do on request, and counts it", async () => {
    const { call, root } = await openToolSession({
      files: {
        ".gitignore": "dist/\n*.log\n",
        "a.log": "",
        "dist/x.js": "",
        "node_modules/p/index.js": "",
        "src/deep/deeper/x.ts": "1",
        "src/b.log": "",
        "logs/only.log": "",
      },
    });
    symlinkSync("src", join(root, "link"));
    const outcome = await call("list_directory", { depth: 2, hide_ignored: true });
    expect(textOf(outcome)).toBe(
      [
        ".:",
        "src/",
        "  deep/",
        ".gitignore  12 bytes",
        "link -> src (directory)",
        "",
        "(5 ignored or empty entries are hidden; hide_ignored: false shows them.)",
      ].join("\n"),
    );
    expect(outcome.structured).toMatchObject({ isComplete: false });
    const below = await call("list_directory", { path: "src", hide_ignored: true });
    expect(textOf(below)).toContain("src:\ndeep/\n\n(1 ignored or empty entry is hidden;");
  });
});

testToolContract("list_directory", [{}, { path: "src" }, { path: "folder" }, { path: ".." }]);
