import assert from "node:assert/strict";
import type { FileChange, PathOperation, ResolvedPath } from "@toolwright/core/ports";
import type { FixtureFiles } from "../fixture-files.ts";
import { bytes, type ContractTest, links, rejects, textOf } from "./opened-workspace.ts";

const newFile = (path: string): FileChange => ({
  type: "write",
  path,
  bytes: bytes("new"),
  replaces: null,
});

export function describePermits(test: ContractTest): void {
  const files: FixtureFiles = { "src/a": "content", link: { link: "src/a" }, "src/sub/b": "b" };

  test("checks each use by the real path", files, async (opened) => {
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
      ["write e", () => access.apply([newFile("e")])],
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

  test("refuses every use that is not permitted, and changes nothing", files, async (opened) => {
    const access = opened.access({ permit: () => false });
    const version = await opened.access().version("src/a");
    const uses: readonly (() => unknown)[] = [
      () => access.read("src/a"),
      () => access.open("src/a"),
      () => access.list("src"),
      () => access.stat("src/a"),
      () => access.version("src/a"),
      () => access.write("src/a", bytes("x"), { replaces: version }),
      () => access.apply([newFile("new")]),
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

  test("checks again when a link was moved since the decision", files, async (opened) => {
    const { realPath } = await opened.workspace.resolve("link");
    const access = opened.access({ permit: (_operation, path) => path.realPath === realPath });
    assert.equal(textOf((await access.read("link")).bytes), "content");
    await opened.fixture.put("link", { link: "src/sub/b" });
    await rejects("permission-denied", () => access.read("link"));
  });

  test("leaves it to the policy what may be read without approval", links, async (opened) => {
    const access = opened.access({ isReadable: ({ displayPath }) => displayPath !== "src/a.txt" });
    assert.equal(await access.mayRead("src/a.txt"), false);
    assert.equal(await access.mayRead("src/none.txt"), true);
    assert.equal(await access.mayRead("out"), false);
    assert.equal(await access.mayRead("\0"), false);
  });

  test("answers quickly for many files below a directory", links, async (opened) => {
    const access = opened.access({ isReadable: ({ displayPath }) => displayPath !== "src/a.txt" });
    const look = await access.lookBelow("src");
    assert.deepEqual(await look.readable(["none.txt", "a.txt"]), ["none.txt"]);
    const [gone, there] = await look.modifiedAtMs(["none.txt", "a.txt"]);
    assert.equal(gone, null);
    assert.equal(there, (await access.stat("src/a.txt"))?.modifiedAtMs);
    assert.deepEqual(await look.present(["none.txt", "a.txt", "a.txt/b"]), ["a.txt"]);
    const { root } = opened;
    const filtered = opened.access({ readFilter: () => (path) => path !== `${root}/src/b` });
    assert.deepEqual(await (await filtered.lookBelow("src")).readable(["a.txt"]), ["a.txt"]);
    await rejects("permission-denied", () =>
      opened.access({ permit: () => false }).lookBelow("src"),
    );
    let isRevoked = false;
    const late = await opened.access({ isRevoked: () => isRevoked }).lookBelow("src");
    isRevoked = true;
    assert.deepEqual(await late.readable(["a.txt"]), []);
    assert.deepEqual(await late.modifiedAtMs(["a.txt"]), [null]);
    assert.deepEqual(await late.present(["a.txt"]), []);
  });

  const linked: FixtureFiles = { "src/a": "a", "src/b": { link: "a" }, dir: { link: "src" } };

  test("does not find a file that only a link leads to", linked, async (opened) => {
    const look = await opened.access().lookBelow(".");
    const asked = ["dir/a", "src/b", "src/a", "src", "src/../src/a"];
    assert.deepEqual(await look.present(asked), ["src/a"]);
  });

  test("names no unreadable file in an error", { "secrets.txt": "s" }, async (opened) => {
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
