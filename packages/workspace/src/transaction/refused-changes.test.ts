import { chmodSync, chownSync, mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { WorkspaceAccess } from "@toolwright/core";
import type { FileChange, FileVersion } from "@toolwright/core/ports";
import { describe, expect, it } from "vitest";
import { outputOf, startChild } from "../fixtures/run-child.ts";
import {
  failureOf,
  freshDirectory,
  openCall,
  writeFiles,
} from "../fixtures/temporary-workspace.ts";
import { tinyDisk } from "../fixtures/tiny-disk.ts";
import { treeOf } from "../fixtures/tree.ts";
import { openWorkspace } from "../open-workspace.ts";

const write = (path: string, text: string, replaces: FileVersion | null): FileChange => ({
  type: "write",
  path,
  bytes: Buffer.from(text),
  replaces,
});

async function versionAt(access: WorkspaceAccess, path: string): Promise<FileVersion> {
  return (await access.version(path)) ?? "nothing";
}

const nobody = 65534;

describe.skipIf(process.getuid?.() !== 0 || process.platform !== "linux")(
  "an unprivileged user (skipped unless root, who alone can become one)",
  () => {
    it.each(["fixed/a.txt", "read-only/a.txt", "sticky/a.txt"])(
      "that may not delete %s changes nothing else, and gets a message with the path",
      async (path) => {
        const outside = freshDirectory();
        const root = join(outside, "ws");
        writeFiles(root, {
          "own.txt": "own",
          "fixed/a.txt": "a",
          "read-only/a.txt": "a",
          "sticky/a.txt": "a",
        });
        for (const owned of [root, join(root, "own.txt"), join(root, "read-only")]) {
          chownSync(owned, nobody, nobody);
        }
        chmodSync(outside, 0o755);
        chmodSync(join(root, "read-only"), 0o555);
        chmodSync(join(root, "sticky"), 0o1777);
        const before = treeOf(root);
        const inode = statSync(join(root, "own.txt")).ino;
        const child = startChild("probe.ts", { uid: nobody, arguments: [root, "patch", path] });
        const answer = JSON.parse(await outputOf(child));
        expect(answer).toMatchObject({ code: "permission-denied" });
        expect(answer.message).toContain(path);
        expect(answer.message).not.toContain(outside);
        expect(treeOf(root)).toEqual(before);
        expect(statSync(join(root, "own.txt")).ino).toBe(inode);
      },
    );
  },
);

describe("a full disk", () => {
  it("leaves every file unchanged, and is reported", async (context) => {
    const root = tinyDisk();
    if (root === null) return context.skip("only root can mount a small disk");
    writeFiles(root, { "a.txt": "a", "b.txt": "b" });
    const access = openCall(openWorkspace({ roots: [root] }));
    const changes = async (size: number): Promise<readonly FileChange[]> => [
      write("a.txt", "A", await versionAt(access, "a.txt")),
      { type: "delete", path: "b.txt", replaces: await versionAt(access, "b.txt") },
      write("new/large.txt", "x".repeat(size), null),
    ];
    const before = treeOf(root);
    const tooMuch = await changes(1_000_000);
    const failure = await failureOf(() => access.apply(tooMuch));
    expect(failure).toMatchObject({ code: "internal" });
    expect(failure.message).toContain("'new/large.txt' could not be changed: no space is left");
    expect(treeOf(root)).toEqual(before);
    await access.apply(await changes(10));
    expect(treeOf(root)).toEqual({
      "a.txt": "A",
      new: "directory",
      "new/large.txt": "x".repeat(10),
    });
  });

  it("changes nothing if it affects the record", async (context) => {
    const disk = tinyDisk();
    if (disk === null) return context.skip("only root can mount a small disk");
    const root = freshDirectory();
    const access = openCall(openWorkspace({ roots: [root], stateDirectory: disk }));
    await access.apply([write("a.txt", "a", null)]);
    await failureOf(() => writeFileSync(join(disk, "full"), Buffer.alloc(1_000_000)));
    const failure = await failureOf(() => access.apply([write("b.txt", "b", null)]));
    expect(failure).toMatchObject({ code: "internal" });
    expect(failure.message).toContain("state directory");
    expect(readdirSync(root)).toEqual(["a.txt"]);
  });
});

describe("another file system", () => {
  it("receives a copy with mode and content, together with the other changes", async (context) => {
    const disk = tinyDisk();
    if (disk === null) return context.skip("only root can mount a small disk");
    const root = freshDirectory();
    writeFiles(root, { "run.sh": "#!/bin/sh\n", "b.txt": "b" });
    chmodSync(join(root, "run.sh"), 0o755);
    const access = openCall(openWorkspace({ roots: [root, disk] }));
    const to = join(disk, "sub/run.sh");
    const move = {
      type: "move",
      from: "run.sh",
      to,
      replaces: await versionAt(access, "run.sh"),
    } as const;
    const stale = write("b.txt", "B", "sha256:not this");
    expect(await failureOf(() => access.apply([move, stale]))).toMatchObject({
      code: "file-changed",
    });
    expect(treeOf(disk)).toEqual({});
    expect(await access.apply([move])).toEqual([await versionAt(access, to)]);
    expect(treeOf(disk)).toEqual({ sub: "directory", "sub/run.sh": "#!/bin/sh\n" });
    expect(statSync(to).mode & 0o777).toBe(0o755);
    expect(readdirSync(root)).toEqual(["b.txt"]);
  });
});

describe("large files", () => {
  it("get the same versions as a later look", async () => {
    const root = freshDirectory();
    mkdirSync(join(root, "dir"));
    const large = Buffer.alloc(3 * 1024 * 1024, "x");
    writeFileSync(join(root, "large.bin"), large);
    const session = openWorkspace({ roots: [root] }).openSession("session");
    const access = session.openCall({
      permit: () => true,
      isReadable: () => true,
      isRevoked: () => false,
    });
    const version = await versionAt(access, "large.bin");
    const changed = Buffer.concat([large, large]);
    const write: FileChange = {
      type: "write",
      path: "large.bin",
      bytes: changed,
      replaces: version,
    };
    const [first] = await access.apply([write]);
    expect(first).toBe(await access.version("large.bin"));
    const [moved] = await access.apply([
      { type: "move", from: "large.bin", to: "dir/large.bin", replaces: first ?? "" },
    ]);
    expect(moved).toBe(await access.version("dir/large.bin"));
    expect(statSync(join(root, "dir/large.bin")).size).toBe(changed.byteLength);
  });
});
