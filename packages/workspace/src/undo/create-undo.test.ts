import { execFileSync } from "node:child_process";
import {
  existsSync,
  appendFileSync,
  chmodSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  symlinkSync,
  truncateSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { deletion, write } from "@toolwright/core";
import { describe, expect, it } from "vitest";
import { undoWorld } from "../fixtures/undo-world.ts";

const textOf = (bytes: Uint8Array | null | undefined): string =>
  Buffer.from(bytes ?? []).toString();

describe("undo of exact changes", () => {
  it("undoes and redoes a creation with the directories created for it", async () => {
    const world = undoWorld({ "a.txt": "a\n" });
    const before = world.tree();
    await world.call([write("new/deep/b.txt", "create")], () => {
      mkdirSync(join(world.root, "new/deep"), { recursive: true });
      writeFileSync(join(world.root, "new/deep/b.txt"), "b\n");
    });
    const after = world.tree();
    expect(await world.undo.undo()).toMatchObject({
      outcome: "done",
      paths: [
        { path: join(world.root, "new"), did: "deleted" },
        { path: join(world.root, "new/deep"), did: "deleted" },
        { path: join(world.root, "new/deep/b.txt"), did: "deleted" },
      ],
    });
    expect(world.tree()).toEqual(before);
    expect(await world.undo.redo()).toMatchObject({ outcome: "done" });
    expect(world.tree()).toEqual(after);
    expect(await world.undo.redo()).toMatchObject({ outcome: "nothing" });
    await world.undo.undo();
    expect(world.tree()).toEqual(before);
    expect(await world.undo.undo()).toMatchObject({ outcome: "nothing" });
  });

  it("undoes changes that were approved during the call as well", async () => {
    const world = undoWorld({ "a.txt": "a\n", "b.txt": "b\n" });
    const before = world.tree();
    await world.call([write("a.txt")], async (requestEffects) => {
      writeFileSync(join(world.root, "a.txt"), "changed\n");
      await requestEffects([write("a.txt"), write("b.txt"), write("c.txt", "create")]);
      writeFileSync(join(world.root, "a.txt"), "changed again\n");
      writeFileSync(join(world.root, "b.txt"), "changed, too\n");
      writeFileSync(join(world.root, "c.txt"), "new\n");
    });
    expect(await world.undo.undo()).toMatchObject({ outcome: "done" });
    expect(world.tree()).toEqual(before);
  });

  it("restores contents byte by byte with their modes", async () => {
    const bytes = Buffer.from(Array.from({ length: 4_096 }, (_, index) => index % 256));
    const world = undoWorld({ "tool.sh": bytes, "huge.bin": Buffer.alloc(30_000_000, 7) });
    chmodSync(join(world.root, "tool.sh"), 0o750);
    const before = world.tree();
    await world.call([write("tool.sh"), write("huge.bin")], () => {
      writeFileSync(join(world.root, "tool.sh"), "other");
      chmodSync(join(world.root, "tool.sh"), 0o600);
      truncateSync(join(world.root, "huge.bin"), 5);
    });
    const after = world.tree();
    expect(await world.undo.undo()).toMatchObject({ outcome: "done" });
    expect(world.tree()).toEqual(before);
    await world.undo.redo();
    expect(world.tree()).toEqual(after);
  });

  it("restores modes of files and directories without replacing the file", async () => {
    const world = undoWorld({ "dir/a.txt": "a\n" });
    const path = join(world.root, "dir/a.txt");
    linkSync(path, join(world.root, "same"));
    const before = world.tree();
    await world.call([write("dir/a.txt"), write("dir")], () => {
      chmodSync(path, 0o400);
      chmodSync(join(world.root, "dir"), 0o500);
    });
    expect(await world.undo.undo()).toMatchObject({
      paths: [{ did: "mode" }, { did: "mode" }],
    });
    expect(world.tree()).toEqual(before);
    writeFileSync(path, "still one file");
    expect(readFileSync(join(world.root, "same"), "utf8")).toBe("still one file");
  });

  it("restores a deleted tree with its links, empty directories and unusual names", async () => {
    const world = undoWorld({
      "tree/a\nb.txt": "newline\n",
      "tree/ü -x*?": "odd\n",
      "tree/deep/.git/config": "inner\n",
      "kept.txt": "kept\n",
    });
    mkdirSync(join(world.root, "tree/empty"), { mode: 0o711 });
    symlinkSync("../kept.txt", join(world.root, "tree/link"));
    symlinkSync("/nowhere/at all", join(world.root, "tree/dangling"));
    const before = world.tree();
    await world.call([deletion("tree")], () =>
      rmSync(join(world.root, "tree"), { recursive: true }),
    );
    const after = world.tree();
    expect(await world.undo.undo()).toMatchObject({ outcome: "done" });
    expect(world.tree()).toEqual(before);
    await world.undo.redo();
    expect(world.tree()).toEqual(after);
  });

  it("undoes the move of a directory", async () => {
    const world = undoWorld({ "from/a.txt": "a\n", "from/in/b.txt": "b\n", "from/.git/x": "x" });
    const before = world.tree();
    await world.call([deletion("from"), write("to", "create", { recursive: true })], () =>
      renameSync(join(world.root, "from"), join(world.root, "to")),
    );
    await world.undo.undo();
    expect(world.tree()).toEqual(before);
    await world.undo.redo();
    expect(world.tree()["to/in/b.txt"]).toContain("b\n");
    expect(world.tree()["from"]).toBeUndefined();
  });

  it("turns a file back into a directory, and a directory back into a link, and redoes both", async () => {
    const world = undoWorld({ "a/x/y.txt": "y\n", "b.txt": "b\n" });
    const before = world.tree();
    await world.call([deletion("a"), deletion("b.txt"), write("b.txt/c", "create")], () => {
      rmSync(join(world.root, "a"), { recursive: true });
      symlinkSync("b.txt", join(world.root, "a"));
      unlinkSync(join(world.root, "b.txt"));
      mkdirSync(join(world.root, "b.txt"));
      writeFileSync(join(world.root, "b.txt/c"), "c\n");
    });
    const after = world.tree();
    expect(await world.undo.undo()).toMatchObject({ outcome: "done" });
    expect(world.tree()).toEqual(before);
    expect(await world.undo.redo()).toMatchObject({ outcome: "done" });
    expect(world.tree()).toEqual(after);
  });

  it("undoes what sub-agents changed with the call, the turn and the session that started them", async () => {
    const world = undoWorld({ "a.txt": "0", "b.txt": "0", "c.txt": "0" });
    const now = (): string =>
      ["a.txt", "b.txt", "c.txt"]
        .map((name) => readFileSync(join(world.root, name), "utf8"))
        .join("");
    const step = (name: string, more: object): Promise<number> =>
      world.call([write(name)], () => writeFileSync(join(world.root, name), "1"), more);
    const other = join(world.root, "d.txt");
    const start = await world.call([{ type: "agent", agent: "general" }], () => undefined, {
      sessionId: "s",
      callId: "c",
      turn: 2,
    });
    await step("a.txt", { sessionId: "s/c", turn: 2 });
    await step("b.txt", { sessionId: "s/c/#2/c", turn: 2 });
    await step("c.txt", { sessionId: "s/call", turn: 2 });
    await world.call([write("d.txt")], () => writeFileSync(other, "1"), {
      sessionId: "s-2",
      turn: 2,
    });
    expect(now()).toBe("111");
    await world.undo.undo({ type: "entry", entry: start });
    expect(now()).toBe("001");
    await world.undo.redo();
    expect(now()).toBe("111");
    await world.undo.undo({ type: "turn", turn: 2, sessionId: "s" });
    expect(now()).toBe("000");
    await world.undo.redo();
    await world.undo.undo({ type: "session", sessionId: "s" });
    expect(now()).toBe("000");
    expect(readFileSync(other, "utf8")).toBe("1");
    await world.undo.redo();
    await world.undo.undo({ type: "turn", turn: 2 });
    expect(existsSync(other)).toBe(false);
    expect(now()).toBe("111");
  });

  it("undoes what a call's own calls changed together, with their sub-agents", async () => {
    const world = undoWorld({ "a.txt": "0", "b.txt": "0", "c.txt": "0", "d.txt": "0" });
    const names = ["a.txt", "b.txt", "c.txt", "d.txt"];
    const now = (): string =>
      names.map((name) => readFileSync(join(world.root, name), "utf8")).join("");
    const step = (name: string, more: object): Promise<number> =>
      world.call([write(name)], () => writeFileSync(join(world.root, name), "1"), {
        sessionId: "s",
        ...more,
      });
    await step("a.txt", { callId: "before" });
    await step("b.txt", { callId: "c-1", parentCallId: "c" });
    await world.call([{ type: "agent", agent: "general" }], () => undefined, {
      sessionId: "s",
      callId: "c-2",
      parentCallId: "c",
    });
    await step("c.txt", { sessionId: "s/c-2", callId: "x" });
    await step("d.txt", { sessionId: "other", callId: "y", parentCallId: "c" });
    // Its process was killed before it was recorded.
    await world.undo.undo({ type: "call", callId: "c", sessionId: "s" });
    expect(now()).toBe("1001");
    await world.undo.redo();
    const program = await world.call([], () => undefined, { sessionId: "s", callId: "c" });
    await world.undo.undo({ type: "entry", entry: program });
    expect(now()).toBe("1001");
    await world.undo.redo();
    expect(now()).toBe("1111");
  });

  it("undoes by call, turn, session and to a point, and redoes", async () => {
    const world = undoWorld({ "a.txt": "0" });
    const path = join(world.root, "a.txt");
    const step = (text: string, more: object = {}): Promise<number> =>
      world.call([write("a.txt")], () => writeFileSync(path, text), more);
    const now = (): string => readFileSync(path, "utf8");
    const first = await step("1", { turn: 1 });
    await step("2", { turn: 2, callId: "second" });
    await step("3", { turn: 2 });
    await world.undo.undo();
    expect(now()).toBe("2");
    await world.undo.undo({ type: "call", callId: "second" });
    expect(now()).toBe("1");
    await world.undo.redo();
    expect(now()).toBe("2");
    await world.undo.redo();
    expect(now()).toBe("3");
    await world.undo.undo({ type: "turn", turn: 2 });
    expect(now()).toBe("1");
    await world.undo.redo();
    expect(now()).toBe("3");
    await world.undo.undo({ type: "to", entry: first });
    expect(now()).toBe("1");
    await world.undo.redo();
    await step("4", { sessionId: "another" });
    expect(await world.undo.undo({ type: "session", sessionId: "session-1" })).toMatchObject({
      outcome: "foreign",
      changes: [{ path, by: expect.any(Number) }],
    });
    await world.undo.undo();
    await world.undo.undo({ type: "session", sessionId: "session-1" });
    expect(now()).toBe("0");
    expect(await world.undo.undo({ type: "entry", entry: first })).toMatchObject({
      outcome: "nothing",
      reason: expect.stringContaining("already undone"),
    });
    expect(await world.undo.undo({ type: "entry", entry: 4711 })).toMatchObject({
      outcome: "nothing",
    });
  });

  it("works outside the roots for paths that a call was allowed to change", async () => {
    const world = undoWorld();
    const path = join(world.outside, "elsewhere.txt");
    writeFileSync(path, "before");
    await world.call([write("../elsewhere.txt")], () => writeFileSync(path, "after"));
    await world.undo.undo();
    expect(readFileSync(path, "utf8")).toBe("before");
  });

  it("changes nothing in a dry run and reports what it would do", async () => {
    const world = undoWorld({ "a.txt": "a" });
    await world.call([write("a.txt")], () => writeFileSync(join(world.root, "a.txt"), "b"));
    const after = world.tree();
    expect(await world.undo.undo(undefined, { isDryRun: true })).toMatchObject({
      outcome: "done",
      entry: null,
      paths: [
        { did: "restored", contents: { before: Uint8Array.of(98), after: Uint8Array.of(97) } },
      ],
    });
    expect(world.tree()).toEqual(after);
    const done = await world.undo.undo();
    expect(done).toMatchObject({ outcome: "done", paths: [{ did: "restored" }] });
    expect(JSON.stringify(done)).not.toContain("contents");
  });
});

describe("undo and changes by others", () => {
  it("refuses if the file has changed since, with both contents, and force keeps the changed version", async () => {
    const world = undoWorld({ "a.txt": "old\n", "b.txt": "old\n" });
    const path = join(world.root, "a.txt");
    await world.call([write("a.txt"), write("b.txt")], () => {
      writeFileSync(path, "new\n");
      writeFileSync(join(world.root, "b.txt"), "new\n");
    });
    appendFileSync(path, "foreign\n");
    const foreign = world.tree();
    const refused = await world.undo.undo();
    expect(refused).toMatchObject({ outcome: "foreign", changes: [{ path, by: null }] });
    if (refused.outcome !== "foreign") return;
    expect(textOf(refused.changes[0]?.leftContent)).toBe("new\n");
    expect(textOf(refused.changes[0]?.foundContent)).toBe("new\nforeign\n");
    expect(world.tree()).toEqual(foreign);
    const forced = await world.undo.undo(undefined, { force: true });
    expect(forced).toMatchObject({ outcome: "done", foreignEntry: expect.any(Number) });
    expect(readFileSync(path, "utf8")).toBe("old\n");
    await world.undo.redo();
    expect(world.tree()).toEqual(foreign);
    if (forced.outcome !== "done" || forced.foreignEntry === null) return;
    await world.undo.undo({ type: "entry", entry: forced.foreignEntry });
    expect(readFileSync(path, "utf8")).toBe("new\n");
  });

  it("keeps a created directory that contains something else", async () => {
    const world = undoWorld();
    await world.call([write("dir/a.txt", "create")], () => {
      mkdirSync(join(world.root, "dir"));
      writeFileSync(join(world.root, "dir/a.txt"), "a");
    });
    writeFileSync(join(world.root, "dir/theirs.txt"), "theirs");
    expect(await world.undo.undo()).toMatchObject({
      outcome: "done",
      paths: [{ did: "kept" }, { did: "deleted" }],
    });
    expect(readdirSync(join(world.root, "dir"))).toEqual(["theirs.txt"]);
    expect(await world.undo.redo()).toMatchObject({ outcome: "done" });
    expect(readdirSync(join(world.root, "dir"))).toEqual(["a.txt", "theirs.txt"]);
  });

  it("never follows a link that replaced a directory", async () => {
    const world = undoWorld({ "dir/a.txt": "a" });
    await world.call([write("dir/a.txt")], () => writeFileSync(join(world.root, "dir/a.txt"), "b"));
    const elsewhere = join(world.outside, "elsewhere");
    renameSync(join(world.root, "dir"), elsewhere);
    symlinkSync(elsewhere, join(world.root, "dir"));
    expect(await world.undo.undo()).toMatchObject({ outcome: "foreign" });
    await world.undo.undo(undefined, { force: true }).catch(() => null);
    expect(readFileSync(join(elsewhere, "a.txt"), "utf8")).toBe("b");
  });

  it("never replaces a content that can't be kept, even with force", async () => {
    const world = undoWorld({ "a.txt": "a" });
    const path = join(world.root, "a.txt");
    await world.call([write("a.txt")], () => writeFileSync(path, "b"));
    unlinkSync(path);
    execFileSync("mkfifo", [path]);
    expect(await world.undo.undo(undefined, { force: true })).toMatchObject({
      outcome: "not-undoable",
      paths: [{ path }],
    });
    expect(world.tree()).toEqual({ "a.txt": "special" });
  });

  it("changes nothing at all if one of many paths can't be undone", async () => {
    const world = undoWorld({ "a.txt": "a", "b.txt": "b", "c/d.txt": "d" });
    await world.call([deletion("a.txt"), write("b.txt"), deletion("c")], () => {
      unlinkSync(join(world.root, "a.txt"));
      writeFileSync(join(world.root, "b.txt"), "2");
      rmSync(join(world.root, "c"), { recursive: true });
    });
    mkdirSync(join(world.root, "a.txt"));
    const now = world.tree();
    expect(await world.undo.undo()).toMatchObject({ outcome: "foreign" });
    expect(world.tree()).toEqual(now);
    rmdirSync(join(world.root, "a.txt"));
  });

  it("runs two concurrent undos one after the other", async () => {
    const world = undoWorld({ "a.txt": "0" });
    const path = join(world.root, "a.txt");
    for (const text of ["1", "2"]) {
      await world.call([write("a.txt")], () => writeFileSync(path, text));
    }
    await Promise.all([world.undo.undo(), world.undo.undo()]);
    expect(readFileSync(path, "utf8")).toBe("0");
  });
});

describe("a change that exceeds a limit", () => {
  it("is reported beforehand, and the work continues", async () => {
    const limits = { maxFileBytes: 1_000, maxEntries: 5 };
    const world = undoWorld({ "big.bin": Buffer.alloc(2_000), "dir/a": "a" }, { limits });
    for (let index = 0; index < 10; index++) writeFileSync(join(world.root, `dir/${index}`), "");
    expect(await world.outlook([write("big.bin")])).toMatchObject({
      undoable: false,
      reasons: [expect.stringContaining("'big.bin'")],
    });
    expect(await world.outlook([deletion("dir")])).toMatchObject({ undoable: false });
    await world.call([write("big.bin")], () => truncateSync(join(world.root, "big.bin"), 1));
    expect(await world.undo.undo()).toMatchObject({ outcome: "not-undoable" });
    await world.call([deletion("dir")], () => rmSync(join(world.root, "dir"), { recursive: true }));
    expect(await world.undo.undo()).toMatchObject({ outcome: "not-undoable" });
    expect(world.tree()["dir"]).toBeUndefined();
  });

  it("has nothing to undo if the call changed nothing", async () => {
    const world = undoWorld({ "a.txt": "a" });
    await world.call([write("a.txt")], () => {});
    expect(await world.undo.undo()).toMatchObject({ outcome: "nothing" });
  });
});
