import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { defaultSandbox } from "@toolwright/sandbox";
import { describe, expect, it } from "vitest";
import { openToolSession, textOf, type ToolSession } from "./fixtures/tool-session.ts";

const availability = await defaultSandbox(process.env).available();
const reason = availability.ok ? "" : ` (skipped: ${availability.reason})`;

const secret = "PASSWORD=hunter2hunter2\n";

interface Scene extends ToolSession {
  readonly at: (path: string) => string;
  /** The person's own git. */
  readonly git: (...words: string[]) => string;
  readonly asked: string[];
  readonly shell: (command: string) => Promise<string>;
}

/** A repository with a tracked `.env` and others, committed in the very second in which it was written. */
async function open(settings: readonly string[] = []): Promise<Scene> {
  const opened = await openToolSession({
    isConfined: true,
    answer: ({ summary }) => ({ outcome: summary.startsWith("Run") ? "once" : "reject" }),
  });
  const { root } = opened;
  const git = (...words: string[]): string =>
    execFileSync("git", words, {
      cwd: root,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
      env: { PATH: process.env["PATH"], HOME: opened.home, GIT_CONFIG_NOSYSTEM: "1" },
    });
  writeFileSync(
    join(opened.home, ".gitconfig"),
    "[user]\nname = n\nemail = e\n[init]\ndefaultBranch = main\n",
  );
  git("init", "-q", ...settings.filter((each) => each.startsWith("--")));
  for (const each of settings) if (!each.startsWith("--")) git("config", ...each.split("="));
  const files = { ".env": secret, "pkg/.npmrc": "//r/:_authToken=abcdefabcdef\n", "a.txt": "a\n" };
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
  git("add", "-f", ".");
  git("commit", "-qm", "one");
  const asked: string[] = [];
  opened.session.approvals.watch({ asked: ({ summary }) => asked.push(summary) });
  const shell = async (command: string): Promise<string> =>
    textOf(await opened.call("run_command", { command }));
  return { ...opened, at: (path) => join(root, path), git, asked, shell };
}

