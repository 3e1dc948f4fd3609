import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import type { Rule } from "@toolwright/core";
import { describe, expect, it } from "vitest";
import { someone } from "./fixtures/planted-repository.ts";
import { openToolSession, textOf, type ToolSession } from "./fixtures/tool-session.ts";

const gone = "s3cr3t-of-the-past-71ae";

interface Repository extends ToolSession {
  readonly git: (...words: readonly string[]) => string;
  readonly asked: string[];
}

/** A `.env` with a value that was replaced, then removed; `.env.example` and sources stay. */
async function open(rules: readonly Rule[] = []): Promise<Repository> {
  const asked: string[] = [];
  const opened = await openToolSession({
    hidesSecrets: true,
    rules,
    answer: ({ effects }) => {
      asked.push(effects.map((effect) => ("path" in effect ? effect.path : effect.type)).join(" "));
      return { outcome: "reject" };
    },
  });
  const { root } = opened;
  const git = (...words: readonly string[]): string =>
    execFileSync("git", [...words], {
      cwd: root,
      encoding: "utf8",
      env: { PATH: process.env["PATH"], HOME: opened.home, GIT_CONFIG_NOSYSTEM: "1", ...someone },
    }).trim();
  const commit = (message: string): void => {
    git("add", "-A");
    git("commit", "-qm", message);
  };
  git("init", "-q", "-b", "main");
  opened.put({ "src/a.ts": "a\n", ".env.example": "KEY=\n", ".npmrc": "save-exact=true\n" });
  commit("first");
  opened.put({ ".env": `KEY=${gone}\n`, "src/a.ts": "b\n" });
  commit("secret");
  opened.put({ "src/a.ts": "c\n" });
  commit("between");
  rmSync(join(root, ".env"));
  commit("removed");
  opened.put({ "src/a.ts": "d\n", ".env.example": "KEY=x\n" });
  commit("last");
  return { ...opened, git, asked };
}

const secret = "HEAD~3";

const asking = [
  "git log -p",
  "git log -p --stat -5",
  "git log -U1",
  "git log --cc",
  "git log -p -S KEY",
  "git log -p --all -- .",
  "git log -p --reverse --oneline",
  "git log --format=%H --patch-with-stat main",
  "git log -p --since=2000-01-01 -- ':!src'",
  "git log --follow -p -- moved.txt",
  "git log -L 1,1:src/a.ts",
  `git show ${secret}`,
  "git show HEAD~1",
  `git show ${secret} --stat -p`,
  `git show ${secret}^{tree} ${secret}`,
  "git whatchanged -p",
  "git reflog -p",
  "git reflog show -p HEAD",
  "git stash list -p",
  "git stash show -p",
  `git diff ${secret} HEAD`,
  `git diff ${secret}..HEAD`,
  `git diff HEAD~4...${secret} -- .`,
  `git diff-tree -p ${secret}`,
  `git diff-index -p ${secret}`,
  `git grep KEY ${secret}`,
  `git grep -h -e KEY ${secret} -- .`,
  "git grep --cached KEY",
  `git archive --format=tar ${secret}`,
  "git archive --format=tar ':/secret'",
  `git diff ${secret}^! HEAD`,
  `git diff ${secret} HEAD HEAD~1`,
  `git diff-tree --binary ${secret}`,
  `git show --all HEAD:src/a.ts`,
  "git cat-file -p BLOB",
  "git cat-file blob BLOB",
  "git show BLOB",
  "git show tag-of-blob",
  "git diff BLOB EXAMPLE",
  "git diff BLOB..EXAMPLE",
  `git show ${secret}:.env`,
  `git cat-file -p ${secret}:.env`,
  `h=$(git rev-parse ${secret}); git show $h`,
  "for h in $(git log --format=%h); do git show $h; done",
  `cd src && git show ${secret}`,
  `git -C src log -p`,
  `timeout 5 git log -p`,
];

const quiet = [
  "git log --oneline",
  "git log --stat",
  "git log --name-status",
  "git log -p -1",
  "git log -p -n 1 --stat",
  "git log -p -- src",
  "git log -p --follow -- src/a.ts",
  "git show",
  "git show HEAD",
  "git show --stat HEAD~3",
  "git show -s HEAD~3",
  "git show HEAD~3:src/a.ts",
  "git show HEAD~3 -- src",
  "git show HEAD:.env.example",
  "git diff",
  "git diff HEAD~1",
  "git diff HEAD~1 HEAD -- src/a.ts",
  "git diff --name-only HEAD~3",
  "git diff HEAD~3:src/a.ts HEAD:src/a.ts",
  "git grep KEY HEAD",
  "git grep KEY",
  "git archive --format=tar HEAD",
  "git cat-file -p HEAD",
  "git cat-file -p HEAD:src/a.ts",
  "git blame src/a.ts",
  "git reflog",
  "git stash list",
  "git show HEAD~4",
];

describe("what git keeps of files that hold secrets", () => {
  it("is asked for before it is shown, in every way", async () => {
    const { call, git, asked } = await open();
    const blob = git("rev-parse", `${secret}:.env`);
    const example = git("rev-parse", "HEAD:.env.example");
    git("tag", "tag-of-blob", blob);
    git("checkout", "-q", "-b", "moved", secret);
    git("mv", ".env", "moved.txt");
    git("commit", "-qm", "moved");
    git("checkout", "-q", "main");
    // One is in the index alone, and one in a stash.
    git("update-index", "--add", "--cacheinfo", `100644,${blob},id_rsa`);
    git("stash", "store", "-m", "stashed", git("stash", "create"));
    for (const line of asking) {
      const command = line.replaceAll("BLOB", blob).replaceAll("EXAMPLE", example);
      asked.length = 0;
      const follows = command.includes("moved.txt") ? command.replace("-p", "-p moved") : command;
      const outcome = await call("run_command", { command: follows });
      expect([line, asked.length, textOf(outcome).includes(gone)]).toEqual([line, 1, false]);
    }
  }, 60_000);

  it("is no matter where nothing of it is shown, nor where it is as it is today", async () => {
    const { call, asked } = await open();
    for (const command of quiet) {
      const { status } = await call("run_command", { command });
      expect([command, asked, status]).toEqual([command, [], "ok"]);
    }
  }, 60_000);

  it("is shown when that is allowed, and named when it isn't", async () => {
    const { call, root } = await open();
    const { error } = await call("git", { args: ["show", "HEAD~3"] });
    expect(error).toMatchObject({ code: "permission-denied" });
    expect(error?.message).toContain(join(root, ".env"));
    expect(error?.message).toContain(":(exclude)PATH");
    const { status } = await call("git", { args: ["show", "HEAD~3", "--", ".", ":(exclude).env"] });
    expect(status).toBe("ok");
  });

  it("is asked for by rules of the person, too, and allowed by them", async () => {
    const ruled = await open([{ ask: "read(src/**)" }, { allow: "read(.env)", protected: true }]);
    await ruled.call("git", { args: ["show", "HEAD"] });
    expect(ruled.asked).toEqual([join(ruled.root, "src/a.ts")]);
    const { status } = await ruled.call("git", { args: ["show", "HEAD~3", "--", ".env"] });
    expect([ruled.asked.length, status]).toEqual([1, "ok"]);
  });
});
