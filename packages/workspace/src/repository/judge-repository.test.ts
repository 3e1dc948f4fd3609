import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { judgeRepository } from "./judge-repository.ts";

function directory(): string {
  const path = realpathSync(mkdtempSync(join(tmpdir(), "judge-")));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

function git(cwd: string, ...words: readonly string[]): void {
  const env = {
    PATH: process.env["PATH"],
    HOME: "/nonexistent",
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_AUTHOR_NAME: "a",
    GIT_AUTHOR_EMAIL: "a@example.org",
    GIT_COMMITTER_NAME: "a",
    GIT_COMMITTER_EMAIL: "a@example.org",
  };
  execFileSync("git", ["-c", "protocol.file.allow=always", ...words], {
    cwd,
    stdio: "ignore",
    env,
  });
}

function repository(at = directory()): string {
  mkdirSync(join(at, "src"), { recursive: true });
  git(at, "init", "-q");
  writeFileSync(join(at, "src/a"), "a");
  git(at, "add", "-A");
  git(at, "commit", "-qm", "one");
  return at;
}

const doubtIn = (path: string): string | null => judgeRepository(path).doubt;

describe("judgeRepository", () => {
  it("has no doubt without a repository", () => {
    expect(judgeRepository(directory())).toMatchObject({ top: null, doubt: null });
  });

  it("finds the repository of a directory inside it", () => {
    const top = repository();
    expect(judgeRepository(join(top, "src"))).toEqual(judgeRepository(top));
    expect(judgeRepository(top)).toMatchObject({ top, doubt: null, emptied: [] });
  });

  it("has no doubt of clones, work trees and submodules as git makes them, and of what tools set", () => {
    const origin = repository();
    const clone = join(directory(), "clone");
    git(origin, "clone", "-q", origin, clone);
    git(clone, "submodule", "add", "-q", origin, "sub");
    git(clone, "worktree", "add", "-q", "-b", "w", "../work");
    git(clone, "sparse-checkout", "set", "src");
    mkdirSync(join(clone, ".git/hooks"), { recursive: true });
    symlinkSync("../../hooks/pre-push", join(clone, ".git/hooks/pre-push"));
    for (const [key, value] of [
      ["core.hooksPath", ".husky/_"],
      ["core.editor", "vim"],
      ["core.fsmonitor", "true"],
      ["user.signingkey", "x"],
      ["commit.gpgsign", "true"],
      ["remote.origin.gh-resolved", "base"],
      ["branch.main.vscode-merge-base", "origin/main"],
      ["lfs.repositoryformatversion", "0"],
      ["blame.ignoreRevsFile", ".git-blame-ignore-revs"],
      ["alias.st", "status"],
      ["pull.rebase", "true"],
      ["merge.conflictStyle", "zdiff3"],
    ] as const) {
      git(clone, "config", key, value);
    }
    for (const place of [clone, join(clone, "sub"), join(clone, "../work"), join(clone, "src")]) {
      expect([place, doubtIn(realpathSync(place))]).toEqual([realpathSync(place), null]);
    }
  });

  it("names the settings to be emptied", () => {
    const top = repository();
    for (const key of [
      "filter.lfs.clean",
      "filter.lfs.required",
      "diff.x.textconv",
      "merge.ours.driver",
    ]) {
      git(top, "config", key, "true");
    }
    expect(judgeRepository(top)).toMatchObject({
      doubt: null,
      emptied: ["filter.lfs.clean", "filter.lfs.required", "diff.x.textconv", "merge.ours.driver"],
    });
  });

  it.each([
    "include.path",
    "includeIf.gitdir:/**.path",
    "core.attributesFile",
    "core.excludesFile",
    "core.worktree",
    "core.alternateRefsCommand",
    "core.gitProxy",
    "diff.orderFile",
    "mailmap.file",
    "man.viewer",
    "man.man.path",
    "tar.x.command",
    "trailer.x.cmd",
    "remote.origin.vcs",
    "remote.origin.uploadpack",
    "lfs.extension.x.clean",
    "gpg.ssh.defaultKeyCommand",
    "submodule.sub.update",
    "browser.x.cmd",
    "unheard.of",
  ])("doubts a repository that sets %s", (key) => {
    const top = repository();
    git(top, "config", key, "x");
    expect(doubtIn(join(top, "src"))).toContain(`sets ${key.toLowerCase()}`);
  });

  it.each([
    ["commondir", (top: string) => writeFileSync(join(top, ".git/commondir"), "../evil\n")],
    [
      "config.worktree",
      (top: string) => {
        git(top, "config", "extensions.worktreeConfig", "true");
        writeFileSync(join(top, ".git/config.worktree"), "[man]\n\tviewer = x\n");
      },
    ],
    [
      "alternates",
      (top: string) => writeFileSync(join(top, ".git/objects/info/alternates"), "/x\n"),
    ],
    [
      "a linked pack",
      (top: string) => symlinkSync("/x", join(top, ".git/objects/pack/pack-1.pack")),
    ],
    ...[
      "info/exclude",
      "info/attributes",
      "refs/heads/x",
      "refs/x",
      "logs/refs/stash",
      "BISECT_LOG",
      "FETCH_HEAD",
      "rebase-merge/done",
      "sequencer/todo",
      "worktrees/w/locked",
      "objects/info/commit-graph",
      `objects/aa/${"b".repeat(38)}`,
    ].map((path): [string, (top: string) => void] => [
      `a linked ${path}`,
      (top) => {
        const at = join(top, ".git", path);
        mkdirSync(dirname(at), { recursive: true });
        rmSync(at, { force: true });
        symlinkSync("/x", at);
      },
    ]),
    [
      "commits to leave out that are named by a link",
      (top: string) => {
        symlinkSync("/x", join(top, ".git-blame-ignore-revs"));
        git(top, "config", "blame.ignoreRevsFile", ".git-blame-ignore-revs");
      },
    ],
    [
      "commits to leave out in a file of another kind",
      (top: string) => git(top, "config", "blame.ignoreRevsFile", ".env"),
    ],
    [
      "linked objects",
      (top: string) => {
        renameSync(join(top, ".git/objects"), join(top, "o"));
        symlinkSync("../o", join(top, ".git/objects"));
      },
    ],
    [
      "linked settings",
      (top: string) => {
        renameSync(join(top, ".git/config"), join(top, "c"));
        symlinkSync("../c", join(top, ".git/config"));
      },
    ],
    ["odd settings", (top: string) => appendFileSync(join(top, ".git/config"), '[core]\n\tx = "')],
    [
      "large settings",
      (top: string) => appendFileSync(join(top, ".git/config"), "#".repeat(2_000_000)),
    ],
    ["no HEAD", (top: string) => rmSync(join(top, ".git/HEAD"))],
    ["no objects", (top: string) => rmSync(join(top, ".git/objects"), { recursive: true })],
    [
      "a linked .git",
      (top: string) => {
        renameSync(join(top, ".git"), join(top, "g"));
        symlinkSync("g", join(top, ".git"));
      },
    ],
    [
      "a repository that looks bare on the way",
      (top: string) => git(top, "init", "-q", "--bare", "src"),
    ],
    [
      "one that has its objects elsewhere on the way",
      (top: string) => {
        writeFileSync(join(top, "src/HEAD"), "ref: refs/heads/x\n");
        writeFileSync(join(top, "src/commondir"), "../.git\n");
      },
    ],
    ["an empty .git on the way", (top: string) => mkdirSync(join(top, "src/.git"))],
    [
      "a .git that names a stranger's repository",
      (top: string) => writeFileSync(join(top, "src/.git"), `gitdir: ${repository()}/.git\n`),
    ],
    [
      "a .git that names a stranger's work tree",
      (top: string) => {
        const stranger = repository();
        git(stranger, "worktree", "add", "-q", join(directory(), "w"));
        writeFileSync(join(top, "src/.git"), `gitdir: ${stranger}/.git/worktrees/w\n`);
      },
    ],
  ])("doubts a repository with %s", (_what, change) => {
    const top = repository();
    change(top);
    expect(doubtIn(join(top, "src"))).not.toBeNull();
  });

  it("changes the fingerprint when settings change, or another repository is nearer", () => {
    const top = repository();
    const prints = [judgeRepository(join(top, "src")).fingerprint];
    git(top, "config", "user.name", "b");
    prints.push(judgeRepository(join(top, "src")).fingerprint);
    repository(join(top, "src"));
    prints.push(judgeRepository(join(top, "src")).fingerprint);
    rmSync(join(top, "src/.git"), { recursive: true });
    rmSync(join(top, ".git"), { recursive: true });
    prints.push(judgeRepository(join(top, "src")).fingerprint);
    expect(new Set(prints).size).toBe(4);
  });
});
