import { linkSync, mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openWorkspace } from "../open-workspace.ts";
import { freshDirectory, temporaryWorkspace, writeFiles } from "../fixtures/temporary-workspace.ts";

describe("resolving a path", () => {
  it("returns the path, the real path, its root and the display path", () => {
    const { root, workspace } = temporaryWorkspace({ "src/a.ts": "a" });
    symlinkSync("src", join(root, "linked"));
    const path = join(root, "linked", "a.ts");
    const real = join(root, "src", "a.ts");
    expect(workspace.resolve("linked/a.ts")).toEqual({
      path,
      realPath: real,
      displayPath: "linked/a.ts",
      root,
      linkCount: 1,
      isDirectory: false,
    });
  });

  it("returns the facts of a path without links, and of a directory", () => {
    const { root, workspace } = temporaryWorkspace({ "src/a.ts": "a" });
    linkSync(join(root, "src", "a.ts"), join(root, "second.ts"));
    const path = join(root, "src", "a.ts");
    const displayPath = "src/a.ts";
    expect(workspace.resolve("src/a.ts")).toEqual({
      path,
      realPath: path,
      displayPath,
      root,
      linkCount: 2,
      isDirectory: false,
    });
    expect(workspace.resolve("src")).toMatchObject({ linkCount: 1, isDirectory: true });
  });

  it("shows the root itself as a dot", () => {
    const { root, workspace } = temporaryWorkspace();
    for (const asked of [".", "./", root, `${root}/`, "a/.."]) {
      expect(workspace.resolve(asked)).toMatchObject({ displayPath: ".", realPath: root, root });
    }
  });

  it("resolves a missing path as far as it exists", () => {
    const { root, workspace } = temporaryWorkspace({ "src/a.ts": "a" });
    symlinkSync("src", join(root, "linked"));
    expect(workspace.resolve("linked/new/b.ts")).toMatchObject({
      realPath: join(root, "src/new/b.ts"),
      displayPath: "linked/new/b.ts",
      root,
    });
  });

  it("gives a path named outside no root, and shows it whole", () => {
    const { outside, workspace } = temporaryWorkspace();
    writeFiles(outside, { "other.txt": "x" });
    const path = join(outside, "other.txt");
    for (const asked of [path, "../other.txt", "a/../../other.txt", `file://${path}`]) {
      expect(workspace.resolve(asked)).toMatchObject({
        path,
        realPath: path,
        displayPath: path,
        root: null,
      });
    }
  });

  it("doesn't mistake a sibling with the root's name as prefix for the root", () => {
    const { outside, workspace } = temporaryWorkspace();
    writeFiles(outside, { "ws-evil/a.txt": "x" });
    expect(workspace.resolve("../ws-evil/a.txt")).toMatchObject({ root: null });
  });

  it("gives a link from outside into a root that root, and shows where it leads", () => {
    const { outside, root, workspace } = temporaryWorkspace({ "src/a.ts": "a" });
    symlinkSync(root, join(outside, "door"));
    expect(workspace.resolve("../door/src/a.ts")).toMatchObject({
      path: join(outside, "door/src/a.ts"),
      realPath: join(root, "src/a.ts"),
      displayPath: "src/a.ts",
      root,
    });
  });

  it("follows a link between two roots, and shows the place by the root it is in", () => {
    const outside = freshDirectory();
    writeFiles(outside, { "one/a": "1", "two/b": "2" });
    symlinkSync(join(outside, "two"), join(outside, "one/other"));
    const roots = [join(outside, "one"), join(outside, "two")];
    const workspace = openWorkspace({ roots });
    expect(workspace.resolve("other/b")).toMatchObject({ root: roots[1], displayPath: "b" });
  });

  it("counts hard links of files, not of directories", () => {
    const { root, outside, workspace } = temporaryWorkspace({ "dir/x": "x" });
    writeFiles(outside, { "secret.txt": "s" });
    linkSync(join(outside, "secret.txt"), join(root, "innocent.txt"));
    mkdirSync(join(root, "dir/sub"));
    expect(workspace.resolve("innocent.txt")).toMatchObject({ linkCount: 2, root });
    expect(workspace.resolve("dir")).toMatchObject({ linkCount: 1 });
    expect(workspace.resolve("missing")).toMatchObject({ linkCount: 1 });
  });

  it("keeps the two Unicode forms of a name apart where the file system does", () => {
    const { workspace } = temporaryWorkspace({ "e\u0301.txt": "decomposed" });
    const one = workspace.resolve("é.txt") as { realPath: string };
    const other = workspace.resolve("e\u0301.txt") as { realPath: string };
    if (process.platform === "linux") expect(one.realPath).not.toBe(other.realPath);
    else expect(one.realPath).toBe(other.realPath);
  });

  it("starts relative paths at the current directory", () => {
    const { root } = temporaryWorkspace({ "src/a.ts": "a" });
    const workspace = openWorkspace({ roots: [root], cwd: join(root, "src") });
    expect(workspace.cwd).toBe(join(root, "src"));
    expect(workspace.resolve("a.ts")).toMatchObject({ displayPath: "src/a.ts" });
    expect(workspace.resolve("..")).toMatchObject({ displayPath: "." });
  });
});
