import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { type Effect, unknown, write } from "@toolwright/core";
import { describe, expect, it } from "vitest";
import { undoWorld, type UndoWorld } from "../../fixtures/undo-world.ts";

const anything: readonly Effect[] = [unknown("a script")];

function git(world: UndoWorld, ...words: readonly string[]): string {
  return execFileSync("git", words, {
    cwd: world.root,
    encoding: "utf8",
    env: {
      PATH: process.env["PATH"],
      HOME: world.home,
      GIT_AUTHOR_NAME: "a",
      GIT_AUTHOR_EMAIL: "a@example.org",
      GIT_COMMITTER_NAME: "a",
      GIT_COMMITTER_EMAIL: "a@example.org",
    },
  });
}

/** Runs commands, undoes and redoes them, and compares the trees. */
async function thereAndBack(
  world: UndoWorld,
  run: () => void,
  effects: readonly Effect[] = anything,
): Promise<void> {
  const before = world.tree();
  await world.call(effects, run);
  const after = world.tree();
  expect(after).not.toEqual(before);
  expect(await world.undo.undo()).toMatchObject({ outcome: "done" });
  expect(world.tree()).toEqual(before);
  expect(await world.undo.redo()).toMatchObject({ outcome: "done" });
  expect(world.tree()).toEqual(after);
  expect(await world.undo.undo()).toMatchObject({ outcome: "done" });
  expect(world.tree()).toEqual(before);
}

const hostileAttributes = "* text=auto eol=crlf ident filter=evil working-tree-encoding=UTF-16\n";

describe("a checkpoint", () => {
  const options = { hasCheckpoints: true };

  it("undoes what a command created, changed, deleted and moved", async () => {
    const world = undoWorld(
      { "a.txt": "a\n", "b.txt": "b\n", "dir/c.txt": "c\n", "dir/deep/d.txt": "d\n" },
      options,
    );
    chmodSync(join(world.root, "b.txt"), 0o600);
    chmodSync(join(world.root, "dir/deep"), 0o710);
    await thereAndBack(world, () => {
      writeFileSync(join(world.root, "a.txt"), "changed\n");
      rmSync(join(world.root, "b.txt"));
      renameSync(join(world.root, "dir"), join(world.root, "moved"));
      mkdirSync(join(world.root, "new/deep"), { recursive: true });
      writeFileSync(join(world.root, "new/deep/e.txt"), "e\n");
    });
  });

  it("undoes what a command created in an empty folder", async () => {
    const world = undoWorld({}, options);
    await thereAndBack(world, () => writeFileSync(join(world.root, "a.txt"), "new\n"));
    await thereAndBack(world, () => writeFileSync(join(world.root, "a.txt"), "again\n"));
  });

  it("keeps bytes, modes and links as they are, whatever attributes say", async () => {
    const world = undoWorld(
      {
        ".gitattributes": hostileAttributes,
        "crlf.txt": "one\r\ntwo\n$Id$\r\n",
        "binary.bin": Buffer.from(Array.from({ length: 3_000 }, (_, index) => index % 256)),
        "secret.txt": "mine\n",
        "new\nline ü.txt": "odd\n",
      },
      options,
    );
    chmodSync(join(world.root, "secret.txt"), 0o600);
    symlinkSync("crlf.txt", join(world.root, "link"));
    await thereAndBack(world, () => {
      for (const name of ["crlf.txt", "binary.bin", "secret.txt", "new\nline ü.txt", "link"]) {
        rmSync(join(world.root, name));
      }
    });
    await thereAndBack(world, () => {
      writeFileSync(join(world.root, "crlf.txt"), "one\n");
      chmodSync(join(world.root, "secret.txt"), 0o640);
      rmSync(join(world.root, "link"));
      writeFileSync(join(world.root, "link"), "a file now");
    });
  });

  it("leaves ignored directories alone, says so before, and names what changed", async () => {
    const world = undoWorld({ ".gitignore": "out/\n*.log\n", "a.txt": "a" }, options);
    expect(await world.outlook(anything)).toEqual({
      undoable: true,
      reasons: [expect.stringContaining("ignores")],
    });
    await world.call(anything, () => {
      mkdirSync(join(world.root, "out"));
      writeFileSync(join(world.root, "out/x"), "x");
      writeFileSync(join(world.root, "a.txt"), "b");
    });
    expect(await world.undo.undo()).toMatchObject({
      outcome: "done",
      paths: [
        { did: "restored" },
        { path: join(world.root, "out"), did: "kept", reason: "git ignores it" },
      ],
    });
    expect(readFileSync(join(world.root, "a.txt"), "utf8")).toBe("a");
    expect(existsSync(join(world.root, "out/x"))).toBe(true);
  });

  it("keeps an ignored file that a call has changed before", async () => {
    const world = undoWorld({ ".gitignore": ".env\n", ".env": "a=1\n" }, options);
    const path = join(world.root, ".env");
    await world.call([write(".env")], () => writeFileSync(path, "a=2\n"));
    await world.call(anything, () => rmSync(path));
    await world.undo.undo();
    expect(readFileSync(path, "utf8")).toBe("a=2\n");
    await world.undo.undo();
    expect(readFileSync(path, "utf8")).toBe("a=1\n");
  });

  it("notices a change that keeps size and time", async () => {
    const world = undoWorld({ "a.txt": "aaa" }, options);
    const path = join(world.root, "a.txt");
    await world.call(anything, () => writeFileSync(join(world.root, "b.txt"), "b"));
    const { atime, mtime } = lstatSync(path);
    await thereAndBack(world, () => {
      writeFileSync(path, "bbb");
      utimesSync(path, atime, mtime);
    });
  });

  it("restores a mode that was set since the last command", async () => {
    const world = undoWorld({ "a.txt": "a", "dir/b.txt": "b" }, options);
    await world.call(anything, () => writeFileSync(join(world.root, "c.txt"), "c"));
    chmodSync(join(world.root, "a.txt"), 0o600);
    chmodSync(join(world.root, "dir"), 0o700);
    await thereAndBack(world, () => {
      rmSync(join(world.root, "a.txt"));
      rmSync(join(world.root, "dir"), { recursive: true });
    });
    await thereAndBack(world, () => chmodSync(join(world.root, "a.txt"), 0o640));
  });

  it("undoes several commands one after the other", async () => {
    const world = undoWorld({ "a.txt": "0" }, options);
    const trees = [world.tree()];
    for (const text of ["1", "2", "3"]) {
      await world.call(anything, () => {
        writeFileSync(join(world.root, "a.txt"), text);
        writeFileSync(join(world.root, `${text}.txt`), text);
      });
      trees.push(world.tree());
    }
    for (const tree of trees.slice(0, -1).toReversed()) {
      await world.undo.undo();
      expect(world.tree()).toEqual(tree);
    }
    for (const tree of trees.slice(1)) {
      await world.undo.redo();
      expect(world.tree()).toEqual(tree);
    }
  });

  it("isn't taken for too many files, which is reported beforehand, and the work continues", async () => {
    const files = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`${index}`, ""]));
    const world = undoWorld(files, { ...options, checkpointLimits: { maxFiles: 20 } });
    expect(await world.outlook(anything)).toMatchObject({ undoable: false });
    await world.call(anything, () => writeFileSync(join(world.root, "1"), "x"));
    expect(await world.undo.undo()).toMatchObject({
      outcome: "not-undoable",
      reasons: [expect.stringContaining("more than 20 files")],
    });
  });
});

