import { execFileSync } from "node:child_process";
import { existsSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Effect, unknown } from "@toolwright/core";
import { describe, expect, it } from "vitest";
import { treeWithModes, undoWorld, type UndoWorld } from "../fixtures/undo-world.ts";

const anything: readonly Effect[] = [unknown("a script")];

function git(world: UndoWorld, ...words: readonly string[]): string {
  return execFileSync("git", words, {
    cwd: world.root,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
    env: {
      PATH: process.env["PATH"],
      HOME: world.home,
      GIT_CONFIG_NOSYSTEM: "1",
      GIT_AUTHOR_NAME: "a",
      GIT_AUTHOR_EMAIL: "a@example.org",
      GIT_COMMITTER_NAME: "a",
      GIT_COMMITTER_EMAIL: "a@example.org",
      GIT_EDITOR: "true",
      GIT_OPTIONAL_LOCKS: "0",
    },
  });
}

/** Everything except git's objects, with the index by its meaning. */
function stateOf(world: UndoWorld): Readonly<Record<string, string>> {
  const files = Object.entries(treeWithModes(world.root));
  const own = Object.entries(treeWithModes(join(world.root, ".git")))
    .filter(([path]) => !path.startsWith("objects") && path !== "index")
    .map(([path, state]) => [`.git/${path}`, state] as const);
  const said = ["ls-files -s", "status --porcelain=v2 --branch", "stash list", "for-each-ref"].map(
    (command) => [command, git(world, ...command.split(" "))] as const,
  );
  return Object.fromEntries([...files, ...own, ...said]);
}

function repository(): UndoWorld {
  const world = undoWorld(
    { "a.txt": "a\n", "b.txt": "b\n", "dir/c.txt": "c\n" },
    { hasCheckpoints: true },
  );
  git(world, "init", "-q", "-b", "main");
  git(world, "add", "-A");
  git(world, "commit", "-qm", "one");
  git(world, "checkout", "-qb", "other");
  writeFileSync(join(world.root, "other.txt"), "other\n");
  git(world, "add", "-A");
  git(world, "commit", "-qm", "two");
  git(world, "checkout", "-q", "main");
  writeFileSync(join(world.root, "b.txt"), "changed\n");
  return world;
}

const commands: Readonly<Record<string, readonly (readonly string[])[]>> = {
  "a staged rename": [["mv", "a.txt", "moved.txt"]],
  "git add": [["add", "-A"]],
  "git commit": [["commit", "-qam", "three"]],
  "git commit --amend": [["commit", "-q", "--amend", "-am", "instead"]],
  "git stash": [["stash"]],
  "a stash that is dropped": [["stash"], ["stash", "drop"]],
  "git switch -c": [["switch", "-qc", "feature/new"]],
  "git checkout": [["checkout", "-q", "other"]],
  "git reset --hard": [["reset", "-q", "--hard"]],
  "git branch -D": [["branch", "-D", "other"]],
  "git merge": [
    ["commit", "-qam", "three"],
    ["merge", "-q", "other"],
  ],
  "git rebase": [
    ["commit", "-qam", "three"],
    ["rebase", "-q", "other"],
  ],
  "git tag": [["tag", "-a", "v1", "-m", "v1"]],
  "git gc": [["stash"], ["gc", "-q"]],
  "git config": [["config", "user.name", "somebody"]],
  "git rm": [["rm", "-qr", "dir"]],
};

