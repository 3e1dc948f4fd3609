import assert from "node:assert/strict";
import type { FileBelow } from "@toolwright/core/ports";
import { bytes, type ContractTest, links, rejects, textOf } from "./opened-workspace.ts";

export function describeLooking(test: ContractTest): void {
  test("reads bytes with a version that identifies the content", {
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

  test("continues to read the opened file when it is replaced", { a: "old" }, async (opened) => {
    const access = opened.access();
    const file = await access.open("a");
    await access.write("a", bytes("new"), { replaces: await access.version("a") });
    const buffer = new Uint8Array(3);
    await file.read(buffer, 0);
    assert.equal(textOf(buffer), "old");
    await file.close();
  });

  test("inspects a path without following a link at the end", links, async (opened) => {
    const access = opened.access();
    assert.equal((await access.stat("link.txt"))?.kind, "link");
    assert.equal((await access.stat("folder/a.txt"))?.kind, "file");
    assert.equal((await access.stat("src/a.txt"))?.size, 1);
    assert.equal((await access.stat("src"))?.kind, "directory");
    assert.equal((await access.stat("."))?.kind, "directory");
    assert.equal(await access.stat("none"), null);
    assert.equal(await access.stat("src/a.txt/none"), null);
  });

  test("lists links in a directory as links", links, async (opened) => {
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

  test("finds files below, and link targets, by their real paths", {
    ...links,
    "src/.env": "",
    "src/sub/.env": "",
    "src/sub/b": "b",
    "src/sub/to-env": { link: "../.env" },
    "src/sub/circle": { link: "circle" },
    "src/sub/up": { link: ".." },
  }, async ({ workspace }) => {
    const root = workspace.roots[0] ?? "";
    const find = async (path: string, maxEntries = 100) => {
      const isWanted = ({ realPath: at, leadsToDirectory }: FileBelow): boolean =>
        leadsToDirectory || at.endsWith("/.env") || !at.startsWith(`${root}/`);
      const found = await workspace.findBelow(`${root}${path}`, { isWanted, maxEntries });
      return { ...found, paths: found.paths.map((at) => at.slice(root.length)).sort() };
    };
    const below = ["/src/.env", "/src/deep-out", "/src/sub/.env", "/src/sub/to-env", "/src/sub/up"];
    assert.deepEqual(await find("/src"), { paths: below, isWhole: true });
    assert.deepEqual(await find("/src/.env"), { paths: ["/src/.env"], isWhole: true });
    assert.deepEqual(await find("/src/sub/b"), { paths: [], isWhole: true });
    assert.deepEqual(await find("/none"), { paths: [], isWhole: true });
    assert.equal((await find("/src", 2)).isWhole, false);
  });
}
