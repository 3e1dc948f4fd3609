import { execFileSync } from "node:child_process";
import {
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import type { WorkspaceAccess } from "@toolwright/core";
import { describe, expect, it, onTestFinished } from "vitest";
import {
  type TemporaryWorkspace,
  failureOf,
  openCall,
  temporaryWorkspace,
  writeFiles,
} from "../fixtures/temporary-workspace.ts";
import { treeOf } from "../fixtures/tree.ts";

const bytes = Buffer.from("changed");

/** Every operation of a call on a path, each with a version that matches nothing. */
const uses: readonly (readonly [string, (access: WorkspaceAccess, path: string) => unknown])[] = [
  ["read", (access, path) => access.read(path)],
  ["open", (access, path) => access.open(path)],
  ["list", (access, path) => access.list(path)],
  ["stat", (access, path) => access.stat(path)],
  ["version", (access, path) => access.version(path)],
  ["write new", (access, path) => access.write(path, bytes, { replaces: null })],
  ["replace", (access, path) => access.write(path, bytes, { replaces: "sha256:0" })],
  ["make a directory", (access, path) => access.makeDirectory(path)],
  ["move away", (access, path) => access.move(path, "moved")],
  ["move to", (access, path) => access.move("inside.txt", path)],
  ["remove", (access, path) => access.remove(path)],
  ["remove all", (access, path) => access.remove(path, { recursive: true })],
];

/** A workspace with a file inside, and secrets outside that must stay as they are. */
function target(): TemporaryWorkspace {
  const made = temporaryWorkspace({ "inside.txt": "inside", "dir/x.txt": "x" });
  writeFiles(made.outside, { "secret/key.txt": "secret", "ws-evil/a.txt": "evil" });
  return made;
}

async function expectRefused(
  { access, outside }: TemporaryWorkspace,
  path: string,
  codes: readonly string[],
): Promise<void> {
  const before = treeOf(outside);
  for (const [use, act] of uses) {
    const failure = await failureOf(() => act(access, path));
    expect([use, codes.includes(failure.code ?? "none"), failure.message]).toEqual([
      use,
      true,
      failure.message,
    ]);
    expect(failure.message).not.toContain("secret");
  }
  const { state: _state, ...after } = treeOf(outside);
  const unstated = Object.entries(after).filter(([name]) => !name.startsWith("state/"));
  expect(Object.fromEntries(unstated)).toEqual(before);
}

describe("paths named outside without permission", () => {
  it.each([
    ["a parent", "../key.txt"],
    ["a parent midway", "dir/../../key.txt"],
    ["a sibling with the root's prefix", "../ws-evil/a.txt"],
    ["the root of the file system", "/"],
    ["an absolute path", "/etc/passwd"],
    ["a URI", "file:///etc/passwd"],
    ["a URI with encoded dots", "file:///work/%2e%2e/etc/passwd"],
    ["a trailing slash", "/etc/"],
    ["a trailing dot", "/etc/."],
  ])("%s is refused", async (_what, path) => {
    await expectRefused(target(), path, ["permission-denied"]);
  });
});

describe("the root itself", () => {
  it("is listed, but never written, moved or removed", async () => {
    const { access, root, outside } = target();
    const before = treeOf(root);
    expect(access.list(".")).toHaveLength(2);
    for (const path of [".", "", root, "dir/.."]) {
      for (const [use, act] of uses) {
        if (["list", "stat", "make a directory"].includes(use)) continue;
        const failure = await failureOf(() => act(access, path));
        expect(["not-a-file", "permission-denied", "input-invalid", "file-changed"]).toContain(
          failure.code,
        );
      }
    }
    expect(treeOf(root)).toEqual(before);
    expect(existsSync(join(outside, "moved"))).toBe(false);
  });

  it("isn't removed through a directory above it that a call may delete", async () => {
    const { workspace, outside, root } = target();
    const access = openCall(workspace, { permit: () => true });
    for (const path of ["..", outside]) {
      const failure = await failureOf(() => access.remove(path, { recursive: true }));
      expect(failure).toMatchObject({ code: "permission-denied" });
      const moving = await failureOf(() => access.move(path, "/elsewhere"));
      expect(moving).toMatchObject({ code: "permission-denied" });
    }
    expect(existsSync(join(root, "inside.txt"))).toBe(true);
  });
});

describe("shell and URI notations", () => {
  it.each([
    ["~/inside.txt", "not expanded"],
    ["~root/x", "not expanded"],
    ["$HOME/x", "Variables"],
    ["${HOME}/x", "Variables"],
    ["%USERPROFILE%/x", "Variables"],
    ["%2e%2e/key.txt", "Percent escapes"],
    ["https://host.example/x", "URL"],
    ["dir\\x.txt", "backslash"],
  ])("%s is taken literally, with a hint", async (path, hint) => {
    const { access, root } = target();
    const failure = await failureOf(() => access.read(path));
    expect(failure).toMatchObject({ code: "file-not-found" });
    expect(failure.message).toContain(hint);
    writeFiles(root, { [path]: "literally" });
    expect(Buffer.from((await access.read(path)).bytes).toString()).toBe("literally");
  });

  it.each(["~/x.txt", "~root/x.txt", "$HOME/x.txt", "%USERPROFILE%/x.txt"])(
    "%s creates no directory of that name unless it is explicit",
    async (path) => {
      const { access, root } = target();
      const before = treeOf(root);
      const failure = await failureOf(() => access.write(path, bytes, { replaces: null }));
      expect(failure).toMatchObject({ code: "file-not-found" });
      expect(failure.message).toContain(`./${path}`);
      expect(treeOf(root)).toEqual(before);
      await access.write(`./${path}`, bytes, { replaces: null });
      expect(readFileSync(join(root, path), "utf8")).toBe("changed");
    },
  );

  it("doesn't decode a file URI twice", async () => {
    const { access, root } = target();
    const failure = await failureOf(() => access.read(`file://${root}/%252e%252e/secret/key.txt`));
    expect(failure).toMatchObject({ code: "file-not-found" });
    await expectRefused(target(), "file:///a%2f..%2fetc/passwd", ["input-invalid"]);
  });
});

describe("links that lead outside", () => {
  const refusals = ["path-outside-workspace"];

  it("are refused as a directory midway", async () => {
    const made = target();
    symlinkSync("../secret", join(made.root, "door"));
    await expectRefused(made, "door/key.txt", refusals);
    await expectRefused(made, "door/new/deeper.txt", refusals);
    await expectRefused(made, "door/../door/key.txt", refusals);
  });

  it.each([
    ["a relative one", "../secret/key.txt"],
    ["an absolute one", "/etc/passwd"],
    ["one to a directory", "../secret"],
    ["a dangling one", "../secret/missing.txt"],
    ["a dangling one into a missing directory", "../missing/deeper.txt"],
    ["one by way of a missing directory", "missing/../../secret/key.txt"],
  ])("are refused at the end: %s", async (_what, text) => {
    const made = target();
    symlinkSync(text, join(made.root, "evil"));
    const before = treeOf(made.outside);
    for (const [use, act] of uses) {
      // Operations that affect the link itself, not its target, are possible.
      if (["stat", "move away", "move to", "remove", "remove all"].includes(use)) continue;
      const failure = await failureOf(() => act(made.access, "evil"));
      expect([use, failure.code]).toEqual([use, "path-outside-workspace"]);
      expect(failure.message).not.toContain("secret");
    }
    expect(treeOf(made.outside)).toEqual(before);
  });

  it("are refused in chains, including links in place of other links", async () => {
    const made = target();
    symlinkSync("second", join(made.root, "first"));
    symlinkSync("dir/third", join(made.root, "second"));
    symlinkSync("../../secret", join(made.root, "dir/third"));
    await expectRefused(made, "first/key.txt", refusals);
  });

  it("are refused when a path named outside enters and leaves the roots through them", async () => {
    const made = target();
    symlinkSync(made.root, join(made.outside, "in"));
    symlinkSync("../secret", join(made.root, "out"));
    const access = openCall(made.workspace, { permit: () => true });
    const failure = await failureOf(() => access.read(join(made.outside, "in/out/key.txt")));
    expect(failure).toMatchObject({ code: "path-outside-workspace" });
  });

  it("are refused even if the call may do anything", async () => {
    const made = target();
    symlinkSync("../secret/key.txt", join(made.root, "evil"));
    const access = openCall(made.workspace, { permit: () => true });
    expect(await failureOf(() => access.read("evil"))).toMatchObject({
      code: "path-outside-workspace",
    });
  });

  it("can be seen, moved and removed themselves", async () => {
    const { access, root, outside } = target();
    symlinkSync("../secret", join(root, "evil"));
    expect(access.stat("evil")).toMatchObject({ kind: "link" });
    expect(access.list(".")).toContainEqual({ name: "evil", kind: "link" });
    await access.move("evil", "worse");
    await access.remove("worse", { recursive: true });
    expect(treeOf(root)).toEqual({ dir: "directory", "dir/x.txt": "x", "inside.txt": "inside" });
    expect(readFileSync(join(outside, "secret/key.txt"), "utf8")).toBe("secret");
  });

  it("aren't followed by a recursive removal", async () => {
    const { access, root, outside } = target();
    symlinkSync("../../secret", join(root, "dir/door"));
    symlinkSync("../../secret/key.txt", join(root, "dir/file"));
    await access.remove("dir", { recursive: true });
    expect(existsSync(join(root, "dir"))).toBe(false);
    expect(readFileSync(join(outside, "secret/key.txt"), "utf8")).toBe("secret");
  });

  it("are distinguished from cycles, which lead nowhere", async () => {
    const made = target();
    symlinkSync("b", join(made.root, "a"));
    symlinkSync("a", join(made.root, "b"));
    symlinkSync("self", join(made.root, "self"));
    for (const path of ["a", "self", "a/x"]) {
      const failure = await failureOf(() => made.access.read(path));
      expect(failure).toMatchObject({ code: "not-a-file" });
      expect(failure.message).toContain("cycle");
      const writing = await failureOf(() => made.access.write(path, bytes, { replaces: null }));
      expect(writing).toMatchObject({ code: "not-a-file" });
    }
  });
});

describe("links that stay inside", () => {
  it("are read and written through, and stay links", async () => {
    const { access, root } = target();
    symlinkSync("dir/x.txt", join(root, "link.txt"));
    const { version } = await access.read("link.txt");
    await access.write("link.txt", bytes, { replaces: version });
    expect(lstatSync(join(root, "link.txt")).isSymbolicLink()).toBe(true);
    expect(readFileSync(join(root, "dir/x.txt"), "utf8")).toBe("changed");
  });

  it("create their target if they dangle", async () => {
    const { access, root } = target();
    symlinkSync("dir/new/y.txt", join(root, "link.txt"));
    await access.write("link.txt", bytes, { replaces: null });
    expect(lstatSync(join(root, "link.txt")).isSymbolicLink()).toBe(true);
    expect(readFileSync(join(root, "dir/new/y.txt"), "utf8")).toBe("changed");
  });
});

describe("a hard link to a file outside", () => {
  it("is counted, and a write leaves the file outside as it was", async () => {
    const { access, root, outside } = target();
    linkSync(join(outside, "secret/key.txt"), join(root, "innocent.txt"));
    expect(access.resolve("innocent.txt")).toMatchObject({ linkCount: 2 });
    const version = await access.version("innocent.txt");
    await access.write("innocent.txt", bytes, { replaces: version });
    expect(readFileSync(join(outside, "secret/key.txt"), "utf8")).toBe("secret");
    expect(readFileSync(join(root, "innocent.txt"), "utf8")).toBe("changed");
  });
});

describe("/proc, /dev and /sys", () => {
  it.each([
    "/proc/self/root/etc/hosts",
    "/proc/self/root/../etc/hosts",
    "/proc/self/cwd",
    "/proc/self/cwd/package.json",
    "/proc/self/fd/0",
    "/proc/1/environ",
    "/dev/fd/0",
    "/dev/stdin",
    "/dev/zero",
    "/dev/tty",
    "/dev/null",
    "/dev/shm",
    "/sys/kernel",
    "file:///proc/self/environ",
    "../../../../../../../../proc/self/environ",
  ])("%s is refused whatever the call may do", async (path) => {
    const { workspace, outside } = target();
    const access = openCall(workspace, { permit: () => true });
    await expectRefused({ ...target(), access, outside }, path, ["path-outside-workspace"]);
  });

  it("are refused through links, even through one that comes back inside", async () => {
    const made = target();
    symlinkSync("/proc/self/root", join(made.root, "root"));
    symlinkSync(`/proc/self/root${made.root}`, join(made.root, "back"));
    symlinkSync("/dev/zero", join(made.root, "zero"));
    symlinkSync("/proc", join(made.outside, "outer"));
    const access = openCall(made.workspace, { permit: () => true });
    for (const path of ["root/etc/hosts", "back/inside.txt", "zero", "../outer/self/environ"]) {
      const failure = await failureOf(() => access.read(path));
      expect([path, failure.code]).toEqual([path, "path-outside-workspace"]);
    }
  });
});

describe("a special file", () => {
  it.runIf(process.platform !== "win32")(
    "a FIFO is refused without waiting for its other end",
    async () => {
      const { access, root } = target();
      execFileSync("mkfifo", [join(root, "pipe")]);
      for (const act of [
        () => access.read("pipe"),
        () => access.open("pipe"),
        () => access.version("pipe"),
        () => access.write("pipe", bytes, { replaces: "sha256:0" }),
        () => access.write("pipe", bytes, { replaces: null }),
        () => access.move("pipe", "moved"),
      ]) {
        const failure = await failureOf(act);
        expect(failure).toMatchObject({ code: "not-a-file" });
        expect(failure.message).toContain("FIFO");
      }
      expect(access.stat("pipe")).toMatchObject({ kind: "other" });
    },
  );

  it.runIf(process.platform !== "win32")("a socket is refused", async () => {
    const { access, root } = target();
    const server = createServer().listen(join(root, "socket"));
    onTestFinished(() => void server.close());
    await new Promise((listening) => server.once("listening", listening));
    expect(await failureOf(() => access.read("socket"))).toMatchObject({ code: "not-a-file" });
  });

  it.runIf(process.getuid?.() === 0)("a device is refused (made as root)", async () => {
    const { access, root } = target();
    execFileSync("mknod", [join(root, "zero"), "c", "1", "5"]);
    const failure = await failureOf(() => access.read("zero"));
    expect(failure).toMatchObject({ code: "not-a-file" });
    expect(failure.message).toContain("device");
  });

  it("a directory is refused with the hint to list it", async () => {
    const { access } = target();
    const failure = await failureOf(() => access.read("dir"));
    expect(failure).toMatchObject({ code: "not-a-file" });
    expect(failure.message).toContain("List it");
  });

  it("a huge sparse file is refused before it is read", async () => {
    const { access, root } = target();
    writeFileSync(join(root, "sparse"), "");
    truncateSync(join(root, "sparse"), 2 ** 40);
    const failure = await failureOf(() => access.read("sparse"));
    expect(failure).toMatchObject({ code: "file-too-large", details: { bytes: 2 ** 40 } });
    expect(access.version("sparse")).toMatch(/^stat:/);
  });
});

describe("odd names", () => {
  it.each([
    ["a null character", "a\0b", "input-invalid"],
    ["a name over 255 bytes", "x".repeat(256), "input-invalid"],
    ["a path over 4096 bytes", "a/".repeat(2100), "input-invalid"],
    ["a lone surrogate", "a\udc00", "input-invalid"],
    ["an empty path", "", "input-invalid"],
  ])("%s is refused", async (_what, path, code) => {
    await expectRefused(target(), path, [code]);
  });

  it("with line breaks or bidi marks work, and can't forge a message", async () => {
    const { access } = target();
    const name = "a\n\u202etxt.b";
    await access.write(name, bytes, { replaces: null });
    expect(access.list(".")).toContainEqual({ name, kind: "file" });
    const failure = await failureOf(() => access.write(name, bytes, { replaces: null }));
    expect(failure.message).toContain("'a\\u{a}\\u{202e}txt.b'");
  });

  it.runIf(process.platform === "linux")(
    "that aren't UTF-8 are listed, and never mistaken for another file",
    async () => {
      const { access, root } = target();
      const odd = Buffer.concat([Buffer.from(`${root}/a`), Buffer.from([0xff])]);
      writeFileSync(odd, "odd");
      symlinkSync(odd, join(root, "link"));
      expect(access.list(".")).toContainEqual({ name: "a\uFFFD", kind: "file" });
      expect(await failureOf(() => access.read("a\uFFFD"))).toMatchObject({
        code: "file-not-found",
      });
      expect(await failureOf(() => access.read("link"))).toMatchObject({ code: "input-invalid" });
      await access.write("a\uFFFD", bytes, { replaces: null });
      expect(readFileSync(odd, "utf8")).toBe("odd");
      expect(readFileSync(join(root, "a\uFFFD"), "utf8")).toBe("changed");
    },
  );

  it.runIf(process.platform === "linux")(
    "with different letter case are different names, shown by their real path",
    () => {
      const { access, root } = target();
      mkdirSync(join(root, ".git"));
      expect(access.resolve(".GIT/config")).toMatchObject({ realPath: join(root, ".GIT/config") });
      expect(access.resolve(".g\u200cit/config")).toMatchObject({
        realPath: join(root, ".g\u200cit/config"),
      });
    },
  );
});

describe("a removal or a move", () => {
  it("checks both sides", async () => {
    const { access, outside } = target();
    const before = treeOf(outside);
    for (const to of ["../moved.txt", "/tmp/moved.txt", "../ws-evil/b.txt"]) {
      expect(await failureOf(() => access.move("inside.txt", to))).toMatchObject({
        code: "permission-denied",
      });
    }
    expect(await failureOf(() => access.move("../secret/key.txt", "key.txt"))).toMatchObject({
      code: "permission-denied",
    });
    const { state: _state, ...after } = treeOf(outside);
    expect(after).toEqual(before);
  });
});
