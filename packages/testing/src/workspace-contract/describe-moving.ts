import assert from "node:assert/strict";
import { type ContractTest, links, rejects } from "./opened-workspace.ts";

export function describeMoving(test: ContractTest): void {
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

  test(
    "removes a non-empty directory only on request, following no link",
    links,
    async (opened) => {
      const access = opened.access();
      await rejects("not-a-file", () => access.remove("src"));
      assert.equal(await opened.text("src/a.txt"), "a");
      await opened.fixture.put("src/way-out", { link: "../../outside" });
      await access.remove("src", { recursive: true });
      assert.equal(await access.stat("src"), null);
      assert.equal(await opened.text("../outside/secret.txt"), "secret");
    },
  );

  test("never moves or removes a root", { a: "1" }, async (opened) => {
    const access = opened.access();
    await rejects("permission-denied", () => access.remove(".", { recursive: true }));
    await rejects("permission-denied", () => access.remove("..", { recursive: true }));
    await rejects("permission-denied", () => access.move(".", "b"));
    assert.equal(await opened.text("a"), "1");
  });
}
