import { existsSync, lstatSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { failureOf, openCall, temporaryWorkspace } from "../fixtures/temporary-workspace.ts";
import { treeOf } from "../fixtures/tree.ts";

describe("moving", () => {
  it("gives a file another name, creating its parents", async () => {
    const { access, root } = temporaryWorkspace({ "a.txt": "a" });
    await access.move("a.txt", "b/c/d.txt");
    expect(treeOf(root)).toEqual({ b: "directory", "b/c": "directory", "b/c/d.txt": "a" });
    expect(lstatSync(join(root, "b/c/d.txt")).nlink).toBe(1);
  });

  it("moves a directory with everything in it", async () => {
    const { access, root } = temporaryWorkspace({ "a/x.txt": "x", "a/b/y.txt": "y" });
    await access.move("a", "c/a2");
    expect(treeOf(root)).toEqual({
      c: "directory",
      "c/a2": "directory",
      "c/a2/b": "directory",
      "c/a2/b/y.txt": "y",
      "c/a2/x.txt": "x",
    });
  });

  it("moves a link itself, also a dangling one", async () => {
    const { access, root } = temporaryWorkspace({ "a.txt": "a" });
    symlinkSync("a.txt", join(root, "link"));
    symlinkSync("missing", join(root, "dangling"));
    await access.move("link", "link2");
    await access.move("dangling", "dangling2");
    expect(treeOf(root)).toEqual({ "a.txt": "a", link2: "-> a.txt", dangling2: "-> missing" });
  });

  it.each([
    ["a file", "x.txt"],
    ["a directory", "full"],
    ["an empty directory", "empty"],
    ["a link", "link"],
    ["a dangling link", "dangling"],
    ["itself", "a.txt"],
  ])("never overwrites %s", async (_what, to) => {
    const { access, root } = temporaryWorkspace({
      "a.txt": "a",
      "x.txt": "x",
      "full/y": "y",
      "b/z": "z",
    });
    mkdirSync(join(root, "empty"));
    symlinkSync("x.txt", join(root, "link"));
    symlinkSync("missing", join(root, "dangling"));
    const before = treeOf(root);
    for (const from of ["a.txt", "b"]) {
      const failure = await failureOf(() => access.move(from, to));
      expect(failure).toMatchObject({ code: "file-changed" });
    }
    expect(treeOf(root)).toEqual(before);
  });

  it("lets one of two concurrent moves to the same name succeed, and the other file stays", async () => {
    const { workspace, root } = temporaryWorkspace({ "a.txt": "a", "b.txt": "b" });
    const results = await Promise.allSettled(
      ["a.txt", "b.txt"].map(async (from) => openCall(workspace).move(from, "c.txt")),
    );
    expect(results.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect(Object.values(treeOf(root)).toSorted()).toEqual(["a", "b"]);
  });

  it("is refused into itself, and from where nothing is", async () => {
    const { access, root } = temporaryWorkspace({ "a/x.txt": "x" });
    expect(await failureOf(() => access.move("a", "a/b/c"))).toMatchObject({
      code: "input-invalid",
    });
    expect(await failureOf(() => access.move("missing", "b"))).toMatchObject({
      code: "file-not-found",
    });
    expect(treeOf(root)).toEqual({ a: "directory", "a/x.txt": "x" });
  });

  it("needs the right to delete the one and to write the other", async () => {
    const { workspace, root } = temporaryWorkspace({ "a.txt": "a" });
    for (const missing of ["delete", "write"]) {
      const access = openCall(workspace, { permit: (operation) => operation !== missing });
      expect(await failureOf(() => access.move("a.txt", "b.txt"))).toMatchObject({
        code: "permission-denied",
      });
    }
    expect(treeOf(root)).toEqual({ "a.txt": "a" });
  });

  it("keeps the session's knowledge of the file", async () => {
    const { access } = temporaryWorkspace({
      "small.txt": "a",
      "large.bin": Buffer.alloc(3_000_000, 7),
    });
    for (const name of ["small.txt", "large.bin"]) {
      access.noteRead(name, (await access.read(name)).version);
      await access.move(name, `moved-${name}`);
      expect(await access.knownVersion(`moved-${name}`)).toBe(
        await access.version(`moved-${name}`),
      );
      expect(await access.knownVersion(name)).toBeNull();
    }
  });
});

describe("removing", () => {
  it("removes files, links and empty directories", async () => {
    const { access, root } = temporaryWorkspace({ "a.txt": "a", "b.txt": "b" });
    symlinkSync("b.txt", join(root, "link"));
    mkdirSync(join(root, "empty"));
    for (const path of ["a.txt", "link", "empty"]) await access.remove(path);
    expect(treeOf(root)).toEqual({ "b.txt": "b" });
  });

  it("removes a full directory only if recursive", async () => {
    const { access, root } = temporaryWorkspace({ "a/b/c.txt": "c", "a/d.txt": "d" });
    const failure = await failureOf(() => access.remove("a"));
    expect(failure).toMatchObject({ code: "not-a-file" });
    expect(failure.message).toContain("recursively");
    expect(readFileSync(join(root, "a/b/c.txt"), "utf8")).toBe("c");
    await access.remove("a", { recursive: true });
    expect(treeOf(root)).toEqual({});
  });

  it("removes a tree deeper than any path can name", async () => {
    const { access, root } = temporaryWorkspace();
    const { execFileSync } = await import("node:child_process");
    const name = "d".repeat(200);
    execFileSync(
      "sh",
      ["-c", `mkdir top && cd top && for i in $(seq 40); do mkdir ${name} && cd -P ${name}; done`],
      { cwd: root },
    );
    await access.remove("top", { recursive: true });
    expect(existsSync(join(root, "top"))).toBe(false);
  });

  it("stops when the call is over, and yields in between", async () => {
    const files = Object.fromEntries(
      Array.from({ length: 1000 }, (_, index) => [`a/${index}`, "x"]),
    );
    let isRevoked = false;
    const { access, root } = temporaryWorkspace(files, { isRevoked: () => isRevoked });
    const removing = access.remove("a", { recursive: true });
    setImmediate(() => (isRevoked = true));
    expect(await failureOf(() => removing)).toMatchObject({ code: "cancelled" });
    const left = Object.keys(treeOf(root)).length;
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThan(1001);
  });

  it("fails for a missing path, with similar names", async () => {
    const { access } = temporaryWorkspace({ "readme.md": "x" });
    const failure = await failureOf(() => access.remove("README.md"));
    expect(failure).toMatchObject({ code: "file-not-found" });
    expect(failure.message).toContain("'readme.md'");
  });

  it("needs permission for either a link or its target", async () => {
    const { workspace, root } = temporaryWorkspace({ "a.txt": "a" });
    for (const allowed of ["a.txt", "link"]) {
      symlinkSync("a.txt", join(root, "link"));
      const access = openCall(workspace, {
        permit: (_operation, path) => path.realPath === join(root, allowed),
      });
      await access.remove("link");
      expect(treeOf(root)).toEqual({ "a.txt": "a" });
    }
    symlinkSync("a.txt", join(root, "link"));
    const access = openCall(workspace, { permit: () => false });
    expect(await failureOf(() => access.remove("link"))).toMatchObject({
      code: "permission-denied",
    });
  });

  it("forgets the session's knowledge", async () => {
    const { access } = temporaryWorkspace({ "a.txt": "a" });
    access.noteRead("a.txt", "v");
    await access.remove("a.txt");
    expect(await access.knownVersion("a.txt")).toBeNull();
  });
});
