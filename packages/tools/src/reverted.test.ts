import { execFileSync } from "node:child_process";
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { defaultSandbox } from "@toolwright/sandbox";
import { describe, expect, it } from "vitest";
import { openToolSession, textOf, type ToolSession } from "./fixtures/tool-session.ts";

const availability = await defaultSandbox(process.env).available();
const reason = availability.ok ? "" : ` (skipped: ${availability.reason})`;

interface Scene extends ToolSession {
  readonly asked: string[];
  readonly at: (path: string) => string;
  /** A program that nobody knows, approved: what it does shows when it does it. */
  readonly shell: (script: string, input?: Record<string, unknown>) => Promise<string>;
}

async function open(files: Record<string, string> = {}, keeps = false): Promise<Scene> {
  const opened = await openToolSession({
    files,
    isConfined: true,
    answer: ({ summary }) =>
      summary.startsWith("Run") || summary.startsWith("Start") || keeps
        ? { outcome: "once" }
        : { outcome: "reject" },
  });
  const asked: string[] = [];
  opened.session.approvals.watch({ asked: ({ summary }) => asked.push(summary) });
  const shell: Scene["shell"] = async (script, input = {}) => {
    writeFileSync(join(opened.root, "script.sh"), `${script}\n`);
    return textOf(await opened.call("run_command", { command: "sh script.sh", ...input }));
  };
  return { ...opened, asked, shell, at: (path) => join(opened.root, path) };
}

/** Git as the person's, in a repository. */
function git(directory: string, ...words: string[]): string {
  const identity = ["-c", "user.name=n", "-c", "user.email=e", "-c", "init.defaultBranch=main"];
  return execFileSync("git", [...identity, ...words], {
    cwd: directory,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
    env: { PATH: process.env["PATH"], HOME: directory, GIT_CONFIG_NOSYSTEM: "1" },
  });
}

