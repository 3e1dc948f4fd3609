import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Effect, unknown } from "@toolwright/core";
import { describe, expect, it } from "vitest";
import { undoWorld, type UndoWorld } from "../../fixtures/undo-world.ts";

const effects: Readonly<Record<string, Effect>> = {
  "a command": unknown("a script"),
  "a third-party server's call": { type: "external", server: "notes", tool: "save" },
};

function git(world: UndoWorld, directory: string, ...words: readonly string[]): void {
  execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@example.org", ...words], {
    cwd: directory,
    env: { PATH: process.env["PATH"], HOME: world.home },
    stdio: "ignore",
  });
}

/** A repository in which every setting for a program names one that leaves a trace. */
function plant(world: UndoWorld, directory: string): void {
  const evil = `touch ${trace(world)}; cat`;
  mkdirSync(directory, { recursive: true });
  git(world, directory, "init", "-q");
  writeFileSync(join(directory, "f"), "x");
  git(world, directory, "add", "f");
  git(world, directory, "commit", "-qm", "one");
  for (const name of [
    "core.fsmonitor",
    "core.pager",
    "core.editor",
    "core.sshCommand",
    "core.alternateRefsCommand",
    "diff.external",
    "diff.evil.textconv",
    "diff.evil.command",
    "merge.evil.driver",
    "filter.evil.clean",
    "filter.evil.smudge",
    "filter.evil.process",
    "credential.helper",
    "gpg.program",
  ]) {
    git(world, directory, "config", name, evil);
  }
  git(world, directory, "config", "core.hooksPath", "hooks");
  mkdirSync(join(directory, "hooks"), { recursive: true });
  for (const name of [
    "post-index-change",
    "fsmonitor-watchman",
    "pre-commit",
    "reference-transaction",
  ]) {
    writeFileSync(join(directory, "hooks", name), `#!/bin/sh\n${evil}\n`, { mode: 0o755 });
  }
  writeFileSync(join(directory, ".gitattributes"), "* filter=evil diff=evil merge=evil\n");
  touch(directory);
}

/** Forces git to read the file again. */
function touch(directory: string): void {
  writeFileSync(join(directory, "f"), "x");
}

function trace(world: UndoWorld): string {
  return join(world.outside, "pwned");
}

const nestings: Readonly<Record<string, (world: UndoWorld) => string>> = {
  "a nested repository": (world) => {
    const inner = join(world.root, "lib/inner");
    plant(world, inner);
    return inner;
  },
  "a submodule, whose settings lie in the outer repository": (world) => {
    git(world, world.root, "init", "-q");
    const inner = join(world.root, "sub");
    plant(world, inner);
    mkdirSync(join(world.root, ".git/modules"), { recursive: true });
    renameSync(join(inner, ".git"), join(world.root, ".git/modules/sub"));
    writeFileSync(join(inner, ".git"), "gitdir: ../.git/modules/sub\n");
    writeFileSync(
      join(world.root, ".gitmodules"),
      '[submodule "sub"]\n\tpath = sub\n\turl = ./sub\n',
    );
    return inner;
  },
  "a repository whose settings come by commondir": (world) => {
    const inner = join(world.root, "inner");
    plant(world, inner);
    renameSync(join(inner, ".git"), join(inner, "evil"));
    git(world, inner, "init", "-q");
    writeFileSync(join(inner, ".git/commondir"), "../evil\n");
    writeFileSync(join(inner, ".git/HEAD"), "ref: refs/heads/master\n");
    return inner;
  },
  "a repository whose settings include others": (world) => {
    const inner = join(world.root, "inner");
    plant(world, inner);
    renameSync(join(inner, ".git/config"), join(inner, "settings"));
    writeFileSync(
      join(inner, ".git/config"),
      "[core]\n\trepositoryformatversion = 0\n[include]\n\tpath = ../settings\n",
    );
    return inner;
  },
  "a repository with settings of its work tree": (world) => {
    const inner = join(world.root, "inner");
    plant(world, inner);
    renameSync(join(inner, ".git/config"), join(inner, ".git/config.worktree"));
    writeFileSync(
      join(inner, ".git/config"),
      "[core]\n\trepositoryformatversion = 1\n[extensions]\n\tworktreeConfig = true\n",
    );
    return inner;
  },
  "the workspace's own repository": (world) => {
    plant(world, world.root);
    return world.root;
  },
};

describe.each(Object.entries(nestings))("a checkpoint beside %s", (_name, make) => {
  it.each(Object.entries(effects))("runs no program of it around %s", async (_kind, effect) => {
    const world = undoWorld({ "a.txt": "a" }, { hasCheckpoints: true });
    const inner = make(world);
    const before = world.tree();
    for (const text of ["b", "c"]) {
      await world.call([effect], () => {
        writeFileSync(join(world.root, "a.txt"), text);
        touch(inner);
      });
    }
    expect(existsSync(trace(world))).toBe(false);
    for (let count = 0; count < 2; count += 1) {
      expect(await world.undo.undo()).toMatchObject({ outcome: "done" });
    }
    expect(world.tree()).toEqual(before);
    expect(existsSync(trace(world))).toBe(false);
  });

  it("runs no program of one that a command has just created", async () => {
    const world = undoWorld({ "a.txt": "a" }, { hasCheckpoints: true });
    const ran = [unknown("a script")];
    await world.call(ran, () => writeFileSync(join(world.root, "a.txt"), "b"));
    await world.call(ran, () => {
      touch(make(world));
      writeFileSync(join(world.root, "a.txt"), "c");
    });
    await world.call(ran, () => writeFileSync(join(world.root, "a.txt"), "d"));
    expect(existsSync(trace(world))).toBe(false);
    expect(await world.undo.undo()).toMatchObject({ outcome: "done" });
    expect(world.tree()["a.txt"]).toMatch(/c$/);
  });
});
