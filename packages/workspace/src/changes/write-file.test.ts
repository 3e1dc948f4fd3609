import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import type { WorkspaceAccess } from "@toolwright/core";
import type { FileVersion } from "@toolwright/core/ports";
import { describe, expect, it } from "vitest";
import { failureOf, openCall, temporaryWorkspace } from "../fixtures/temporary-workspace.ts";
import { treeOf } from "../fixtures/tree.ts";

const bytes = Buffer.from("new");
const newFile = { replaces: null };

async function versionOf(access: WorkspaceAccess, path: string): Promise<FileVersion> {
  return (await access.read(path)).version;
}

describe("a new file", () => {
  it("is created with its parent directories and mode 0666 without the umask", async () => {
    const { access, root } = temporaryWorkspace();
    const version = await access.write("a/b/c.txt", bytes, newFile);
    expect(treeOf(root)).toEqual({ a: "directory", "a/b": "directory", "a/b/c.txt": "new" });
    expect(version).toBe(await access.version("a/b/c.txt"));
    writeFileSync(join(root, "by-hand.txt"), "");
    expect(statSync(join(root, "a/b/c.txt")).mode).toBe(statSync(join(root, "by-hand.txt")).mode);
    expect(statSync(join(root, "a/b/c.txt")).nlink).toBe(1);
  });

  it("gets the requested mode", async () => {
    const { access, root } = temporaryWorkspace();
    await access.write("run.sh", bytes, { replaces: null, mode: 0o755 });
    expect(statSync(join(root, "run.sh")).mode & 0o7777).toBe(0o755);
  });

  it("may be empty", async () => {
    const { access, root } = temporaryWorkspace();
    await access.write("empty", new Uint8Array(), newFile);
    expect(readFileSync(join(root, "empty"))).toHaveLength(0);
  });

  it.each(["file", "directory", "link"])("never replaces a %s", async (kind) => {
    const { access, root } = temporaryWorkspace({ "target.txt": "old" });
    if (kind === "file") writeFileSync(join(root, "x"), "old");
    if (kind === "directory") mkdirSync(join(root, "x"));
    if (kind === "link") symlinkSync("target.txt", join(root, "x"));
    const before = treeOf(root);
    const failure = await failureOf(() => access.write("x", bytes, newFile));
    expect(failure.code).toBe(kind === "directory" ? "not-a-file" : "file-changed");
    expect(treeOf(root)).toEqual(before);
  });

  it("can't be created below a file, and the message says which", async () => {
    const { access, root } = temporaryWorkspace({ "dir/a.txt": "a" });
    const failure = await failureOf(() => access.write("dir/a.txt/b/c", bytes, newFile));
    expect(failure).toMatchObject({ code: "input-invalid" });
    expect(failure.message).toContain("'dir/a.txt' is not a directory");
    expect(treeOf(root)).toEqual({ dir: "directory", "dir/a.txt": "a" });
  });

  it("created twice concurrently is created once, entirely by one of the two", async () => {
    const { access, workspace, root } = temporaryWorkspace();
    const texts = ["first", "second", "third", "fourth"];
    const results = await Promise.allSettled(
      texts.map(async (text) => openCall(workspace).write("a/b.txt", Buffer.from(text), newFile)),
    );
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(texts).toContain(readFileSync(join(root, "a/b.txt"), "utf8"));
    expect(readdirSync(join(root, "a"))).toEqual(["b.txt"]);
    expect(await access.version("a/b.txt")).toMatch(/^sha256:/);
  });
});

