import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { checkedContainment } from "./access/checked-containment.ts";
import { WorkspaceError } from "./errors.ts";
import {
  failureOf,
  freshDirectory,
  openCall,
  temporaryWorkspace,
  writeFiles,
} from "./fixtures/temporary-workspace.ts";
import { openWorkspace, workspaceWith } from "./open-workspace.ts";

describe("opening a workspace", () => {
  it("takes real paths, and starts in the first root", () => {
    const outside = freshDirectory();
    writeFiles(outside, { "one/a": "", "two/b": "" });
    symlinkSync(join(outside, "two"), join(outside, "link"));
    const workspace = openWorkspace({ roots: [join(outside, "one/"), join(outside, "link")] });
    expect(workspace.roots).toEqual([join(outside, "one"), join(outside, "two")]);
    expect(workspace.cwd).toBe(join(outside, "one"));
  });

  it("drops a root inside another one, or given twice", () => {
    const outside = freshDirectory();
    writeFiles(outside, { "one/sub/a": "" });
    const roots = ["one/sub", "one", "one"].map((name) => join(outside, name));
    expect(openWorkspace({ roots })).toMatchObject({
      roots: [join(outside, "one")],
      cwd: join(outside, "one"),
    });
  });

  it.each([
    ["a missing root", "missing", "root-missing"],
    ["a file", "file", "root-not-directory"],
    ["an empty path", "", "root-missing"],
    ["a dangling link", "dangling", "root-missing"],
  ])("refuses %s", async (_what, name, code) => {
    const outside = freshDirectory();
    writeFileSync(join(outside, "file"), "");
    symlinkSync("nowhere", join(outside, "dangling"));
    const root = name === "" ? "" : join(outside, name);
    const failure = await failureOf(() => openWorkspace({ roots: [root] }));
    expect(failure).toMatchObject({ code });
    expect(WorkspaceError.isInstance(failure)).toBe(true);
    expect(failure.message).toContain(root);
  });

  it("refuses an empty list of roots, and the kernel's directories", async () => {
    expect(await failureOf(() => openWorkspace({ roots: [] }))).toMatchObject({
      code: "root-invalid",
    });
    if (process.platform === "linux") {
      const failure = await failureOf(() =>
        openWorkspace({ roots: ["/proc/self/cwd/../../proc"] }),
      );
      expect(["root-invalid", "root-missing"]).toContain(failure.code);
      expect(await failureOf(() => openWorkspace({ roots: ["/dev/shm"] }))).toMatchObject({
        code: "root-invalid",
      });
    }
  });

  it("refuses /, the home directory and its ancestors, unless they are allowed", async () => {
    const outside = freshDirectory();
    writeFiles(outside, { "homes/me/project/a": "" });
    const home = join(outside, "homes/me");
    symlinkSync(home, join(outside, "link"));
    for (const root of [
      "/",
      home,
      `${home}/.`,
      join(outside, "homes"),
      outside,
      join(outside, "link"),
    ]) {
      for (const given of [home, join(outside, "link")]) {
        const failure = await failureOf(() => openWorkspace({ roots: [root], home: given }));
        expect([root, failure.code]).toEqual([root, "root-too-broad"]);
      }
      expect(openWorkspace({ roots: [root], home, allowBroadRoots: true }).roots).toHaveLength(1);
    }
    expect(openWorkspace({ roots: [join(home, "project")], home }).roots).toHaveLength(1);
    expect(openWorkspace({ roots: [home], home: join(outside, "homes/m") }).roots).toHaveLength(1);
  });

  it("requires a current directory that exists inside a root", async () => {
    const { root, outside } = temporaryWorkspace({ "src/a": "", file: "" });
    mkdirSync(join(outside, "ws-evil"));
    symlinkSync("../ws-evil", join(root, "out"));
    symlinkSync("src", join(root, "in"));
    for (const name of ["../ws-evil", "out", "missing", "file"]) {
      const failure = await failureOf(() =>
        openWorkspace({ roots: [root], cwd: join(root, name) }),
      );
      expect([name, failure.code]).toEqual([name, "cwd-invalid"]);
    }
    expect(openWorkspace({ roots: [root], cwd: join(root, "in") }).cwd).toBe(join(root, "src"));
  });
});

