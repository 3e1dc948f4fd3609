import assert from "node:assert/strict";
import { bytes, type ContractTest, links, rejects } from "./opened-workspace.ts";

export function describeWriting(test: ContractTest): void {
  test("creates a new file with its missing parents", {}, async (opened) => {
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

  test("shows readers either the old or the new file completely", {}, async (opened) => {
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

  test("keeps the mode of a replaced file, and sets a given one for a new file", {}, async (opened) => {
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

  test("refuses to write a directory, a device or a path below a file", {
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

  test("creates directories once", { file: "x" }, async (opened) => {
    const access = opened.access();
    assert.equal(await access.makeDirectory("a/b"), true);
    assert.equal(await access.makeDirectory("a/b"), false);
    assert.equal((await access.stat("a/b"))?.kind, "directory");
    await assert.rejects(async () => access.makeDirectory("file"));
  });
}
