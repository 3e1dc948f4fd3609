import {
  appendFileSync,
  readdirSync,
  readlinkSync,
  renameSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  failureOf,
  openCall,
  temporaryWorkspace,
  writeFiles,
} from "../fixtures/temporary-workspace.ts";
import { openWorkspace } from "../open-workspace.ts";

/** Whether open descriptors can be listed. */
const isLinux = process.platform === "linux";

/** The files and folders of a root that this process holds open. */
function openBelow(root: string): readonly string[] {
  const fds = "/proc/self/fd";
  return readdirSync(fds)
    .map((fd) => {
      try {
        return readlinkSync(join(fds, fd));
      } catch {
        return ""; // The descriptor of the listing itself.
      }
    })
    .filter((path) => path === root || path.startsWith(`${root}/`));
}

describe("reading a file", () => {
  it("returns its bytes and the same version each time", async () => {
    const { access, root } = temporaryWorkspace({ "a.txt": "content" });
    const { bytes, version } = await access.read("a.txt");
    expect(Buffer.from(bytes).toString()).toBe("content");
    expect((await access.read(join(root, "a.txt"))).version).toBe(version);
    expect(await access.version("a.txt")).toBe(version);
    writeFileSync(join(root, "a.txt"), "CONTENT");
    expect(await access.version("a.txt")).not.toBe(version);
  });

  it.each([0, 1, 1024 * 1024, 1024 * 1024 + 1, 3_000_000])(
    "returns all of %d bytes",
    async (size) => {
      const content = Buffer.alloc(size, "abcdefg");
      const { access } = temporaryWorkspace({ "a.bin": content });
      const { bytes, version } = await access.read("a.bin");
      expect(content.equals(bytes)).toBe(true);
      expect(await access.version("a.bin")).toBe(version);
    },
  );

  it("is refused above the limit, with the file's size", async () => {
    const { access } = temporaryWorkspace({ "a.txt": "content" });
    const failure = await failureOf(() => access.read("a.txt", { maxBytes: 6 }));
    expect(failure).toMatchObject({ code: "file-too-large", details: { bytes: 7, maxBytes: 6 } });
    expect(failure.message).toBe(
      "'a.txt' has 7 bytes; at most 6 can be read at once. Read a part of it.",
    );
    expect((await access.read("a.txt", { maxBytes: 7 })).bytes).toHaveLength(7);
  });

  it("never relies on the resolution of an earlier read", async () => {
    const { access, root, outside } = temporaryWorkspace(
      { "dir/a.txt": "inside", "dir/b.txt": "other", "secret/a.txt": "secret" },
      {
        permit: (_operation, path) => !path.realPath.includes("secret"),
        isReadable: (path) => !path.realPath.includes("secret"),
      },
    );
    const { realPath } = await access.resolve("dir/a.txt");
    await access.read("dir/a.txt");
    expect(await access.resolve("dir/a.txt")).toMatchObject({ realPath, displayPath: "dir/a.txt" });
    renameSync(join(root, "dir"), join(outside, "moved"));
    symlinkSync("secret", join(root, "dir"));
    expect(await access.mayRead("dir/a.txt")).toBe(false);
    for (const use of ["read", "open", "version", "stat"] as const) {
      expect((await failureOf(() => access[use]("dir/a.txt"))).code).toBe("permission-denied");
    }
    expect((await access.resolve("dir/a.txt")).realPath).toBe(join(root, "secret/a.txt"));
  });

  it("asks whether the real path may be read, as often as it is read", async () => {
    const asked: string[] = [];
    const { access, root } = temporaryWorkspace(
      { "src/a.txt": "a" },
      {
        permit: (operation, path) => {
          asked.push(`${operation} ${path.realPath}`);
          return true;
        },
      },
    );
    symlinkSync("src", join(root, "linked"));
    await access.read("linked/a.txt");
    await access.read("src/a.txt");
    await access.version("src/a.txt");
    await access.stat("src/a.txt");
    const real = join(root, "src/a.txt");
    expect(asked).toEqual([`read ${real}`, `read ${real}`, `inspect ${real}`, `inspect ${real}`]);
  });

  it("is refused if the call didn't declare it", async () => {
    const { access } = temporaryWorkspace({ "a.txt": "a" }, { permit: () => false });
    for (const act of [
      () => access.read("a.txt"),
      () => access.open("a.txt"),
      () => access.list("."),
      () => access.stat("a.txt"),
      () => access.version("a.txt"),
      () => access.read("missing.txt"),
    ]) {
      expect(await failureOf(act)).toMatchObject({ code: "permission-denied" });
    }
  });

  it("works for a path outside that the call may read", async () => {
    const { workspace, outside } = temporaryWorkspace();
    writeFiles(outside, { "other/a.txt": "other" });
    const access = openCall(workspace, { permit: () => true });
    const { bytes } = await access.read("../other/a.txt");
    expect(Buffer.from(bytes).toString()).toBe("other");
    expect(access.list("../other")).toEqual([{ name: "a.txt", kind: "file" }]);
  });

  it.runIf(isLinux)("leaves no descriptor open, whatever goes wrong", async () => {
    const { access, root } = temporaryWorkspace({ "a.txt": "content", "dir/b.txt": "b" });
    symlinkSync("a.txt", join(root, "link"));
    for (let round = 0; round < 50; round++) {
      await access.read("a.txt");
      await access.read("link");
      await failureOf(() => access.read("a.txt", { maxBytes: 1 }));
      await failureOf(() => access.read("dir"));
      await failureOf(() => access.read("missing"));
      await access.list("dir");
      await access.stat("dir/b.txt");
      await access.version("dir/b.txt");
      await failureOf(() => access.write("dir/b.txt", Buffer.from("x"), { replaces: null }));
      await failureOf(() => access.move("a.txt", "link"));
    }
    expect(openBelow(root)).toEqual([]);
  });
});

