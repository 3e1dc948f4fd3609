import assert from "node:assert/strict";
import type { ErrorCode } from "../errors.ts";
import { ToolError } from "../errors.ts";
import type {
  MaybePromise,
  PathOperation,
  ResolvedPath,
  Workspace,
  WorkspaceAccess,
  WorkspaceSession,
} from "../ports/workspace.ts";
import type { FixtureEntry, FixtureFiles } from "./fixture-files.ts";

/** A workspace of one root, which is its current directory, and the hand of another program. */
export interface WorkspaceContractFixture {
  readonly workspace: Workspace;
  /** Puts something at a path (relative to the root, or absolute) in the place of what is there. */
  put(path: string, entry: FixtureEntry): MaybePromise<void>;
  /** The content of the file at the path itself; undefined when there is none. */
  text(path: string): MaybePromise<string | undefined>;
  close(): MaybePromise<void>;
}

/** The two functions of a test library that the suite is written with. */
export interface ContractTestFunctions {
  describe(title: string, body: () => void): unknown;
  it(title: string, body: () => Promise<void>): unknown;
}

/**
 * The contract of the Workspace port as a suite of tests, for every implementation of it.
 *
 * `openFixture` opens a workspace whose root holds the files; their paths are relative to the root,
 * those that begin with `../` lie outside of it. Links may lead there.
 */
export function describeWorkspaceContract(
  name: string,
  openFixture: (files: FixtureFiles) => MaybePromise<WorkspaceContractFixture>,
  { describe, it }: ContractTestFunctions,
): void {
  /** A test with a fixture of its own, which is closed however the test ends. */
  function test(title: string, files: FixtureFiles, body: (opened: Opened) => Promise<void>): void {
    it(title, async () => {
      const fixture = await openFixture(files);
      const session = fixture.workspace.openSession("contract");
      try {
        await body(new Opened(fixture, session));
      } finally {
        session.close();
        await fixture.close();
      }
    });
  }

  describe(`${name} keeps the workspace contract`, () => {
    describe("resolving", () => describeResolving(test));
    describe("looking", () => describeLooking(test));
    describe("permits", () => describePermits(test));
    describe("writing", () => describeWriting(test));
    describe("moving and removing", () => describeMoving(test));
    describe("remembering what was read", () => describeReadTracking(test));
  });
}

type ContractTest = (
  title: string,
  files: FixtureFiles,
  body: (opened: Opened) => Promise<void>,
) => void;

type Rights = Parameters<WorkspaceSession["openCall"]>[0];

/** A fixture with a session, and shorthands for what the tests do over and over. */
class Opened {
  readonly fixture: WorkspaceContractFixture;
  readonly session: WorkspaceSession;

  constructor(fixture: WorkspaceContractFixture, session: WorkspaceSession) {
    this.fixture = fixture;
    this.session = session;
  }

  get workspace(): Workspace {
    return this.fixture.workspace;
  }

  get root(): string {
    return this.workspace.cwd;
  }

  /** The access of a call that may do anything, but for what is given. */
  access(rights: Partial<Rights> = {}): WorkspaceAccess {
    return this.session.openCall({
      permit: () => true,
      isReadable: () => true,
      isRevoked: () => false,
      ...rights,
    });
  }

  async text(path: string): Promise<string | undefined> {
    return this.fixture.text(path);
  }
}

async function rejects(code: ErrorCode, act: () => unknown): Promise<ToolError> {
  try {
    await act();
  } catch (thrown) {
    assert.ok(ToolError.isInstance(thrown), `threw no ToolError but ${String(thrown)}`);
    assert.equal(thrown.code, code, thrown.message);
    return thrown;
  }
  assert.fail(`was expected to fail with ${code}`);
}

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const textOf = (content: Uint8Array): string => new TextDecoder().decode(content);

