import {
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { unknown, type Workspace, write, type WorkspaceAccess } from "@toolwright/core";
import { describe, expect, it } from "vitest";
import { checkedContainment } from "./access/checked-containment.ts";
import { descriptorContainment } from "./access/descriptor-containment.ts";
import { PathMoved } from "./access/failures.ts";
import { viewedContainment } from "./access/viewed-containment.ts";
import { createEnvironment } from "./environment.ts";
import { anIntent, aRecord } from "./fixtures/journal-calls-of.ts";
import { failureOf, freshDirectory, openCall, writeFiles } from "./fixtures/temporary-workspace.ts";
import { treeWithModes } from "./fixtures/undo-world.ts";
import { createMemoryJournal } from "./journal/open-journal.ts";
import { openWorkspace } from "./open-workspace.ts";
import { createRedactor } from "./secrets/create-redactor.ts";
import { createCheckpoints } from "./undo/checkpoint/create-checkpoints.ts";
import { createSnapshots } from "./undo/create-snapshots.ts";
import { createUndo } from "./undo/create-undo.ts";

interface ViewedWorkspace {
  readonly outside: string;
  readonly root: string;
  readonly view: string;
  readonly stateDirectory: string;
  readonly workspace: Workspace;
  readonly access: WorkspaceAccess;
}

/** A root with `a.txt` in it, and a view of it with the files. */
function viewedWorkspace(files: Readonly<Record<string, string>> = {}): ViewedWorkspace {
  const outside = freshDirectory();
  const root = join(outside, "ws");
  const view = join(outside, "view");
  const stateDirectory = join(outside, "state");
  mkdirSync(root);
  mkdirSync(view);
  writeFiles(root, { "a.txt": "real" });
  writeFiles(view, { "a.txt": "viewed", ...files });
  const workspace = openWorkspace({ roots: [root], views: { [root]: view }, stateDirectory });
  return { outside, root, view, stateDirectory, workspace, access: openCall(workspace) };
}

const text = async (access: WorkspaceAccess, path: string): Promise<string> =>
  Buffer.from((await access.read(path)).bytes).toString();

describe("a view of a root", () => {
  it("is read and changed under the root's names, and the root stays unchanged", async () => {
    const { root, view, access } = viewedWorkspace({ "sub/b.txt": "b" });
    const before = treeWithModes(root);
    expect(await text(access, "a.txt")).toBe("viewed");
    expect(await text(access, join(root, "a.txt"))).toBe("viewed");
    expect(await access.resolve("sub/b.txt")).toMatchObject({
      realPath: join(root, "sub/b.txt"),
      displayPath: "sub/b.txt",
      root,
    });
    await access.write("new/c.txt", Buffer.from("c"), { replaces: null });
    await access.makeDirectory("made/deep");
    await access.move("sub/b.txt", "new/b.txt");
    const version = await access.version("a.txt");
    await access.apply([
      { type: "write", path: "a.txt", bytes: Buffer.from("changed"), replaces: version },
      { type: "write", path: "x/y.txt", bytes: Buffer.from("y"), replaces: null },
    ]);
    await access.remove("made", { recursive: true });
    expect((await access.list("new")).map(({ name }) => name).toSorted()).toEqual([
      "b.txt",
      "c.txt",
    ]);
    expect(Object.keys(treeWithModes(view))).toEqual([
      "a.txt",
      "new",
      "new/b.txt",
      "new/c.txt",
      "sub",
      "x",
      "x/y.txt",
    ]);
    expect(treeWithModes(root)).toEqual(before);
  });

  it("is journalled and undone under the root's names", async () => {
    const { root, view, stateDirectory, workspace } = viewedWorkspace({ ".gitignore": "out\n" });
    const before = treeWithModes(view);
    const rootBefore = treeWithModes(root);
    const store = createMemoryJournal();
    const environment = createEnvironment({ HOME: stateDirectory });
    const checkpoints = createCheckpoints({ store, workspace, stateDirectory, environment });
    const snapshots = createSnapshots({ store, workspace, checkpoints });
    const undo = createUndo({ store, workspace, stateDirectory });
    const target = { path: join(root, "b.txt"), realPath: join(root, "b.txt") };
    for (const [callId, effect] of [
      ["exact", { ...write("b.txt"), ...target }],
      ["open", unknown("a script")],
    ] as const) {
      const intent = anIntent(callId, { effects: [effect], sessionId: "s", turn: 1 });
      store.recordIntent(intent);
      const snapshot = await snapshots.take({ sessionId: "s", callId, effects: [effect] });
      writeFileSync(join(view, "a.txt"), callId);
      writeFileSync(join(view, "b.txt"), callId);
      await snapshot?.finish();
      store.recordOutcome(aRecord(intent));
      const changes = store.changes(store.entryOf("s", callId) ?? -1);
      expect(changes.map(({ path }) => path)).toEqual(
        callId === "exact" ? [target.path] : [join(root, "a.txt"), target.path],
      );
      if (callId === "exact") writeFileSync(join(view, "a.txt"), "viewed");
    }
    expect(await undo.undo()).toMatchObject({ outcome: "done" });
    expect(readFileSync(join(view, "a.txt"), "utf8")).toBe("viewed");
    expect(await undo.undo()).toMatchObject({ outcome: "done" });
    expect(treeWithModes(view)).toEqual(before);
    expect(treeWithModes(root)).toEqual(rootBefore);
  });

  it("refuses links out of it as a root does, including links to the real root", async () => {
    const { outside, root, view, access } = viewedWorkspace();
    writeFiles(outside, { "secret.txt": "secret" });
    symlinkSync(join(outside, "secret.txt"), join(view, "absolute"));
    symlinkSync("../secret.txt", join(view, "relative"));
    symlinkSync(join(root, "a.txt"), join(view, "real"));
    symlinkSync(root, join(view, "real-root"));
    symlinkSync("../ws/a.txt", join(view, "real-relative"));
    symlinkSync(join(view, "a.txt"), join(view, "own-place"));
    symlinkSync(join(outside, "none"), join(view, "dangling"));
    symlinkSync("a.txt", join(view, "inside"));
    expect(await text(access, "inside")).toBe("viewed");
    const replaces = null;
    for (const path of [
      "absolute",
      "relative",
      "real",
      "real-root/a.txt",
      "real-relative",
      "own-place",
      "dangling",
    ]) {
      for (const use of [
        () => access.read(path),
        () => access.open(path),
        () => access.version(path),
        () => access.write(path, Buffer.from("x"), { replaces }),
        () => access.apply([{ type: "write", path, bytes: Buffer.from("x"), replaces }]),
      ]) {
        expect([path, (await failureOf(use)).code]).toEqual([path, "path-outside-workspace"]);
      }
    }
    expect(readFileSync(join(root, "a.txt"), "utf8")).toBe("real");
    expect(existsSync(join(outside, "none"))).toBe(false);
  });

  it("never reads the real root through a directory swapped for a link to it", async () => {
    const { root, view, access, workspace } = viewedWorkspace({ "sub/a.txt": "viewed" });
    writeFiles(root, { "sub/a.txt": "real" });
    const file = await access.open("sub/a.txt");
    renameSync(join(view, "sub"), join(view, "moved"));
    symlinkSync(join(root, "sub"), join(view, "sub"));
    const buffer = Buffer.alloc(16);
    expect(buffer.toString("utf8", 0, await file.read(buffer, 0))).toBe("viewed");
    await file.close();
    for (const use of [
      () => access.read("sub/a.txt"),
      () => access.list("sub"),
      () => access.write("sub/new.txt", Buffer.from("x"), { replaces: null }),
      () => access.makeDirectory("sub/made"),
    ]) {
      expect(await failureOf(use)).toMatchObject({ code: "path-outside-workspace" });
    }
    expect(existsSync(join(root, "sub/new.txt"))).toBe(false);
    // The same when it happens between the look and the use.
    for (const direct of [descriptorContainment, checkedContainment]) {
      const containment = viewedContainment(direct, workspace.views ?? []);
      const place = join(root, "sub");
      expect(() => containment.openFile(root, join(place, "a.txt"))).toThrow(PathMoved);
      expect(() => containment.openDirectory(root, place)).toThrow(PathMoved);
      expect(() => containment.lookInto(root, place)).toThrow(PathMoved);
      expect(containment.openUnlinked(join(place, "a.txt"))).toBe(null);
    }
  });

  it("counts as outside by its own path, and so does the real root through a link from outside", async () => {
    const { outside, root, view, access, workspace } = viewedWorkspace();
    expect(await workspace.resolve(join(view, "a.txt"))).toMatchObject({ root: null });
    expect(await failureOf(() => access.read(join(view, "a.txt")))).toMatchObject({
      code: "permission-denied",
    });
    symlinkSync(root, join(outside, "link"));
    expect(await text(access, join(outside, "link/a.txt"))).toBe("viewed");
  });

  it("has its files searched, judged and counted in the view", async () => {
    const { root, view, workspace } = viewedWorkspace({ ".env": "A=1" });
    linkSync(join(view, "a.txt"), join(view, "second.txt"));
    writeFiles(root, { ".env.local": "B=2" });
    const found = await workspace.findBelow(root, {
      isWanted: ({ path }) => path.includes(".env"),
      maxEntries: 100,
    });
    expect(found).toEqual({ paths: [join(root, ".env")], isWhole: true });
    expect(await workspace.resolve("a.txt")).toMatchObject({ linkCount: 2 });
    // Commands look by name, and find what is above the real root.
    expect(workspace.judgeRepository(root).doubt).toContain("a view stands for the root");
    writeFiles(view, {
      ".git/HEAD": "ref: refs/heads/main\n",
      ".git/config": "[include]\n\tpath = evil\n",
      ".git/objects/x": "",
      ".git/refs/x": "",
    });
    expect(workspace.judgeRepository(root).doubt).toContain("include.path");
    writeFiles(view, { ".git/config": "" });
    expect(workspace.judgeRepository(root)).toMatchObject({ top: root, doubt: null });
  });

  it("has its secrets redacted, not those of the root", () => {
    const { root, workspace } = viewedWorkspace({ ".env": "TOKEN=of-the-view-4711\n" });
    const redactor = createRedactor({
      environment: createEnvironment({}),
      roots: [root],
      views: workspace.views ?? [],
    });
    expect(redactor.redact("of-the-view-4711")).not.toContain("4711");
  });

  it("leaves no record that recovery would apply to the root", async () => {
    const { stateDirectory, access } = viewedWorkspace();
    await access.apply([
      { type: "write", path: "b.txt", bytes: Buffer.from("b"), replaces: null },
      { type: "write", path: "c.txt", bytes: Buffer.from("c"), replaces: null },
    ]);
    expect(existsSync(join(stateDirectory, "writing"))).toBe(false);
    expect(existsSync(join(stateDirectory, "transactions"))).toBe(false);
  });

  it("is refused where a path would have two names", () => {
    const { outside, root, view } = viewedWorkspace({ "sub/x": "" });
    writeFiles(root, { "sub/x": "" });
    mkdirSync(join(outside, "other"));
    const open = (views: Record<string, string>, roots = [root]) => openWorkspace({ roots, views });
    for (const views of [
      { [root]: root },
      { [root]: join(root, "sub") },
      { [root]: outside },
      { [join(outside, "other")]: view },
    ]) {
      expect(() => open(views)).toThrow(/can't stand for/);
    }
    const both = { [root]: view, [join(outside, "other")]: join(view, "sub") };
    expect(() => open(both, [root, join(outside, "other")])).toThrow(/can't stand for/);
    expect(() => open({ [root]: join(outside, "none") })).toThrow(/does not exist/);
    expect(() => open({ [root]: join(view, "a.txt") })).toThrow(/is a file/);
  });
});
