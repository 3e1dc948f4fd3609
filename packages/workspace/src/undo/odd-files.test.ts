import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { type Effect, unknown } from "@toolwright/core";
import { describe, expect, it } from "vitest";
import { undoWorld, type UndoWorld } from "../fixtures/undo-world.ts";

const anything: readonly Effect[] = [unknown("a script")];
const options = { hasCheckpoints: true };

async function thereAndBack(world: UndoWorld, run: () => void): Promise<void> {
  const before = world.tree();
  await world.call(anything, run);
  const after = world.tree();
  expect(after).not.toEqual(before);
  expect(await world.undo.undo()).toMatchObject({ outcome: "done" });
  expect(world.tree()).toEqual(before);
  expect(await world.undo.redo()).toMatchObject({ outcome: "done" });
  expect(world.tree()).toEqual(after);
  await world.undo.undo();
  expect(world.tree()).toEqual(before);
}

describe("undo of a command's changes to links, directories and special files", () => {
  it.each([
    ["a dangling link", "nowhere"],
    ["a link to another directory", "other"],
    ["a link to itself", "d"],
    ["a link out of the workspace", "/"],
  ])("restores a directory that was replaced by %s", async (_name, target) => {
    const world = undoWorld({ "d/e/f.txt": "f", "d/g.txt": "g", "other/f.txt": "o" }, options);
    await thereAndBack(world, () => {
      rmSync(join(world.root, "d"), { recursive: true });
      symlinkSync(target, join(world.root, "d"));
    });
    await thereAndBack(world, () => {
      rmSync(join(world.root, "d/e"), { recursive: true });
      symlinkSync(target, join(world.root, "d/e"));
    });
  });

  it("turns links, files and directories back into each other", async () => {
    const world = undoWorld({ file: "f", "d/x": "x" }, options);
    symlinkSync("nowhere", join(world.root, "link"));
    await thereAndBack(world, () => {
      rmSync(join(world.root, "file"));
      mkdirSync(join(world.root, "file/in"), { recursive: true });
      rmSync(join(world.root, "d"), { recursive: true });
      writeFileSync(join(world.root, "d"), "a file");
      rmSync(join(world.root, "link"));
      mkdirSync(join(world.root, "link"));
      writeFileSync(join(world.root, "link/y"), "y");
    });
  });

  it("restores empty directories and their modes", async () => {
    const world = undoWorld({}, options);
    mkdirSync(join(world.root, "empty/deep"), { recursive: true });
    chmodSync(join(world.root, "empty/deep"), 0o700);
    await thereAndBack(world, () => rmSync(join(world.root, "empty"), { recursive: true }));
    await thereAndBack(world, () => {
      rmdirSync(join(world.root, "empty/deep"));
      mkdirSync(join(world.root, "new/deep"), { recursive: true });
    });
    await thereAndBack(world, () => chmodSync(join(world.root, "empty"), 0o711));
  });

  it("restores small ignored files", async () => {
    const world = undoWorld(
      { ".gitignore": "*.log\n.env\n", ".env": "a", "d/x.log": "x" },
      options,
    );
    await thereAndBack(world, () => {
      rmSync(join(world.root, ".env"));
      writeFileSync(join(world.root, "d/x.log"), "y");
      writeFileSync(join(world.root, "new.log"), "n");
    });
  });

  it("reports that an ignored directory was deleted, instead of reporting no change", async () => {
    const world = undoWorld({ ".gitignore": "out/\n", "out/a": "a", b: "b" }, options);
    await world.call(anything, () => rmSync(join(world.root, "out"), { recursive: true }));
    expect(await world.undo.undo()).toMatchObject({
      outcome: "not-undoable",
      paths: [{ path: join(world.root, "out"), reason: "git ignores it" }],
    });
  });

  it("names the last undoable change before one that can't be undone", async () => {
    const world = undoWorld({ ".gitignore": "out/\n", "out/a": "a", b: "b" }, options);
    const first = await world.call(anything, () => writeFileSync(join(world.root, "b"), "c"));
    await world.call(anything, () => writeFileSync(join(world.root, "out/a"), "new"));
    expect(await world.undo.undo()).toMatchObject({
      outcome: "not-undoable",
      before: { id: first },
    });
    expect(await world.undo.undo({ type: "entry", entry: first })).toMatchObject({
      outcome: "done",
    });
    expect(readFileSync(join(world.root, "b"), "utf8")).toBe("b");
  });

  it.skipIf(process.platform === "win32")(
    "removes a FIFO, and says that it can't be recreated",
    async () => {
      const world = undoWorld({ a: "a" }, options);
      const fifo = join(world.root, "pipe");
      await world.call(anything, () => void execFileSync("mkfifo", [fifo]));
      expect((await world.outlook(anything)).reasons.join("\n")).toContain("'pipe' (it is a FIFO)");
      expect(await world.undo.undo()).toMatchObject({ outcome: "done" });
      expect(existsSync(fifo)).toBe(false);
      execFileSync("mkfifo", [fifo]);
      await world.call(anything, () => rmSync(fifo));
      expect(await world.undo.undo()).toMatchObject({
        outcome: "not-undoable",
        paths: [{ path: fifo, reason: "it is a FIFO" }],
      });
    },
  );

  it.skipIf(process.platform !== "linux")(
    "says that a name that isn't UTF-8 can't be undone",
    async () => {
      const world = undoWorld({ a: "a" }, options);
      const odd = Buffer.concat([Buffer.from(`${world.root}/odd`), Buffer.from([0xff])]);
      const undone = async (run: () => void): Promise<unknown> => {
        await world.call(anything, run);
        return world.undo.undo();
      };
      const result = {
        outcome: "not-undoable",
        paths: [{ path: join(world.root, "odd\\xff"), reason: "its name isn't UTF-8" }],
      };
      expect(await undone(() => writeFileSync(odd, "1"))).toMatchObject(result);
      expect(await undone(() => writeFileSync(odd, "22"))).toMatchObject(result);
      expect(await undone(() => rmSync(odd))).toMatchObject(result);
    },
  );

  it("says that a file with several names becomes a separate file", async () => {
    const world = undoWorld({ a: "a" }, options);
    linkSync(join(world.root, "a"), join(world.root, "b"));
    await world.outlook(anything);
    await world.call(anything, () => writeFileSync(join(world.root, "a"), "changed"));
    expect((await world.outlook(anything)).reasons.join("\n")).toContain("2 names of one file");
    const result = await world.undo.undo();
    expect(result).toMatchObject({ outcome: "done" });
    if (result.outcome !== "done") return;
    expect(result.notes.join("\n")).toContain("one of 2 names");
    expect(readFileSync(join(world.root, "a"), "utf8")).toBe("a");
    expect(readFileSync(join(world.root, "b"), "utf8")).toBe("a");
  });

  it("never reads a file that is too large, reports that it changed, and undoes the rest", async () => {
    const world = undoWorld({ a: "a" }, { ...options, checkpointLimits: { maxFileBytes: 1_000 } });
    const large = join(world.root, "large");
    writeFileSync(large, "");
    truncateSync(large, 2 * 1024 ** 3);
    await world.call(anything, () => writeFileSync(join(world.root, "a"), "b"));
    expect(await world.undo.undo()).toMatchObject({ outcome: "done", notes: [] });
    expect((await world.outlook(anything)).reasons.join("\n")).toContain("'large'");
    await world.call(anything, () => {
      truncateSync(large, 1024 ** 3);
      writeFileSync(join(world.root, "a"), "c");
    });
    expect(await world.undo.undo()).toMatchObject({ outcome: "not-undoable" });
    expect(await world.undo.undo(undefined, { force: true })).toMatchObject({ outcome: "done" });
    expect(readFileSync(join(world.root, "a"), "utf8")).toBe("a");
    expect(lstatSync(large).size).toBe(1024 ** 3);
  });
});