function describeResolving(test: ContractTest): void {
  test("reads a path from the current directory, and shows it from its root", {}, async (opened) => {
    const { workspace, root } = opened;
    assert.deepEqual(workspace.roots, [root]);
    const relative = await workspace.resolve("src/a.ts");
    assert.deepEqual(await workspace.resolve(`${root}/src/a.ts`), relative);
    assert.deepEqual(await workspace.resolve("./src/../src//a.ts/"), relative);
    assert.deepEqual(relative, {
      path: `${root}/src/a.ts`,
      realPath: `${root}/src/a.ts`,
      displayPath: "src/a.ts",
      root,
      linkCount: 1,
    });
    assert.equal((await workspace.resolve(".")).displayPath, ".");
  });

  test("tells what is named outside from what is inside", {}, async ({ workspace, root }) => {
    for (const path of ["..", "../outside/a", `${root}-evil/a`, "src/../../a", "/etc/passwd"]) {
      const resolved = await workspace.resolve(path);
      assert.equal(resolved.root, null, path);
      assert.equal(resolved.displayPath, resolved.path, path);
    }
  });

  test("follows links that stay inside", links, async ({ workspace, root }) => {
    const file = await workspace.resolve("link.txt");
    assert.equal(file.path, `${root}/link.txt`);
    assert.equal(file.realPath, `${root}/src/a.txt`);
    assert.equal((await workspace.resolve("folder/new.txt")).realPath, `${root}/src/new.txt`);
    assert.equal((await workspace.resolve("chain")).realPath, `${root}/src/a.txt`);
    assert.equal((await workspace.resolve("dangling")).realPath, `${root}/src/none.txt`);
  });

  test(
    "refuses links that lead outside, whole or midway, dangling or not",
    links,
    async (opened) => {
      for (const path of [
        "out",
        "out-folder/secret.txt",
        "out-dangling",
        "out-chain",
        "src/deep-out",
      ]) {
        await rejects("path-outside-workspace", () => opened.workspace.resolve(path));
        await rejects("path-outside-workspace", () => opened.access().read(path));
        await rejects("path-outside-workspace", () =>
          opened.access().write(path, bytes("x"), { replaces: null }),
        );
      }
      assert.equal(await opened.text("../outside/new.txt"), undefined);
      assert.equal(await opened.text("../outside/secret.txt"), "secret");
    },
  );

  test("ends at links that lead in a circle", {
    a: { link: "b" },
    b: { link: "a" },
  }, async (opened) => {
    await rejects("not-a-file", () => opened.access().read("a"));
  });

  test("refuses what is no path", {}, async ({ workspace }) => {
    const long = `${"a/".repeat(3000)}a`;
    for (const path of ["", "a\0b", "\0", "a".repeat(300), long, "\ud800"]) {
      await rejects("input-invalid", () => workspace.resolve(path));
    }
  });

  test("never leads to the kernel's own files", { dev: { link: "/dev" } }, async ({
    workspace,
  }) => {
    for (const path of ["/proc/self/root/etc/passwd", "/proc", "/dev/null", "/sys", "dev/null"]) {
      await rejects("path-outside-workspace", () => workspace.resolve(path));
    }
  });

  test("takes ~ and variables for plain names", {}, async ({ workspace, root }) => {
    assert.equal((await workspace.resolve("~/a")).path, `${root}/~/a`);
    assert.equal((await workspace.resolve("$HOME")).path, `${root}/$HOME`);
  });

  test("counts the names of a file", { a: "x", b: { hardLink: "a" } }, async ({ workspace }) => {
    assert.equal((await workspace.resolve("a")).linkCount, 2);
    assert.equal((await workspace.resolve("none")).linkCount, 1);
  });
}

const links: FixtureFiles = {
  "../outside/secret.txt": "secret",
  "src/a.txt": "a",
  "link.txt": { link: "src/a.txt" },
  folder: { link: "src" },
  chain: { link: "folder/a.txt" },
  dangling: { link: "src/none.txt" },
  out: { link: "../outside/secret.txt" },
  "out-folder": { link: "../outside" },
  "out-dangling": { link: "../outside/new.txt" },
  "out-chain": { link: "out" },
  "src/deep-out": { link: "../../outside/secret.txt" },
};