describe("an open file", () => {
  it("is read in parts", async () => {
    const { access } = temporaryWorkspace({ "a.txt": "0123456789" });
    const file = await access.open("a.txt");
    const buffer = new Uint8Array(4);
    expect(file.size).toBe(10);
    expect(await file.read(buffer, 3)).toBe(4);
    expect(Buffer.from(buffer).toString()).toBe("3456");
    expect(await file.read(buffer, 8)).toBe(2);
    expect(await file.read(buffer, 10)).toBe(0);
    expect(await file.version()).toBe(await access.version("a.txt"));
    await file.close();
    await file.close();
    expect(await failureOf(() => file.read(buffer, 0))).toMatchObject({ code: "internal" });
  });

  it("can't be read when the call is over, and is closed with the session", async () => {
    let isRevoked = false;
    const { workspace, root } = temporaryWorkspace({ "a.txt": "a" });
    const session = workspace.openSession("s");
    const access = session.openCall({
      permit: () => true,
      isReadable: () => true,
      isRevoked: () => isRevoked,
    });
    const file = await access.open("a.txt");
    if (isLinux) expect(openBelow(root)).toEqual([join(root, "a.txt")]);
    isRevoked = true;
    expect(await failureOf(() => file.read(new Uint8Array(1), 0))).toMatchObject({
      code: "cancelled",
    });
    session.close();
    if (isLinux) expect(openBelow(root)).toEqual([]);
  });
});

describe("a call that is over", () => {
  it("can't do anything any more", async () => {
    const { access } = temporaryWorkspace({ "a.txt": "a" }, { isRevoked: () => true });
    for (const act of [
      () => access.resolve("a.txt"),
      () => access.read("a.txt"),
      () => access.open("a.txt"),
      () => access.list("."),
      () => access.stat("a.txt"),
      () => access.version("a.txt"),
      () => access.knownVersion("a.txt"),
      () => access.noteRead("a.txt", "v"),
      () => access.write("b.txt", Buffer.from("b"), { replaces: null }),
      () => access.makeDirectory("b"),
      () => access.move("a.txt", "b.txt"),
      () => access.remove("a.txt"),
    ]) {
      expect(await failureOf(act)).toMatchObject({ code: "cancelled" });
    }
    expect(access.mayRead("a.txt")).toBe(false);
  });
});

describe("inspecting files", () => {
  it("returns kinds, sizes and permission bits", async () => {
    const { access, root } = temporaryWorkspace({ "a.txt": "12345", "dir/x": "" });
    symlinkSync("a.txt", join(root, "link"));
    utimesSync(join(root, "a.txt"), 1000, 1000);
    expect(access.list(".")).toHaveLength(3);
    expect(access.list(".")).toEqual(
      expect.arrayContaining([
        { name: "a.txt", kind: "file" },
        { name: "dir", kind: "directory" },
        { name: "link", kind: "link" },
      ]),
    );
    expect(access.stat("a.txt")).toMatchObject({ kind: "file", size: 5, modifiedAtMs: 1_000_000 });
    expect(access.stat("link")).toMatchObject({ kind: "link" });
    expect(access.stat("dir")).toMatchObject({ kind: "directory" });
    expect(access.stat(".")).toMatchObject({ kind: "directory" });
    for (const path of ["missing", "a.txt/x", "missing/x"]) expect(access.stat(path)).toBeNull();
    expect(access.version("missing")).toBeNull();
  });

  it("says that a file isn't a directory", async () => {
    const { access } = temporaryWorkspace({ "a.txt": "a" });
    const failure = await failureOf(() => access.list("a.txt"));
    expect(failure).toMatchObject({ code: "input-invalid" });
    expect(failure.message).toContain("not a directory");
  });

  it("answers whether a path may be read, and never throws", () => {
    const { access, root } = temporaryWorkspace(
      { "a.txt": "a", ".env": "x" },
      { isReadable: ({ displayPath }) => displayPath !== ".env" },
    );
    symlinkSync("/etc", join(root, "out"));
    expect(access.mayRead("a.txt")).toBe(true);
    expect(access.mayRead(".env")).toBe(false);
    for (const path of ["out/passwd", "", "a\0", "/proc/self"])
      expect(access.mayRead(path)).toBe(false);
  });
});