describe("replacing a file", () => {
  it("keeps its mode and gives the new version", async () => {
    const { access, root } = temporaryWorkspace({ "run.sh": "old" });
    chmodSync(join(root, "run.sh"), 0o751);
    const replaces = await versionOf(access, "run.sh");
    const version = await access.write("run.sh", bytes, { replaces });
    expect(statSync(join(root, "run.sh")).mode & 0o7777).toBe(0o751);
    expect(version).toBe(await access.version("run.sh"));
    expect(version).not.toBe(replaces);
    expect(readdirSync(root)).toEqual(["run.sh"]);
  });

  it("sets the requested mode", async () => {
    const { access, root } = temporaryWorkspace({ "run.sh": "old" });
    const replaces = await versionOf(access, "run.sh");
    await access.write("run.sh", bytes, { replaces, mode: 0o700 });
    expect(statSync(join(root, "run.sh")).mode & 0o7777).toBe(0o700);
  });

  it("drops setuid, as the kernel does for a file that is written", async () => {
    const { access, root } = temporaryWorkspace({ program: "old" });
    chmodSync(join(root, "program"), 0o4755);
    await access.write("program", bytes, { replaces: await versionOf(access, "program") });
    expect(statSync(join(root, "program")).mode & 0o7777).toBe(0o755);
  });

  it.runIf(process.getuid?.() === 0)("keeps its owner (as root)", async () => {
    const { access, root } = temporaryWorkspace({ "a.txt": "old" });
    const { chownSync } = await import("node:fs");
    chownSync(join(root, "a.txt"), 12345, 23456);
    await access.write("a.txt", bytes, { replaces: await versionOf(access, "a.txt") });
    expect(statSync(join(root, "a.txt"))).toMatchObject({ uid: 12345, gid: 23456 });
  });

  it.each([
    ["changed", (path: string) => writeFileSync(path, "foreign")],
    ["removed", (path: string) => unlinkSync(path)],
    ["replaced by a directory", (path: string) => (unlinkSync(path), mkdirSync(path))],
  ])("is refused when the file was %s in the meantime", async (_what, meddle) => {
    const { access, root } = temporaryWorkspace({ "dir/a.txt": "old" });
    const replaces = await versionOf(access, "dir/a.txt");
    meddle(join(root, "dir/a.txt"));
    const before = treeOf(root);
    const failure = await failureOf(() => access.write("dir/a.txt", bytes, { replaces }));
    expect(["file-changed", "not-a-file"]).toContain(failure.code);
    expect(treeOf(root)).toEqual(before);
  });

  it("is refused when its directory is gone, which isn't recreated", async () => {
    const { access, root } = temporaryWorkspace({ "dir/a.txt": "old" });
    const replaces = await versionOf(access, "dir/a.txt");
    rmSync(join(root, "dir"), { recursive: true });
    const failure = await failureOf(() => access.write("dir/a.txt", bytes, { replaces }));
    expect(failure).toMatchObject({ code: "file-changed" });
    expect(treeOf(root)).toEqual({});
  });

  it("is refused for an invalid version", async () => {
    const { access } = temporaryWorkspace({ "a.txt": "old" });
    const failure = await failureOf(() => access.write("a.txt", bytes, { replaces: "newest" }));
    expect(failure).toMatchObject({ code: "file-changed" });
  });

  it("accepts a file that was only touched, or changed back", async () => {
    const { access, root } = temporaryWorkspace({ "a.txt": "old" });
    const replaces = await versionOf(access, "a.txt");
    writeFileSync(join(root, "a.txt"), "other");
    writeFileSync(join(root, "a.txt"), "old");
    await access.write("a.txt", bytes, { replaces });
    expect(readFileSync(join(root, "a.txt"), "utf8")).toBe("new");
  });

  it("happens in the requested order, each on the previous result", async () => {
    const { access, root } = temporaryWorkspace({ "a.txt": "0" });
    const first = await versionOf(access, "a.txt");
    const writes = [1, 2, 3].map(async (count) =>
      access.write("a.txt", Buffer.from(String(count)), { replaces: first }),
    );
    const results = await Promise.allSettled(writes);
    expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "rejected"]);
    expect(readFileSync(join(root, "a.txt"), "utf8")).toBe("1");
  });

  it("never shows a reader anything but the old or the new content", async () => {
    const { access } = temporaryWorkspace({ "a.txt": "0".repeat(300_000) });
    let replaces = await versionOf(access, "a.txt");
    let isDone = false;
    const reading = (async () => {
      const seen = new Set<string>();
      while (!isDone) {
        const text = Buffer.from((await access.read("a.txt")).bytes).toString();
        seen.add(`${text.length} ${[...new Set(text)].join("")}`);
        await new Promise(setImmediate);
      }
      return seen;
    })();
    for (let round = 1; round <= 9; round++) {
      const content = Buffer.from(String(round).repeat(300_000));
      replaces = await access.write("a.txt", content, { replaces });
    }
    isDone = true;
    for (const seen of await reading) expect(seen).toMatch(/^300000 \d$/);
  });
});

describe("a write that is refused or fails", () => {
  it("does nothing for a call that is over", async () => {
    let isRevoked = false;
    const { access, root } = temporaryWorkspace({}, { isRevoked: () => isRevoked });
    const writing = access.write("a/b.txt", bytes, newFile);
    isRevoked = true;
    expect(await failureOf(() => writing)).toMatchObject({ code: "cancelled" });
    expect(treeOf(root)).toEqual({});
  });

  it("names the requested path when the call did not declare it", async () => {
    const permitted: string[] = [];
    const { access, root } = temporaryWorkspace(
      { "a.txt": "a" },
      {
        permit: (operation, path) => {
          permitted.push(`${operation} ${path.displayPath}`);
          return operation === "read";
        },
      },
    );
    const failure = await failureOf(() => access.write("b.txt", bytes, newFile));
    expect(failure).toMatchObject({ code: "permission-denied" });
    expect(failure.message).toBe(
      "The call did not declare that it writes 'b.txt', so it is refused.",
    );
    expect(permitted).toEqual(["write b.txt"]);
    expect(treeOf(root)).toEqual({ "a.txt": "a" });
  });

  it("refuses to write where the path leads after its directory was renamed", async () => {
    const { access, root } = temporaryWorkspace({ "dir/a.txt": "old" });
    const replaces = await versionOf(access, "dir/a.txt");
    const writing = access.write("dir/a.txt", bytes, { replaces });
    renameSync(join(root, "dir"), join(root, "elsewhere"));
    expect(await failureOf(() => writing)).toMatchObject({ code: "file-changed" });
    expect(treeOf(root)).toEqual({ elsewhere: "directory", "elsewhere/a.txt": "old" });
  });
});

describe("making a directory", () => {
  it("makes its parents, and says when it was there", async () => {
    const { access, root } = temporaryWorkspace();
    expect(await access.makeDirectory("a/b")).toBe(true);
    expect(await access.makeDirectory("a/b")).toBe(false);
    expect(await access.makeDirectory(".")).toBe(false);
    expect(lstatSync(join(root, "a/b")).isDirectory()).toBe(true);
  });

  it("is refused where a file is", async () => {
    const { access, root } = temporaryWorkspace({ "a.txt": "a" });
    for (const path of ["a.txt", "a.txt/b"]) {
      expect(await failureOf(() => access.makeDirectory(path))).toMatchObject({
        code: "input-invalid",
      });
    }
    expect(existsSync(join(root, "a.txt/b"))).toBe(false);
  });
});
