import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { failureOf, freshDirectory, openCall } from "../fixtures/temporary-workspace.ts";
import { tinyDisk } from "../fixtures/tiny-disk.ts";
import { treeOf } from "../fixtures/tree.ts";
import { openWorkspace } from "../open-workspace.ts";

const probe = join(import.meta.dirname, "../fixtures/probe.ts");

describe.skipIf(process.platform === "win32")("a file that exceeds the size limit", () => {
  it.each([
    ["fill", "a/b/new.txt"],
    ["refill", "old.txt"],
  ])("%s leaves the previous files and nothing else", (operation, path) => {
    const root = freshDirectory();
    writeFileSync(join(root, "old.txt"), "old");
    // The shell's own limit on file sizes, in blocks of 512 bytes: writing more fails midway.
    const command = `ulimit -f 8 && exec "$0" --conditions=source "$@"`;
    const words = [process.execPath, probe, root, operation, path, "100000"];
    const { stdout } = spawnSync("sh", ["-c", command, ...words], { encoding: "utf8" });
    const { code, message } = JSON.parse(stdout) as { code: string; message: string };
    expect([code, message]).toEqual(["internal", expect.stringContaining("EFBIG")]);
    expect(treeOf(root)).toEqual({ "old.txt": "old" });
  });
});

describe("a full disk", () => {
  it("leaves the previous files, removes created directories, and is reported", async (context) => {
    const root = tinyDisk();
    if (root === null) return context.skip("only root can mount a small disk");
    writeFileSync(join(root, "old.txt"), "old");
    const access = openCall(openWorkspace({ roots: [root] }));
    const bytes = Buffer.alloc(1_000_000, "x");
    const version = await access.version("old.txt");
    for (const [path, replaces] of [
      ["a/b/new.txt", null],
      ["old.txt", version],
    ] as const) {
      const failure = await failureOf(() => access.write(path, bytes, { replaces }));
      expect(failure).toMatchObject({ code: "internal" });
      expect(failure.message).toContain("no space is left");
    }
    expect(treeOf(root)).toEqual({ "old.txt": "old" });
    await access.write("a/b/new.txt", Buffer.from("small"), { replaces: null });
  });
});

describe("another file system", () => {
  it("isn't moved to", async (context) => {
    const disk = tinyDisk();
    if (disk === null) return context.skip("only root can mount a small disk");
    const root = freshDirectory();
    writeFileSync(join(root, "a.txt"), "a");
    mkdirSync(join(root, "dir"));
    const access = openCall(openWorkspace({ roots: [root, disk] }));
    for (const from of ["a.txt", "dir"]) {
      const failure = await failureOf(() => access.move(from, join(disk, "x/moved")));
      expect(failure).toMatchObject({ code: "input-invalid" });
      expect(failure.message).toContain("another file system");
    }
    expect(treeOf(disk)).toEqual({});
    expect(treeOf(root)).toEqual({ "a.txt": "a", dir: "directory" });
  });
});