describe("a root that is replaced while it is open", () => {
  it.runIf(process.platform === "linux")(
    "isn't used after a replacement by a link to elsewhere",
    async () => {
      const { access, root, outside } = temporaryWorkspace({ "a.txt": "a" });
      writeFiles(outside, { "other/a.txt": "OUTSIDE" });
      renameSync(root, `${root}-2`);
      symlinkSync(join(outside, "other"), root);
      for (const act of [
        () => access.read("a.txt"),
        () => access.list("."),
        () => access.write("b.txt", Buffer.from("b"), { replaces: null }),
      ]) {
        expect((await failureOf(act)).code).toMatch(/path-outside-workspace|permission-denied/);
      }
    },
  );

  it("is still used after a replacement by a new directory", async () => {
    const { access, root } = temporaryWorkspace({ "a.txt": "a" });
    rmSync(root, { recursive: true });
    expect(await failureOf(() => access.read("a.txt"))).toMatchObject({ code: "file-not-found" });
    mkdirSync(root);
    await access.write("a.txt", Buffer.from("b"), { replaces: null });
    expect(Buffer.from((await access.read("a.txt")).bytes).toString()).toBe("b");
  });
});

describe("two roots", () => {
  it("are both inside, and files move between them", async () => {
    const outside = freshDirectory();
    writeFiles(outside, { "one/a.txt": "a", "two/b.txt": "b" });
    const roots = [join(outside, "one"), join(outside, "two")];
    const access = openCall(openWorkspace({ roots }));
    expect(access.resolve("../two/b.txt")).toMatchObject({ root: roots[1], displayPath: "b.txt" });
    await access.move("a.txt", join(outside, "two/a.txt"));
    expect(access.list(join(outside, "two"))).toHaveLength(2);
  });
});

describe("a workspace on a system without descriptors of directories", () => {
  it("works the same", async () => {
    const root = freshDirectory();
    writeFiles(root, { "src/a.txt": "a" });
    symlinkSync("src", join(root, "link"));
    symlinkSync("/etc", join(root, "out"));
    const access = openCall(workspaceWith(checkedContainment, [root], {}));
    const { version, bytes } = await access.read("link/a.txt");
    expect(Buffer.from(bytes).toString()).toBe("a");
    await access.write("link/a.txt", Buffer.from("b"), { replaces: version });
    await access.write("new/b.txt", Buffer.from("b"), { replaces: null });
    await access.makeDirectory("new/c");
    await access.move("new/b.txt", "new/c/d.txt");
    await access.move("new", "newer");
    expect(access.list("newer/c")).toEqual([{ name: "d.txt", kind: "file" }]);
    expect(access.stat("newer/c/d.txt")).toMatchObject({ kind: "file", size: 1 });
    await access.remove("newer", { recursive: true });
    expect(access.stat("newer")).toBeNull();
    expect(await failureOf(() => access.read("out/passwd"))).toMatchObject({
      code: "path-outside-workspace",
    });
    expect(await failureOf(() => access.read("../x"))).toMatchObject({ code: "permission-denied" });
  });
});

describe("a workspace without a state directory", () => {
  it("writes, and leaves no other file behind", async () => {
    const root = mkdtempSync(join(freshDirectory(), "ws-"));
    onTestFinished(() => rmSync(root, { recursive: true, force: true }));
    const access = openCall(openWorkspace({ roots: [root] }));
    await access.write("a.txt", Buffer.from("a"), { replaces: null });
    expect(access.list(".")).toEqual([{ name: "a.txt", kind: "file" }]);
  });
});