function describeLooking(test: ContractTest): void {
  test("reads bytes with a version that tells contents apart", {
    a: "one",
    b: "one",
    c: "two",
  }, async (opened) => {
    const access = opened.access();
    const a = await access.read("a");
    assert.equal(textOf(a.bytes), "one");
    assert.equal(await access.version("a"), a.version);
    assert.equal((await access.read("a")).version, a.version);
    assert.notEqual((await access.read("c")).version, a.version);
    assert.equal(await opened.workspace.version(await opened.workspace.resolve("a")), a.version);
    await opened.fixture.put("a", "two");
    assert.notEqual(await access.version("a"), a.version);
  });

  test("reads only regular files", { "src/a": "a", pipe: { kind: "other" } }, async (opened) => {
    const access = opened.access();
    for (const path of ["src", ".", "pipe"]) {
      await rejects("not-a-file", () => access.read(path));
      await rejects("not-a-file", () => access.open(path));
    }
    await rejects("file-not-found", () => access.read("none"));
    await rejects("file-not-found", () => access.open("src/none"));
    assert.equal(await access.version("none"), null);
    assert.equal(await opened.workspace.version(await opened.workspace.resolve("none")), null);
  });

  test("refuses a file over the limit and reads one at it", { a: "12345" }, async (opened) => {
    const access = opened.access();
    await rejects("file-too-large", () => access.read("a", { maxBytes: 4 }));
    assert.equal((await access.read("a", { maxBytes: 5 })).bytes.byteLength, 5);
  });

  test("reads parts of an open file", { a: "0123456789" }, async (opened) => {
    const access = opened.access();
    const file = await access.open("a");
    const buffer = new Uint8Array(4);
    assert.equal(file.size, 10);
    assert.equal(await file.read(buffer, 8), 2);
    assert.equal(textOf(buffer.subarray(0, 2)), "89");
    assert.equal(await file.read(buffer, 10), 0);
    assert.equal(await file.version(), await access.version("a"));
    await file.close();
  });

  test("goes on reading what it opened when the file is replaced", { a: "old" }, async (opened) => {
    const access = opened.access();
    const file = await access.open("a");
    await access.write("a", bytes("new"), { replaces: await access.version("a") });
    const buffer = new Uint8Array(3);
    await file.read(buffer, 0);
    assert.equal(textOf(buffer), "old");
    await file.close();
  });

  test("tells what is there without following a link at the end", links, async (opened) => {
    const access = opened.access();
    assert.equal((await access.stat("link.txt"))?.kind, "link");
    assert.equal((await access.stat("folder/a.txt"))?.kind, "file");
    assert.equal((await access.stat("src/a.txt"))?.size, 1);
    assert.equal((await access.stat("src"))?.kind, "directory");
    assert.equal((await access.stat("."))?.kind, "directory");
    assert.equal(await access.stat("none"), null);
    assert.equal(await access.stat("src/a.txt/none"), null);
  });

  test("lists a directory with links told as links", links, async (opened) => {
    const access = opened.access();
    const entries = await access.list("folder");
    assert.deepEqual(
      entries.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
      [
        { name: "a.txt", kind: "file" },
        { name: "deep-out", kind: "link" },
      ],
    );
    await rejects("file-not-found", () => access.list("none"));
    await rejects("input-invalid", () => access.list("src/a.txt"));
  });
}