describe.skipIf(!availability.ok)(
  `what a confined command leaves against the rules${reason}`,
  () => {
    it.each([
      ".npmrc",
      ".yarnrc.yml",
      ".cargo/config.toml",
      ".bundle/config",
      ".mise.toml",
      ".tool-versions",
      "x.code-workspace",
      ".env",
      "pkg/.git/hooks/post-checkout",
      "pkg/.git/config",
      "pkg/.vscode/tasks.json",
      "pkg/.mcp.json",
      "a/b/c/d/.envrc",
      "pkg/.toolwright/settings.json",
      "pkg/.VSCode/tasks.json",
      "pkg/.cl\u200baude/settings.json",
      "node_modules/x/.husky/pre-commit",
    ])("is undone and reported when it is new: %s", async (path) => {
      const { shell, at, asked } = await open({ "kept.txt": "" });
      const text = await shell(`mkdir -p "$(dirname '${path}')"; echo evil > '${path}'; echo done`);
      expect(text).toContain("done");
      expect(text).toMatch(/changed protected paths without a grant: .* \(created\)/);
      expect(existsSync(at(path))).toBe(false);
      expect(asked.at(-1)).toMatch(/The changes were undone. Restore them\?/);
    });

    it.each([
      ["a FIFO", "mkfifo pkg/.envrc"],
      ["a link", "ln -s /etc/passwd pkg/.envrc"],
      [
        "a directory that can only be entered",
        "mkdir pkg/d; echo x > pkg/d/.envrc; chmod 311 pkg/d",
      ],
      ["many", "for n in $(seq 1 200); do mkdir pkg/$n; echo x > pkg/$n/.envrc; done"],
    ])("is undone whatever it is: %s", async (_title, attempt) => {
      const { shell, root } = await open({ "pkg/a.txt": "" });
      expect(await shell(attempt)).toMatch(/\.envrc \(created\).*These changes were undone/);
      const left = execFileSync("find", [root, "-name", ".envrc"], { encoding: "utf8" });
      expect(left).toBe("");
    });

    it("is restored when a person allows it", async () => {
      const { shell, at } = await open({}, true);
      const text = await shell("mkdir -p pkg/.vscode; echo '{}' > pkg/.vscode/tasks.json");
      expect(text).toBe("(no output; exit status 0)");
      expect(readFileSync(at("pkg/.vscode/tasks.json"), "utf8")).toBe("{}\n");
    });

    it.each([
      ["written", "echo evil >> pkg/.npmrc"],
      ["replaced", "rm pkg/.npmrc; echo evil > pkg/.npmrc"],
      ["replaced by a link", "echo evil > x; ln -sf ../x pkg/.npmrc"],
      ["replaced by a directory", "rm pkg/.npmrc; mkdir pkg/.npmrc"],
      ["removed", "rm pkg/.npmrc"],
      ["changed through a hard link", "ln pkg/.npmrc y; echo evil >> y"],
      [
        "written with its old times",
        "touch -r pkg/.npmrc t; printf 'b=1\\n' > pkg/.npmrc; touch -r t pkg/.npmrc",
      ],
      ["moved with its directory and planted again", "mv pkg q; mkdir pkg; echo evil > pkg/.npmrc"],
    ])("is as it was when it was there: %s", async (_title, attempt) => {
      const { shell, at } = await open({ "pkg/.npmrc": "a=1\n", "pkg/.vscode/x.json": "{}" });
      // A person's grant to read it, or the sandbox would keep it away altogether.
      const text = await shell(`cat pkg/.npmrc; ${attempt}`);
      expect(text).not.toContain("evil");
      expect(lstatSync(at("pkg/.npmrc")).isFile()).toBe(true);
      expect(readFileSync(at("pkg/.npmrc"), "utf8")).toBe("a=1\n");
    });

    it.each([
      ["written", "echo evil >> pkg/.vscode/x.json"],
      ["removed", "rm -r pkg/.vscode"],
      ["added to", "echo evil > pkg/.vscode/tasks.json"],
      ["made a link", "mv pkg/.vscode z; ln -s ../z pkg/.vscode; echo evil > z/tasks.json"],
      ["hard linked", "ln pkg/.vscode/x.json y; echo evil > y"],
      ["exchanged through its parent", "mv pkg q; cp -r q pkg; echo evil > pkg/.vscode/x.json"],
    ])("is as it was when its directory was there: %s", async (_title, attempt) => {
      const { shell, at } = await open({ "pkg/.vscode/x.json": "{}", "pkg/a.txt": "" });
      const text = await shell(attempt);
      expect(text).toMatch(/These changes were undone/);
      expect(lstatSync(at("pkg/.vscode")).isDirectory()).toBe(true);
      expect(readdirSync(at("pkg/.vscode"))).toEqual(["x.json"]);
      expect(readFileSync(at("pkg/.vscode/x.json"), "utf8")).toBe("{}");
    });

    it.each([
      ["a file with its directory", "mv pkg q", "q/.envrc", "pkg/.envrc"],
      ["settings with a directory above", "mv a z", "z/b/.vscode", "a/b/.vscode"],
      ["a repository", "mv repo r", "r/.git", "repo/.git"],
      ["a secret, by git", "git mv repo/sub repo/s", "repo/s/.env", "repo/sub/.env"],
      ["a file alone", "mkdir q; mv pkg/.exrc q", "q/.exrc", "pkg/.exrc"],
      ["a secret whose directories are gone", "mv a/b c; rmdir a", "c/.env", "a/b/.env"],
    ])("is where it was when it was moved: %s", async (_title, attempt, to, from) => {
      const files = {
        "pkg/.envrc": "mine",
        "pkg/.exrc": "mine",
        "a/b/.vscode/x.json": "{}",
        "a/b/.env": "A=mine",
        "repo/sub/.env": "B=mine",
        "repo/sub/c": "",
      };
      const { shell, at, root } = await open(files);
      git(root, "init", "-q", "repo");
      git(at("repo"), "add", ".");
      const every = (): string => execFileSync("ls", ["-RA", root], { encoding: "utf8" });
      const inode = lstatSync(at(from)).ino;
      const before = every();
      const text = await shell(attempt.replace("git mv repo/sub repo/s", "cd repo; git mv sub s"));
      expect(text).toContain(`${to} (moved from ${from})`);
      expect(existsSync(at(to))).toBe(false);
      expect(lstatSync(at(from)).ino).toBe(inode);
      expect(before).not.toBe(every());
    });

    it("goes with its directory when a person allows it", async () => {
      const files = { "pkg/deep/.envrc": "mine", "pkg/deep/a.txt": "" };
      const { shell, at } = await open(files, true);
      expect(await shell("mv pkg q")).toBe("(no output; exit status 0)");
      expect(readFileSync(at("q/deep/.envrc"), "utf8")).toBe("mine");
      expect(existsSync(at("pkg"))).toBe(false);
    });

    it("is neither lost nor changed when it was moved and written", async () => {
      const { shell, at } = await open({ "pkg/.vscode/x.json": "{}", "pkg/a.txt": "" });
      const attempt = "mv pkg q; echo evil > q/.vscode/x.json; echo evil > q/.vscode/tasks.json";
      expect(await shell(attempt)).toContain("pkg/.vscode/tasks.json (created)");
      expect(readdirSync(at("pkg/.vscode"))).toEqual(["x.json"]);
      expect(readFileSync(at("pkg/.vscode/x.json"), "utf8")).toBe("{}");
      expect(existsSync(at("q/.vscode"))).toBe(false);
    });

    it("is not what goes with the directory that it was in", async () => {
      const { shell, at } = await open({ "node_modules/x/.vscode/a.json": "{}" });
      expect(await shell("rm -rf node_modules")).toBe("(no output; exit status 0)");
      expect(existsSync(at("node_modules"))).toBe(false);
    });

    it("is undone when a command in the background ends", async () => {
      const { shell, at, call } = await open();
      await shell("mkdir pkg; echo evil > pkg/.envrc; echo ready; sleep 60", { background: true });
      await call("command_output", { id: "cmd_1", wait_for_pattern: "ready" });
      expect(existsSync(at("pkg/.envrc"))).toBe(true);
      const text = textOf(await call("stop_command", { id: "cmd_1" }));
      expect(text).toMatch(/pkg\/.envrc \(created\)/);
      expect(existsSync(at("pkg/.envrc"))).toBe(false);
    });

    it("isn't what another call was granted while the command ran", async () => {
      const { shell, at, call } = await open({}, true);
      await shell("echo ready; sleep 60", { background: true });
      await call("command_output", { id: "cmd_1", wait_for_pattern: "ready" });
      await call("write_file", { path: "pkg/.envrc", content: "mine\n" });
      const text = textOf(await call("stop_command", { id: "cmd_1" }));
      expect(text).not.toMatch(/protected/);
      expect(readFileSync(at("pkg/.envrc"), "utf8")).toBe("mine\n");
    });

    it("never leads out by a link that took the place of a directory", async () => {
      const { shell, outside } = await open({ "pkg/.npmrc": "a=1\n", "pkg/.vscode/x": "{}" });
      mkdirSync(join(outside, "victim"));
      writeFileSync(join(outside, "victim/.npmrc"), "theirs");
      await shell(`rm -rf pkg; ln -s ${join(outside, "victim")} pkg`);
      expect(readFileSync(join(outside, "victim/.npmrc"), "utf8")).toBe("theirs");
      expect(readdirSync(join(outside, "victim"))).toEqual([".npmrc"]);
    });
  },
);