describe("a checkpoint with git", () => {
  const options = { hasCheckpoints: true };

  it("runs no program of the repository and leaves the repository's files unchanged", async () => {
    const world = undoWorld({ ".gitattributes": hostileAttributes, "a.txt": "a\r\n" }, options);
    git(world, "init", "-q");
    const evil = `touch ${join(world.outside, "pwned")}`;
    for (const name of [
      "core.fsmonitor",
      "filter.evil.clean",
      "filter.evil.smudge",
      "filter.evil.process",
      "diff.external",
      "core.editor",
    ]) {
      git(world, "config", name, evil);
    }
    for (const hook of ["post-index-change", "pre-commit", "fsmonitor-watchman"]) {
      const path = join(world.root, ".git/hooks", hook);
      mkdirSync(join(world.root, ".git/hooks"), { recursive: true });
      writeFileSync(path, `#!/bin/sh\n${evil}\n`, { mode: 0o755 });
    }
    const own = readFileSync(join(world.root, ".git/config"), "utf8");
    await thereAndBack(world, () => writeFileSync(join(world.root, "a.txt"), "b\r\n"));
    expect(existsSync(join(world.outside, "pwned"))).toBe(false);
    expect(readFileSync(join(world.root, ".git/config"), "utf8")).toBe(own);
    expect(existsSync(join(world.root, ".git/index"))).toBe(false);
  });

  it("applies the repository's and the user's own ignore rules", async () => {
    const world = undoWorld({ "a.txt": "a" }, options);
    git(world, "init", "-q");
    writeFileSync(join(world.root, ".git/info/exclude"), "mine.txt\n");
    mkdirSync(join(world.home, ".config/git"), { recursive: true });
    writeFileSync(join(world.home, ".config/git/ignore"), "everywhere.txt\n");
    await world.call(anything, () => {
      for (const name of ["mine.txt", "everywhere.txt", "new.txt"]) {
        mkdirSync(join(world.root, name));
        writeFileSync(join(world.root, name, "in"), name);
      }
    });
    await world.undo.undo();
    expect(Object.keys(world.tree())).toEqual([
      "a.txt",
      "everywhere.txt",
      "everywhere.txt/in",
      "mine.txt",
      "mine.txt/in",
    ]);
  });

  it("includes nested repositories with their git state", async () => {
    const world = undoWorld({ "a.txt": "a", "inner/b.txt": "b", "fresh/c.txt": "c" }, options);
    git(world, "init", "-q", "inner");
    git(world, "-C", "inner", "add", "b.txt");
    git(world, "-C", "inner", "commit", "-qm", "one");
    await thereAndBack(world, () => {
      writeFileSync(join(world.root, "a.txt"), "A");
      writeFileSync(join(world.root, "inner/b.txt"), "B");
      git(world, "-C", "inner", "branch", "other");
      git(world, "init", "-q", "fresh");
      git(world, "-C", "fresh", "add", "c.txt");
      git(world, "-C", "fresh", "commit", "-qm", "one");
    });
  });

  it("applies the rules above a directory inside a repository", async () => {
    const outer = undoWorld({ "a.txt": "a" }, options);
    execFileSync("git", ["init", "-q", outer.outside], {
      env: { HOME: outer.home, PATH: process.env["PATH"] },
    });
    writeFileSync(join(outer.outside, ".gitignore"), "*.log\n");
    await outer.call(anything, () => {
      mkdirSync(join(outer.root, "x.log/in"), { recursive: true });
      writeFileSync(join(outer.root, "a.txt"), "b");
    });
    await outer.undo.undo();
    expect(Object.keys(outer.tree())).toEqual(["a.txt", "x.log", "x.log/in"]);
    expect(readFileSync(join(outer.root, "a.txt"), "utf8")).toBe("a");
  });
});
