import assert from "node:assert/strict";
import { bytes, type ContractTest, links, type Rights, textOf } from "./opened-workspace.ts";

export function describeReadTracking(test: ContractTest): void {
  test("knows reported reads and its own writes for the whole session", links, async (opened) => {
    const first = opened.access();
    const { version } = await first.read("link.txt");
    assert.equal(await first.knownVersion("link.txt"), null);
    first.noteRead("link.txt", version);
    const second = opened.access();
    assert.equal(await second.knownVersion("src/a.txt"), version);
    const written = await second.write("src/a.txt", bytes("b"), { replaces: version });
    assert.equal(await first.knownVersion("link.txt"), written);
  });

  test("knows the old version after another program's change", { a: "1" }, async (opened) => {
    const access = opened.access();
    const { version } = await access.read("a");
    access.noteRead("a", version);
    await opened.fixture.put("a", "2");
    assert.equal(await access.knownVersion("a"), version);
    assert.notEqual(await access.version("a"), version);
  });

  test("keeps read and written content for comparison", { a: "1" }, async (opened) => {
    const access = opened.access();
    const known = async (): Promise<string | null> => {
      const content = await opened.access().knownContent("a");
      return content === null ? null : textOf(content);
    };
    const { version, bytes: read } = await access.read("a");
    assert.equal(await known(), null);
    access.noteRead("a", version);
    assert.equal(await known(), "1");
    await opened.fixture.put("a", "2");
    assert.equal(await known(), "1");
    await access.write("a", bytes("3"), { replaces: await access.version("a") });
    assert.equal(await known(), "3");
    access.noteRead("a", "an unread version");
    assert.equal(await known(), null);
    read.fill(0);
    access.noteRead("a", version);
    assert.notEqual(await known(), "\0");
  });

  test("is separate from other sessions", { a: "1" }, async (opened) => {
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

  test("forgets removed files and follows moved ones", { a: "1", b: "2" }, async (opened) => {
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