function describePermits(test: ContractTest): void {
  const files: FixtureFiles = { "src/a": "content", link: { link: "src/a" }, "src/sub/b": "b" };

  test("asks for each use with the real path", files, async (opened) => {
    const asked: string[] = [];
    const permit = (operation: PathOperation, { realPath }: ResolvedPath): boolean => {
      asked.push(`${operation} ${realPath.slice(opened.root.length + 1)}`);
      return true;
    };
    const access = opened.access({ permit });
    const uses: readonly [string, () => unknown][] = [
      ["read src/a", () => access.read("link")],
      ["read src/a", async () => (await access.open("link")).close()],
      ["read src", () => access.list("src")],
      ["inspect src/a", () => access.version("link")],
      ["inspect link", () => access.stat("link")],
      ["write new/c", () => access.write("new/c", bytes("c"), { replaces: null })],
      ["write made", () => access.makeDirectory("made")],
      ["delete new/c,write d", () => access.move("new/c", "d")],
      ["delete d", () => access.remove("d")],
    ];
    for (const [expected, use] of uses) {
      asked.length = 0;
      await use();
      assert.equal([...new Set(asked)].join(), expected);
    }
  });

  test("refuses every use that isn't permitted, and changes nothing", files, async (opened) => {
    const access = opened.access({ permit: () => false });
    const version = await opened.access().version("src/a");
    const uses: readonly (() => unknown)[] = [
      () => access.read("src/a"),
      () => access.open("src/a"),
      () => access.list("src"),
      () => access.stat("src/a"),
      () => access.version("src/a"),
      () => access.write("src/a", bytes("x"), { replaces: version }),
      () => access.makeDirectory("made"),
      () => access.move("src/a", "moved"),
      () => access.remove("src", { recursive: true }),
    ];
    for (const use of uses) {
      const error = await rejects("permission-denied", use);
      assert.ok(!error.message.includes("content"), error.message);
    }
    assert.equal(await opened.text("src/a"), "content");
    assert.equal(await opened.access().stat("made"), null);
  });

  test("asks anew when a link was moved since the decision", files, async (opened) => {
    const { realPath } = await opened.workspace.resolve("link");
    const access = opened.access({ permit: (_operation, path) => path.realPath === realPath });
    assert.equal(textOf((await access.read("link")).bytes), "content");
    await opened.fixture.put("link", { link: "src/sub/b" });
    await rejects("permission-denied", () => access.read("link"));
  });

  test("leaves saying what may be read unasked to the policy", links, async (opened) => {
    const access = opened.access({ isReadable: ({ displayPath }) => displayPath !== "src/a.txt" });
    assert.equal(await access.mayRead("src/a.txt"), false);
    assert.equal(await access.mayRead("src/none.txt"), true);
    assert.equal(await access.mayRead("out"), false);
    assert.equal(await access.mayRead("\0"), false);
  });

  test("names no name in an error that may not be read", { "secrets.txt": "s" }, async (opened) => {
    const access = opened.access({
      permit: (_operation, { displayPath }) => displayPath === "secret.txt",
      isReadable: () => false,
    });
    const error = await rejects("file-not-found", () => access.read("secret.txt"));
    assert.ok(!error.message.includes("secrets"), error.message);
  });

  test("ends with the call", files, async (opened) => {
    let isRevoked = false;
    const access = opened.access({ isRevoked: () => isRevoked });
    const file = await access.open("src/a");
    isRevoked = true;
    const uses: readonly (() => unknown)[] = [
      () => access.resolve("src/a"),
      () => access.read("src/a"),
      () => access.open("src/a"),
      () => access.list("src"),
      () => access.stat("src/a"),
      () => access.version("src/a"),
      () => access.write("new", bytes("x"), { replaces: null }),
      () => access.makeDirectory("made"),
      () => access.move("src/a", "moved"),
      () => access.remove("src/a"),
      () => file.read(new Uint8Array(1), 0),
    ];
    for (const use of uses) await rejects("cancelled", use);
    assert.equal(await opened.text("new"), undefined);
    assert.equal(await opened.text("src/a"), "content");
  });

  test("ends with the session", files, async (opened) => {
    const session = opened.workspace.openSession("other");
    const access = session.openCall({
      permit: () => true,
      isReadable: () => true,
      isRevoked: () => false,
    });
    session.close();
    await rejects("cancelled", () => access.read("src/a"));
  });
}

