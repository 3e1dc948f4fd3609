import assert from "node:assert/strict";
import type { ErrorCode, WorkspaceAccess } from "@toolwright/core";
import type { FileChange, FileVersion } from "@toolwright/core/ports";
import { bytes, type ContractTest, links, rejects, textOf } from "./opened-workspace.ts";

const files = { "src/a.txt": "a", "src/b.txt": "b", "old/c.txt": "c", "d.txt": "d" };

const write = (path: string, text: string, replaces: FileVersion | null): FileChange => ({
  type: "write",
  path,
  bytes: bytes(text),
  replaces,
});

export function describeApplying(test: ContractTest): void {
  test("makes all changes and returns the new versions", files, async (opened) => {
    const access = opened.access();
    const versions = await access.apply([
      write("src/a.txt", "A", await versionAt(access, "src/a.txt")),
      write("new/deep/e.txt", "e", null),
      { type: "delete", path: "d.txt", replaces: await versionAt(access, "d.txt") },
      {
        type: "move",
        from: "src/b.txt",
        to: "moved/b.txt",
        replaces: await versionAt(access, "src/b.txt"),
      },
      {
        type: "move",
        from: "old/c.txt",
        to: "new/c.txt",
        replaces: await versionAt(access, "old/c.txt"),
        bytes: bytes("C"),
      },
    ]);
    assert.equal(await opened.text("src/a.txt"), "A");
    assert.equal(await opened.text("new/deep/e.txt"), "e");
    assert.equal(await opened.text("d.txt"), undefined);
    assert.equal(await opened.text("src/b.txt"), undefined);
    assert.equal(await opened.text("moved/b.txt"), "b");
    assert.equal(await opened.text("old/c.txt"), undefined);
    assert.equal(await opened.text("new/c.txt"), "C");
    const now = [
      await access.version("src/a.txt"),
      await access.version("new/deep/e.txt"),
      null,
      await access.version("moved/b.txt"),
      await access.version("new/c.txt"),
    ];
    assert.deepEqual(versions, now);
    assert.deepEqual(await namesIn(access, "src"), ["a.txt"]);
    assert.deepEqual(await namesIn(access, "new"), ["c.txt", "deep"]);
  });

  test("makes none if one is impossible, and leaves no directory", links, async (opened) => {
    const { fixture } = opened;
    await fixture.put("src/b.txt", "b");
    await fixture.put("pipe", { kind: "other" });
    const access = opened.access();
    const a = await versionAt(access, "src/a.txt");
    const stale = await versionAt(access, "src/b.txt");
    await fixture.put("src/b.txt", "foreign");
    const move = (from: string, to: string, replaces = a): FileChange => ({
      type: "move",
      from,
      to,
      replaces,
    });
    const impossible: readonly (readonly [ErrorCode, FileChange])[] = [
      ["file-changed", write("src/b.txt", "x", stale)],
      ["file-changed", write("src/b.txt", "x", null)],
      ["file-changed", write("src/none.txt", "x", a)],
      ["not-a-file", write("src", "x", null)],
      ["not-a-file", write("pipe", "x", null)],
      ["input-invalid", write("src/b.txt/below", "x", null)],
      ["path-outside-workspace", write("out", "x", null)],
      ["file-changed", { type: "delete", path: "src/b.txt", replaces: stale }],
      ["file-not-found", { type: "delete", path: "src/none.txt", replaces: a }],
      ["not-a-file", { type: "delete", path: "src", replaces: a }],
      ["not-a-file", { type: "delete", path: "link.txt", replaces: a }],
      ["file-changed", move("src/b.txt", "elsewhere/b.txt", stale)],
      ["file-not-found", move("src/none.txt", "elsewhere/b.txt")],
      ["not-a-file", move("link.txt", "elsewhere/b.txt")],
      ["input-invalid", write("src/a.txt", "x", a)],
      ["input-invalid", write("folder/a.txt", "x", a)],
      ["input-invalid", move("src/a.txt", "elsewhere/b.txt")],
      ["input-invalid", write("new/n.txt", "x", null)],
    ];
    for (const [code, change] of impossible) {
      const possible = [write("src/a.txt", "A", a), write("new/n.txt", "n", null)];
      await rejects(code, () => access.apply([...possible, change]));
      await rejects(code, () => access.apply([change, ...possible]));
    }
    const b = await versionAt(access, "src/b.txt");
    for (const target of ["src/a.txt", "dangling", "src"]) {
      const changes = [write("new/n.txt", "n", null), move("src/b.txt", target, b)];
      await rejects("file-changed", () => access.apply(changes));
    }
    assert.equal(await opened.text("src/a.txt"), "a");
    assert.equal(await opened.text("src/b.txt"), "foreign");
    assert.equal(await access.stat("new"), null);
    assert.equal(await access.stat("elsewhere"), null);
    assert.deepEqual(await namesIn(access, "src"), ["a.txt", "b.txt", "deep-out"]);
  });

  test(
    "checks the operation on each path, and all before the first change",
    files,
    async (opened) => {
      const all = opened.access();
      const replaces = await versionAt(all, "src/a.txt");
      const changes: readonly FileChange[] = [
        write("src/a.txt", "A", replaces),
        write("n.txt", "n", null),
        { type: "delete", path: "src/b.txt", replaces: await versionAt(all, "src/b.txt") },
        { type: "move", from: "d.txt", to: "e.txt", replaces: await versionAt(all, "d.txt") },
      ];
      const needed = [
        "write src/a.txt",
        "write n.txt",
        "delete src/b.txt",
        "delete d.txt",
        "write e.txt",
      ];
      const asked = new Set<string>();
      for (const refused of [...needed, ""]) {
        const access = opened.access({
          permit: (operation, { displayPath }) => {
            asked.add(`${operation} ${displayPath}`);
            return `${operation} ${displayPath}` !== refused;
          },
        });
        if (refused === "") await access.apply(changes);
        else {
          await rejects("permission-denied", () => access.apply(changes));
          assert.equal(await opened.text("src/a.txt"), "a");
          assert.equal(await opened.text("n.txt"), undefined);
        }
      }
      assert.deepEqual([...asked].toSorted(), needed.toSorted());
      assert.equal(await opened.text("e.txt"), "d");
    },
  );

  test("lets one of two on the same version win, completely", files, async (opened) => {
    const access = opened.access();
    const a = await versionAt(access, "src/a.txt");
    const b = await versionAt(access, "src/b.txt");
    const ends = await Promise.allSettled(
      ["1", "2"].map(async (text) =>
        access.apply([write("src/b.txt", text, b), write("src/a.txt", text, a)]),
      ),
    );
    assert.deepEqual(ends.map(({ status }) => status).toSorted(), ["fulfilled", "rejected"]);
    const winner = ends[0]?.status === "fulfilled" ? "1" : "2";
    assert.equal(await opened.text("src/a.txt"), winner);
    assert.equal(await opened.text("src/b.txt"), winner);
  });

  test("keeps modes, and takes one for a new file", files, async (opened) => {
    const access = opened.access();
    const first = await access.write("m", bytes("1"), { replaces: null, mode: 0o640 });
    const [version] = await access.apply([write("m", "2", first)]);
    assert.equal((await access.stat("m"))?.mode, 0o640);
    await access.apply([
      { type: "move", from: "m", to: "n", replaces: version ?? "", bytes: bytes("3") },
      { type: "write", path: "o", bytes: bytes("o"), replaces: null, mode: 0o600 },
    ]);
    assert.equal((await access.stat("n"))?.mode, 0o640);
    assert.equal((await access.stat("o"))?.mode, 0o600);
  });

  test("writes through a link that stays inside, and leaves the link", links, async (opened) => {
    const access = opened.access();
    const replaces = await versionAt(access, "link.txt");
    await access.apply([write("link.txt", "b", replaces), write("dangling", "new", null)]);
    assert.equal(await opened.text("src/a.txt"), "b");
    assert.equal(await opened.text("src/none.txt"), "new");
    assert.equal((await access.stat("link.txt"))?.kind, "link");
  });

  test("marks files that were known or are new as known", files, async (opened) => {
    const access = opened.access();
    const { version } = await access.read("src/a.txt");
    access.noteRead("src/a.txt", version);
    const c = await versionAt(access, "old/c.txt");
    access.noteRead("old/c.txt", c);
    access.noteRead("d.txt", await versionAt(access, "d.txt"));
    const versions = await access.apply([
      write("src/a.txt", "A", version),
      write("src/b.txt", "B", await versionAt(access, "src/b.txt")),
      write("n.txt", "n", null),
      { type: "move", from: "old/c.txt", to: "c.txt", replaces: c },
      { type: "delete", path: "d.txt", replaces: await versionAt(access, "d.txt") },
    ]);
    assert.equal(await access.knownVersion("src/a.txt"), versions[0]);
    assert.equal(await access.knownVersion("src/b.txt"), null);
    assert.equal(await access.knownVersion("n.txt"), versions[2]);
    assert.equal(await access.knownVersion("c.txt"), versions[3]);
    assert.equal(await access.knownVersion("old/c.txt"), null);
    assert.equal(await access.knownVersion("d.txt"), null);
    assert.equal(textOf((await access.knownContent("src/a.txt")) ?? bytes("")), "A");
  });

  test("ends with the call, and an empty list succeeds at once", files, async (opened) => {
    assert.deepEqual(await opened.access().apply([]), []);
    const access = opened.access({ isRevoked: () => true });
    await rejects("cancelled", () => access.apply([write("n.txt", "n", null)]));
    assert.equal(await opened.text("n.txt"), undefined);
  });
}

async function versionAt(access: WorkspaceAccess, path: string): Promise<FileVersion> {
  return (await access.version(path)) ?? "nothing";
}

async function namesIn(access: WorkspaceAccess, path: string): Promise<readonly string[]> {
  return (await access.list(path)).map(({ name }) => name).toSorted();
}