describe.skipIf(!availability.ok)(`git beside masked files that it tracks${reason}`, () => {
  it.each([
    [[]],
    [["index.version=4"]],
    [["index.skipHash=true"]],
    [["feature.manyFiles=true"]],
    [["core.trustctime=false"]],
    [["core.checkStat=minimal"]],
    [["--object-format=sha256"]],
  ])("tells the truth where they are unchanged, with %j", async (settings) => {
    const { call, git, shell, at } = await open(settings);
    const ask = async (...args: string[]): Promise<string> => textOf(await call("git", { args }));
    expect(await ask("status", "--short")).toBe("(no output; exit status 0)");
    expect(await ask("diff")).toBe("(no output; exit status 0)");
    writeFileSync(at("a.txt"), "b\n");
    expect(await ask("status", "--short")).toBe(" M a.txt\n\n(exit status 0)");
    expect(await ask("diff", "--name-only", "HEAD")).toBe("a.txt\n\n(exit status 0)");
    expect(await shell("git add -A && git commit -qm two")).toBe("(no output; exit status 0)");
    expect(git("show", "--name-only", "--format=", "HEAD")).toBe("a.txt\n");
    expect(git("status", "--short")).toBe("");
    writeFileSync(at("a.txt"), "c\n");
    expect(await shell("git commit -qam three")).toBe("(no output; exit status 0)");
    expect(git("show", "HEAD:.env")).toBe(secret);
    expect(git("status", "--short")).toBe("");
    expect(readFileSync(at(".env"), "utf8")).toBe(secret);
  });

  it.each(["git status -s", "git status -s; git add -A; git status -s"])(
    "doesn't overlook another file that was changed in the moment of git's index: %s",
    async (command) => {
      const { git, shell, at } = await open(["core.trustctime=false", "core.checkStat=minimal"]);
      const seconds = Math.floor(Date.now() / 1_000) - 100;
      utimesSync(at("a.txt"), seconds, seconds);
      git("update-index", "--refresh");
      writeFileSync(at("a.txt"), "b\n");
      for (const path of ["a.txt", ".git/index"]) utimesSync(at(path), seconds, seconds);
      expect(await shell(command)).toMatch(/^ M a.txt\n/);
      expect(git("status", "--short")).toMatch(/a.txt/);
    },
  );

  it("overlooks those that it doesn't track, and says so where it would have added them", async () => {
    const { git, shell, at } = await open();
    writeFileSync(at(".npmrc"), "//r/:_authToken=abcdefabcdef\n");
    writeFileSync(at("pkg/[x] .pem"), "key\n");
    writeFileSync(at("b.txt"), "b\n");
    expect(await shell("git status --short")).toMatch(/^\?\? b.txt\n/);
    const text = await shell("git add -A && git commit -qm two && git show --stat --format= HEAD");
    expect(text).toMatch(/^ b.txt \| 1 \+/);
    expect(text).toContain(
      "Git didn't see .npmrc, pkg/[x] .pem, which is untracked and may hold secrets",
    );
    expect(git("ls-files")).toBe(".env\na.txt\nb.txt\npkg/.npmrc\n");
    expect(git("status", "--short")).toBe('?? .npmrc\n?? "pkg/[x] .pem"\n');
    expect(readFileSync(at(".git/info/exclude"), "utf8")).not.toContain("npmrc");
  });

  it("says nothing of those that git ignores anyway", async () => {
    const { git, shell, at } = await open();
    writeFileSync(at(".gitignore"), ".npmrc\n/keys/\n");
    mkdirSync(at("keys"));
    writeFileSync(at(".npmrc"), "//r/:_authToken=abcdefabcdef\n");
    writeFileSync(at("keys/a.pem"), "key\n");
    expect(await shell("git add -A && git status --short")).toBe(
      "A  .gitignore\n\n(exit status 0)",
    );
    expect(git("status", "--short")).toBe("A  .gitignore\n");
  });

  it("stashes and restores all else", async () => {
    const { git, shell, at } = await open();
    writeFileSync(at("a.txt"), "b\n");
    expect(await shell("git stash -q && cat a.txt && git stash pop -q && cat a.txt")).toMatch(
      /^a\nb\n/,
    );
    expect(await shell("git reset -q --hard")).toBe("(no output; exit status 0)");
    expect(git("status", "--short")).toBe("");
    expect(readFileSync(at(".env"), "utf8")).toBe(secret);
  });

  it("never lets a program read them, and keeps what it is told of their names", async () => {
    const { shell, at } = await open();
    writeFileSync(at("script.sh"), "cat .env pkg/.npmrc; cp .env x; cat x; git hash-object .env");
    const text = await shell("sh script.sh");
    expect(text).not.toContain("hunter2");
    expect(text).not.toContain("abcdef");
    expect(text).toMatch(/Permission denied/);
  });

  it.each([
    ["longer", `${secret}MORE=1\n`],
    ["as long", secret.replace("hunter2", "hunter3")],
  ])("leaves out a change that is %s, says so, and loses nothing", async (_title, content) => {
    const { git, shell, call, at } = await open();
    writeFileSync(at(".env"), content);
    const status = textOf(await call("git", { args: ["status", "--short"] }));
    expect(status).toMatch(/^\(no output; exit status 0\)\n\nGit saw .env as unchanged/);
    expect(status).toMatch(/A grant of read\(.env\)/);
    writeFileSync(at("a.txt"), "b\n");
    const text = await shell("git add -A; git commit -qam two; git stash -q; git checkout -q .");
    expect(text).toMatch(/Git saw .env as unchanged/);
    expect(git("show", "HEAD:.env")).toBe(secret);
    expect(readFileSync(at(".env"), "utf8")).toBe(content);
    expect(git("status", "--short")).toBe(" M .env\n");
  });

  it("doesn't hide a change from the person's own git, whatever its time and size", async () => {
    const { git, shell, at } = await open();
    expect(await shell("git status -s")).toBe("(no output; exit status 0)");
    writeFileSync(at("a.txt"), "b\n");
    await shell("git commit -qam two");
    writeFileSync(at(".env"), secret.replace("hunter2", "hunter3"));
    utimesSync(at(".env"), 1_000_000_000, 1_000_000_000);
    expect(git("status", "--short")).toBe(" M .env\n");
  });

  it.each([
    ["checkout", "git checkout -q other"],
    ["merge", "git merge -q other"],
    ["rebase", "git rebase -q other"],
    ["reset", "git reset -q --hard other"],
    ["pull of a file", "git checkout -q other -- .env"],
    ["removal", "git rm -qf .env"],
    ["cleaning", "git rm -q --cached .env; git clean -qfdx"],
    ["stashing all", "echo n > n.txt; git stash -qa"],
  ])("keeps the file where git would change it: %s", async (_title, command) => {
    const { git, shell, at } = await open();
    git("checkout", "-qb", "other");
    writeFileSync(at(".env"), "PASSWORD=anotheranother\n");
    git("commit", "-qam", "other");
    git("checkout", "-q", "main");
    const text = await shell(`${command}; git commit -qam later; true`);
    expect(readFileSync(at(".env"), "utf8")).toBe(secret);
    expect(text).toMatch(/Git saw .env as unchanged|Permission denied|busy/);
    // What is committed of it is what somebody committed before, and never empty.
    const committed = git("log", "--all", "--format=%H").trim().split("\n");
    for (const id of committed) {
      const listed = git("ls-tree", "--name-only", id).split("\n");
      if (!listed.includes(".env")) continue;
      expect([secret, "PASSWORD=anotheranother\n"]).toContain(git("show", `${id}:.env`));
    }
  });

  it("is as it would be without masks once it may read them", async () => {
    const { git, shell, at } = await open();
    writeFileSync(at(".env"), `${secret}MORE=1\n`);
    expect(await shell("cat .env && git commit -qam two")).not.toMatch(/Git was shown/);
    expect(git("show", "HEAD:.env")).toBe(`${secret}MORE=1\n`);
  });
});