function describeWriting(test: ContractTest): void {
  test("makes a new file with its missing parents", {}, async (opened) => {
    const access = opened.access();
    const version = await access.write("a/b/c.txt", bytes("new"), { replaces: null });
    assert.equal(await opened.text("a/b/c.txt"), "new");
    assert.equal((await access.read("a/b/c.txt")).version, version);
  });

  test("replaces only the version it was prepared on", { a: "old" }, async (opened) => {
    const access = opened.access();
    const old = await access.version("a");
    await rejects("file-changed", () => access.write("a", bytes("x"), { replaces: null }));
    await opened.fixture.put("a", "foreign");
    await rejects("file-changed", () => access.write("a", bytes("x"), { replaces: old }));
    await rejects("file-changed", () => access.write("gone", bytes("x"), { replaces: old }));
    assert.equal(await opened.text("a"), "foreign");
    assert.equal(await opened.text("gone"), undefined);
    await access.write("a", bytes("x"), { replaces: await access.version("a") });
    assert.equal(await opened.text("a"), "x");
  });

  test("lets one of two writes on the same version win", { a: "old" }, async (opened) => {
    const access = opened.access();
    const replaces = await access.version("a");
    const ends = await Promise.allSettled(
      ["1", "2"].map(async (text) => access.write("a", bytes(text), { replaces })),
    );
    assert.deepEqual(ends.map(({ status }) => status).toSorted(), ["fulfilled", "rejected"]);
    const winner = ends[0]?.status === "fulfilled" ? "1" : "2";
    assert.equal(await opened.text("a"), winner);
  });

  test("lets one of two new files of one name win", {}, async (opened) => {
    const access = opened.access();
    const ends = await Promise.allSettled(
      ["1", "2"].map(async (text) => access.write("n/a", bytes(text), { replaces: null })),
    );
    assert.deepEqual(ends.map(({ status }) => status).toSorted(), ["fulfilled", "rejected"]);
  });

  test("shows a reader the old or the new file, whole", {}, async (opened) => {
    const access = opened.access();
    const size = 256 * 1024;
    let version = await access.write("a", new Uint8Array(size).fill(0), { replaces: null });
    let isWriting = true;
    const writing = (async () => {
      for (let round = 1; round <= 20; round += 1) {
        version = await access.write("a", new Uint8Array(size).fill(round), { replaces: version });
      }
      isWriting = false;
    })();
    do {
      const { bytes: seen } = await access.read("a");
      assert.equal(seen.byteLength, size);
      assert.ok(
        seen.every((byte) => byte === seen[0]),
        "a reader saw parts of two versions",
      );
      await new Promise((resolve) => setImmediate(resolve));
    } while (isWriting);
    await writing;
  });

  test("keeps the mode of what it replaces, and takes one for a new file", {}, async (opened) => {
    const access = opened.access();
    const version = await access.write("a", bytes("1"), { replaces: null, mode: 0o640 });
    assert.equal((await access.stat("a"))?.mode, 0o640);
    await access.write("a", bytes("2"), { replaces: version });
    assert.equal((await access.stat("a"))?.mode, 0o640);
  });

  test("writes through a link that stays inside, and leaves the link", links, async (opened) => {
    const access = opened.access();
    const replaces = await access.version("link.txt");
    await access.write("link.txt", bytes("b"), { replaces });
    assert.equal(await opened.text("src/a.txt"), "b");
    assert.equal((await access.stat("link.txt"))?.kind, "link");
    await access.write("dangling", bytes("new"), { replaces: null });
    assert.equal(await opened.text("src/none.txt"), "new");
  });

  test("replaces one name of a file and leaves its others", {
    a: "1",
    b: { hardLink: "a" },
  }, async (opened) => {
    const access = opened.access();
    await access.write("a", bytes("2"), { replaces: await access.version("a") });
    assert.equal(await opened.text("b"), "1");
  });

  test("writes no directory, no device and nothing below a file", {
    "src/a": "a",
    pipe: { kind: "other" },
  }, async (opened) => {
    const access = opened.access();
    await rejects("not-a-file", () => access.write("src", bytes("x"), { replaces: null }));
    await rejects("not-a-file", () => access.write(".", bytes("x"), { replaces: null }));
    await rejects("not-a-file", () => access.write("pipe", bytes("x"), { replaces: null }));
    await assert.rejects(async () => access.write("src/a/b", bytes("x"), { replaces: null }));
    assert.equal(await opened.text("src/a"), "a");
  });

  test("makes directories once", { file: "x" }, async (opened) => {
    const access = opened.access();
    assert.equal(await access.makeDirectory("a/b"), true);
    assert.equal(await access.makeDirectory("a/b"), false);
    assert.equal((await access.stat("a/b"))?.kind, "directory");
    await assert.rejects(async () => access.makeDirectory("file"));
  });
}