describe.skipIf(!availability.ok)(`a git directory after a confined command${reason}`, () => {
  const attacks: readonly (readonly [string, string])[] = [
    ["commondir", "mkdir .git/evil; cp .git/config .git/evil; echo evil > .git/commondir"],
    ["config.worktree", "echo evil > .git/config.worktree"],
    ["alternates", "mkdir -p .git/objects/info; echo /x > .git/objects/info/alternates"],
    ["attributes", "mkdir -p .git/info; echo evil > .git/info/attributes"],
    [
      "a log that is a link",
      "mkdir -p .git/logs; rm -f .git/logs/HEAD; ln -s /tmp/x .git/logs/HEAD",
    ],
    ["a message that is a link", "rm -f .git/COMMIT_EDITMSG; ln -s /tmp/x .git/COMMIT_EDITMSG"],
    ["a remote of the old kind", "mkdir -p .git/remotes; echo evil > .git/remotes/origin"],
    [
      "steps of a rebase",
      "mkdir .git/rebase-merge; echo 'exec evil' > .git/rebase-merge/git-rebase-todo",
    ],
    [
      "a strategy that is a program of the work tree",
      "mkdir .git/rebase-merge git-merge-; echo /../evil > .git/rebase-merge/strategy",
    ],
    [
      "a strategy among the options of a cherry-pick",
      `mkdir .git/sequencer; printf '[options]\\n\\tstrategy-option = a\\n[Options] STRATEGY = "/../evil"\\n' > .git/sequencer/opts`,
    ],
    [
      "a file that 'git am' would write",
      `mkdir .git/rebase-apply; echo " '--build-fake=/tmp/x'" > .git/rebase-apply/apply-opt`,
    ],
    [
      "a submodule's config",
      "mkdir -p .git/modules/m/hooks; echo evil > .git/modules/m/hooks/x; echo evil >> .git/modules/m/config",
    ],
    [
      "a worktree's config",
      "echo evil > .git/worktrees/w/config.worktree; echo evil > .git/worktrees/w/commondir",
    ],
    ["config and hooks", "echo evil >> .git/config; echo evil > .git/hooks/pre-commit"],
  ];
  const scene = async (directory: string): Promise<Scene> => {
    const opened = await open({ "a.txt": "a\n" });
    const place = opened.at(directory);
    mkdirSync(place, { recursive: true });
    git(place, "init", "-q");
    writeFileSync(join(place, "b.txt"), "");
    git(place, "add", "b.txt");
    git(place, "commit", "-qm", "one");
    git(place, "worktree", "add", "-q", join(opened.root, "tree"));
    renameSync(join(place, ".git/worktrees/tree"), join(place, ".git/worktrees/w"));
    writeFileSync(opened.at("tree/.git"), `gitdir: ${join(place, ".git/worktrees/w")}\n`);
    git(opened.root, "init", "-q", "elsewhere");
    mkdirSync(join(place, ".git/modules"), { recursive: true });
    renameSync(opened.at("elsewhere/.git"), join(place, ".git/modules/m"));
    return opened;
  };
  /** Everything but objects and what is being written at every use. */
  const stateOf = (place: string): string =>
    execFileSync(
      "sh",
      [
        "-c",
        "find .git -type l -o -type f | sort | xargs -d '\\n' sha256sum 2>/dev/null; find .git -type l",
      ],
      {
        cwd: place,
        encoding: "utf8",
      },
    );

  describe.each(["", "sub/deep"])("in '%s'", (directory) => {
    it.each(attacks)("has nothing that leads it elsewhere: %s", async (_title, attempt) => {
      const { shell, at } = await scene(directory);
      const before = stateOf(at(directory));
      const text = await shell(`cd ./${directory}; ${attempt}`);
      expect(text).toMatch(/were undone|probably refused|cannot create/);
      const kept = (state: string): string[] =>
        state
          .split("\n")
          .filter((line) => !/(?:logs\/HEAD|COMMIT_EDITMSG|evil\/config)$/.test(line));
      expect(kept(stateOf(at(directory)))).toEqual(kept(before));
      expect(stateOf(at(directory))).not.toMatch(/^\.git/m);
    });

    it("is one in which ordinary work was done", async () => {
      const { shell, at } = await scene(directory);
      const identity = "git config --global user.name n; git config --global user.email e";
      const text = await shell(`export HOME=/tmp; cd ./${directory}; ${identity}
set -e
echo c > c.txt; git add c.txt; git commit -qm two; git branch other; echo d > d.txt; git add d.txt
git stash -q; git stash pop -q; git commit -qm three; git checkout -q other; echo e > e.txt; git add e.txt
git commit -qm four; git merge -q main -m merge || git merge -q master -m merge; git gc -q; git tag v1
git worktree add -q ../new; git worktree remove ../new; git worktree add -q ../new2 2>&1; echo all`);
      expect(text).toBe("all\n\n(exit status 0)");
      expect(git(at(directory), "fsck", "--no-dangling")).toBe("");
      expect(git(at(directory), "log", "-1", "--format=%s").trim()).toBe("merge");
    });
  });

  it("has nothing of ours where it has no directory for information", async () => {
    const { root, shell, at } = await open({ "a.txt": "a\n" });
    git(root, "init", "-q", "--template=");
    expect(await shell("echo b > b.txt; git status --short | wc -l")).toBe("3\n\n(exit status 0)");
    expect(existsSync(at(".git/info"))).toBe(false);
  });

  it.each([
    ["here", "git init -q", "."],
    ["in a folder", "git init -q sub", "sub"],
    ["by clone", "git clone -q source copy", "copy"],
  ])("is there after a person allowed it: %s", async (_title, command, place) => {
    const { root, call, at, asked } = await open();
    git(root, "init", "-q", "source");
    git(at("source"), "commit", "-qm", "one", "--allow-empty");
    const outcome = await call("run_command", { command });
    expect(textOf(outcome)).toBe("(no output; exit status 0)");
    expect(outcome.effects).toContainEqual(expect.objectContaining({ type: "write" }));
    expect(asked.filter((summary) => !summary.startsWith("Run"))).toEqual([]);
    expect(git(at(place), "config", "core.bare").trim()).toBe("false");
  });

  it("is there after an unknown program made it and a person allowed it", async () => {
    const { shell, at, asked } = await open({ "code.txt": "git init -q" }, true);
    await shell(`eval "$(cat code.txt)"`);
    expect(asked.at(-1)).toMatch(/refused to let the command write .git. Allow it/);
    expect(git(at("."), "config", "core.bare").trim()).toBe("false");
  });

  it("holds without prompting what was approved with its folder", async () => {
    const { call, at } = await open({ "code.txt": "echo mine > sub/.git/hooks/pre-commit" });
    const command = `git init -q sub; eval "$(cat code.txt)"`;
    expect(textOf(await call("run_command", { command }))).toBe("(no output; exit status 0)");
    expect(readFileSync(at("sub/.git/hooks/pre-commit"), "utf8")).toBe("mine\n");
  });

  it("is new without what another program planted in it", async () => {
    const code = `echo evil > .git/hooks/pre-commit; git config core.fsmonitor evil; mkdir .git/evil
      echo evil > .git/info/attributes; ln -s /tmp/x .git/hooks/y.sample; echo evil > .git/evil/x`;
    const { call, at, root } = await open({ "code.txt": code });
    const command = `git init -q; eval "$(cat code.txt)"`;
    const text = textOf(await call("run_command", { command }));
    for (const name of ["config", "evil", "hooks/pre-commit", "hooks/y.sample", "info/attributes"])
      expect(text).toContain(`.git/${name} (created)`);
    expect(existsSync(at(".git/HEAD"))).toBe(true);
    expect(execFileSync("grep", ["-rlc", "evil", root], { encoding: "utf8" })).toBe(
      `${at("code.txt")}\n`,
    );
  });

  it("keeps the state of a rebase, a cherry-pick and a patch that wait to be continued", async () => {
    const { shell, at, root } = await open({ "a.txt": "a\n" });
    git(root, "init", "-q");
    git(root, "add", "a.txt");
    git(root, "commit", "-qm", "one");
    for (const place of ["rebased", "picked", "patched"]) {
      git(root, "worktree", "add", "-q", at(place), "-b", place);
      writeFileSync(join(at(place), "a.txt"), `${place}\n`);
      git(at(place), "commit", "-qam", place);
    }
    writeFileSync(at("a.txt"), "other\n");
    git(root, "commit", "-qam", "other");
    const main = git(root, "rev-parse", "HEAD").trim();
    const text = await shell(`export HOME=/tmp
git config --global user.name n; git config --global user.email e
(cd rebased; git rebase -q -s ort -X patience ${main})
(cd picked; git cherry-pick -s -X patience --strategy=recursive ${main} ${main})
(cd patched; git format-patch -1 --stdout ${main} | git am -p1 --whitespace=fix)`);
    expect(text).not.toContain("undone");
    const states = [
      "rebased/rebase-merge/strategy",
      "picked/sequencer/opts",
      "patched/rebase-apply/apply-opt",
    ];
    for (const state of states) expect(existsSync(at(`.git/worktrees/${state}`))).toBe(true);
  });

  it("that is new is undone as a whole", async () => {
    const { shell, at } = await open();
    expect(await shell("git init -q sub; echo x > sub/x")).toMatch(/sub\/.git \(created\)/);
    expect(readdirSync(at("sub"))).toEqual(["x"]);
  });

  it("that a link leads to is looked at, too", async () => {
    const { shell, at } = await scene("sub/deep");
    mkdirSync(at("linked"));
    renameSync(at("sub/deep/.git"), at("data"));
    symlinkSync("../data", at("linked/.git"));
    expect(await shell("echo evil > data/commondir; echo evil >> data/config")).toMatch(
      /commondir/,
    );
    expect(existsSync(at("data/commondir"))).toBe(false);
    expect(readFileSync(at("data/config"), "utf8")).not.toContain("evil");
  });
});