describe("undo of a command that changes a repository's own state", () => {
  it.each(Object.entries(commands))("undoes and redoes %s", async (_name, lines) => {
    const world = repository();
    const before = stateOf(world);
    await world.call(anything, () => {
      for (const words of lines) git(world, ...words);
    });
    const after = stateOf(world);
    expect(after).not.toEqual(before);
    expect(await world.undo.undo()).toMatchObject({ outcome: "done" });
    expect(stateOf(world)).toEqual(before);
    expect(await world.undo.redo()).toMatchObject({ outcome: "done" });
    expect(stateOf(world)).toEqual(after);
    git(world, "fsck", "--strict");
  });

  it("undoes the creation of a repository", async () => {
    const world = undoWorld({ "a.txt": "a" }, { hasCheckpoints: true });
    await world.call(anything, () => {
      git(world, "init", "-q");
      git(world, "add", "-A");
      git(world, "commit", "-qm", "one");
    });
    const after = git(world, "log", "--oneline");
    expect(await world.undo.undo()).toMatchObject({ outcome: "done" });
    expect(existsSync(join(world.root, ".git"))).toBe(false);
    expect(await world.undo.redo()).toMatchObject({ outcome: "done" });
    expect(git(world, "log", "--oneline")).toBe(after);
  });

  it("records no change for a call that only made git refresh its index", async () => {
    const world = repository();
    git(world, "add", "-A");
    await world.call(anything, () => {
      utimesSync(join(world.root, "a.txt"), new Date(0), new Date(0));
      git(world, "update-index", "-q", "--refresh");
    });
    expect(await world.undo.undo()).toMatchObject({ outcome: "nothing" });
  });

  it("succeeds if git has only refreshed the index since", async () => {
    const world = repository();
    const before = stateOf(world);
    await world.call(anything, () => void git(world, "add", "-A"));
    utimesSync(join(world.root, "a.txt"), new Date(0), new Date(0));
    git(world, "update-index", "-q", "--refresh");
    expect(await world.undo.undo()).toMatchObject({ outcome: "done" });
    expect(stateOf(world)).toEqual(before);
  });

  it("changes nothing if there has been a commit since", async () => {
    const world = repository();
    await world.call(anything, () => void git(world, "commit", "-qam", "three"));
    git(world, "commit", "-q", "--allow-empty", "-m", "four");
    const now = stateOf(world);
    expect(await world.undo.undo()).toMatchObject({ outcome: "foreign" });
    expect(stateOf(world)).toEqual(now);
  });

  it("changes nothing while git is running in the repository", async () => {
    const world = repository();
    await world.call(anything, () => void git(world, "add", "-A"));
    writeFileSync(join(world.root, ".git/index.lock"), "");
    const now = stateOf(world);
    await expect(world.undo.undo()).rejects.toThrow(/git is running/);
    expect(stateOf(world)).toEqual(now);
    rmSync(join(world.root, ".git/index.lock"));
    expect(await world.undo.undo()).toMatchObject({ outcome: "done" });
    expect(existsSync(join(world.root, ".git/index.lock"))).toBe(false);
  });

  it("never points a branch to an object that git has removed since", async () => {
    const world = repository();
    git(world, "commit", "-qam", "three");
    await world.call(anything, () => {
      git(world, "reset", "-q", "--hard", "HEAD~1");
      git(world, "reflog", "expire", "--expire=now", "--all");
      rmSync(join(world.root, ".git/ORIG_HEAD"));
    });
    git(world, "gc", "-q", "--prune=now");
    const now = stateOf(world);
    expect(await world.undo.undo(undefined, { force: false })).not.toMatchObject({
      outcome: "done",
    });
    expect(stateOf(world)).toEqual(now);
    await world.undo.undo(undefined, { force: true });
    git(world, "log", "--oneline", "--all");
  });

  it("runs no hook", async () => {
    const world = repository();
    const trace = join(world.outside, "ran");
    for (const name of ["post-index-change", "reference-transaction", "post-checkout"]) {
      writeFileSync(join(world.root, ".git/hooks", name), `#!/bin/sh\necho ${name} >> ${trace}\n`, {
        mode: 0o755,
      });
    }
    await world.call(anything, () => void git(world, "commit", "-qam", "three"));
    rmSync(trace);
    expect(await world.undo.undo()).toMatchObject({ outcome: "done" });
    expect(existsSync(trace)).toBe(false);
  });

  it("says that a repository's objects are lost", async () => {
    const world = repository();
    await world.call(anything, () => rmSync(join(world.root, ".git"), { recursive: true }));
    expect(await world.undo.undo()).toMatchObject({
      outcome: "not-undoable",
      paths: expect.arrayContaining([
        { path: join(world.root, ".git/objects"), reason: "git's own objects aren't kept" },
      ]),
    });
  });
});