function describeMoving(test: ContractTest): void {
  test("moves a file, a link itself and a directory", links, async (opened) => {
    const access = opened.access();
    await access.move("src/a.txt", "new/b.txt");
    assert.equal(await opened.text("new/b.txt"), "a");
    assert.equal(await access.stat("src/a.txt"), null);
    await access.move("folder", "folder-2");
    assert.equal((await access.stat("folder-2"))?.kind, "link");
    await access.move("new", "new-2");
    assert.equal(await opened.text("new-2/b.txt"), "a");
  });

  test("never overwrites", {
    a: "1",
    b: "2",
    "d/c": "3",
    link: { link: "none" },
  }, async (opened) => {
    const access = opened.access();
    for (const target of ["b", "d", "link", "a"]) {
      await rejects("file-changed", () => access.move("a", target));
    }
    await rejects("file-not-found", () => access.move("none", "e"));
    await assert.rejects(async () => access.move("d", "d/below"));
    assert.equal(await opened.text("a"), "1");
    assert.equal(await opened.text("b"), "2");
    assert.equal(await opened.text("d/c"), "3");
  });

  test("removes a file, and a link but not its target", links, async (opened) => {
    const access = opened.access();
    await access.remove("link.txt");
    assert.equal(await access.stat("link.txt"), null);
    await access.remove("folder", { recursive: true });
    assert.equal(await opened.text("src/a.txt"), "a");
    await access.remove("src/a.txt");
    assert.equal(await access.stat("src/a.txt"), null);
    await rejects("file-not-found", () => access.remove("src/a.txt"));
  });

  test("removes a full directory only when told so, following no link", links, async (opened) => {
    const access = opened.access();
    await rejects("not-a-file", () => access.remove("src"));
    assert.equal(await opened.text("src/a.txt"), "a");
    await opened.fixture.put("src/way-out", { link: "../../outside" });
    await access.remove("src", { recursive: true });
    assert.equal(await access.stat("src"), null);
    assert.equal(await opened.text("../outside/secret.txt"), "secret");
  });

  test("never moves or removes a root", { a: "1" }, async (opened) => {
    const access = opened.access();
    await rejects("permission-denied", () => access.remove(".", { recursive: true }));
    await rejects("permission-denied", () => access.remove("..", { recursive: true }));
    await rejects("permission-denied", () => access.move(".", "b"));
    assert.equal(await opened.text("a"), "1");
  });
}

function describeReadTracking(test: ContractTest): void {
  test("knows what it was told and what it wrote, for the whole session", links, async (opened) => {
    const first = opened.access();
    const { version } = await first.read("link.txt");
    assert.equal(await first.knownVersion("link.txt"), null);
    first.noteRead("link.txt", version);
    const second = opened.access();
    assert.equal(await second.knownVersion("src/a.txt"), version);
    const written = await second.write("src/a.txt", bytes("b"), { replaces: version });
    assert.equal(await first.knownVersion("link.txt"), written);
  });

  test("knows the old version after somebody else's change", { a: "1" }, async (opened) => {
    const access = opened.access();
    const { version } = await access.read("a");
    access.noteRead("a", version);
    await opened.fixture.put("a", "2");
    assert.equal(await access.knownVersion("a"), version);
    assert.notEqual(await access.version("a"), version);
  });

  test("keeps it apart from other sessions", { a: "1" }, async (opened) => {
    const access = opened.access();
    access.noteRead("a", (await access.read("a")).version);
    const other = opened.workspace.openSession("other");
    const rights: Rights = {
      permit: () => true,
      isReadable: () => true,
      isRevoked: () => false,
    };
    assert.equal(await other.openCall(rights).knownVersion("a"), null);
    other.close();
  });

  test("forgets what was removed, and knows what was moved", { a: "1", b: "2" }, async (opened) => {
    const access = opened.access();
    for (const path of ["a", "b"]) access.noteRead(path, (await access.read(path)).version);
    const version = await access.knownVersion("b");
    await access.remove("a");
    await access.move("b", "c");
    assert.equal(await access.knownVersion("a"), null);
    assert.equal(await access.knownVersion("b"), null);
    assert.equal(await access.knownVersion("c"), version);
  });
}