describe("a missing file", () => {
  const missing = async (files: Record<string, string>, path: string): Promise<string> => {
    const { access } = temporaryWorkspace(files, {
      isReadable: (at) => at.displayPath !== "secret.ts",
      permit: (_o, at) => at.realPath.endsWith(path),
    });
    const failure = await failureOf(() => access.read(path));
    expect(failure).toMatchObject({ code: "file-not-found" });
    return failure.message;
  };

  it("comes with similar names from its directory, most similar first, at most three", async () => {
    const files = {
      "src/index.ts": "",
      "src/index.tsx": "",
      "src/indes.ts": "",
      "src/idex.ts": "",
      "src/other.md": "",
    };
    expect(await missing(files, "src/Index.ts")).toMatch(
      /^'src\/Index\.ts' does not exist\. Similar names there: 'index\.ts', '[^']+', '[^']+'\.$/,
    );
  });

  it("doesn't reveal names that may not be read", async () => {
    expect(await missing({ "secret.ts": "" }, "secre.ts")).toBe(
      "'secre.ts' does not exist. List '.' to see what is there.",
    );
    expect(await missing({ "public.ts": "" }, "publi.ts")).toContain("'public.ts'");
  });

  it("says how far the path exists", async () => {
    const files = { "packages/core/src/a.ts": "", "a.txt": "" };
    expect(await missing(files, "packages/cor/src/a.ts")).toBe(
      "'packages/cor/src/a.ts' does not exist. 'packages' exists, but does not contain 'cor'. Similar names there: 'core'.",
    );
    expect(await missing(files, "a.txt/b")).toBe(
      "'a.txt/b' does not exist. 'a.txt' is not a directory, so nothing is below it.",
    );
  });

  it("reveals nothing outside the roots", async () => {
    const { workspace, outside } = temporaryWorkspace();
    writeFiles(outside, { "other/secret.txt": "x" });
    const access = openCall(workspace, { permit: () => true });
    const failure = await failureOf(() => access.read("../other/secre.txt"));
    expect(failure.message).toBe("'../other/secre.txt' does not exist.");
  });

  it("is shown relative to the current directory", async () => {
    const { root } = temporaryWorkspace({ "src/lib/a.ts": "" });
    const access = openCall(openWorkspace({ roots: [root], cwd: join(root, "src") }));
    const failure = await failureOf(() => access.read("lib2/x/a.ts"));
    expect(failure.message).toContain(
      "'.' exists, but does not contain 'lib2'. Similar names there: 'lib'.",
    );
    const above = await failureOf(() => access.read("../srx/x/a.ts"));
    expect(above.message).toContain("Similar names there: 'src'.");
  });
});

describe("a session's knowledge", () => {
  it("consists of the versions it noted and wrote, by real path, and is separate from other sessions", async () => {
    const { workspace, access, root } = temporaryWorkspace({ "a.txt": "a" });
    symlinkSync("a.txt", join(root, "link"));
    expect(access.knownVersion("a.txt")).toBeNull();
    const { version } = await access.read("a.txt");
    expect(access.knownVersion("a.txt")).toBeNull();
    access.noteRead("link", version);
    expect(access.knownVersion("a.txt")).toBe(version);
    const written = await access.write("a.txt", Buffer.from("b"), { replaces: version });
    expect(access.knownVersion("link")).toBe(written);
    expect(openCall(workspace).knownVersion("a.txt")).toBeNull();
  });
});

describe("the workspace's own version of a resolved path", () => {
  it("equals a call's version, is null if nothing is there, and never follows a link put there since", async () => {
    const { workspace, access, root } = temporaryWorkspace({ "a.txt": "a", "b.txt": "b" });
    const resolved = await workspace.resolve("a.txt");
    expect(await workspace.version(resolved)).toBe(await access.version("a.txt"));
    appendFileSync(join(root, "a.txt"), "more");
    expect(await workspace.version(resolved)).toBe(await access.version("a.txt"));
    await access.remove("a.txt");
    expect(await workspace.version(resolved)).toBeNull();
    symlinkSync("b.txt", join(root, "a.txt"));
    expect(await workspace.version(resolved)).toBeNull();
  });
});
