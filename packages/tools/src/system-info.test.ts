import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { testToolContract } from "./fixtures/tool-contract.ts";
import { openToolSession, textOf } from "./fixtures/tool-session.ts";

/** Git as the person's, with a home that has no settings. */
function git(directory: string, ...words: readonly string[]): string {
  const identity = ["-c", "user.name=n", "-c", "user.email=e", "-c", "init.defaultBranch=main"];
  return execFileSync("git", [...identity, ...words], {
    cwd: directory,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
    env: { PATH: process.env["PATH"], HOME: directory, GIT_CONFIG_NOSYSTEM: "1" },
  }).trim();
}

describe("system_info", () => {
  it("describes machine and workspace, without an effect", async () => {
    const { call, root } = await openToolSession();
    const outcome = await call("system_info", {});
    expect(outcome.effects).toEqual([]);
    expect(textOf(outcome)).toContain(`Current directory: ${root}\nWorkspace: ${root}\n`);
    expect(textOf(outcome)).toContain(`Node.js: ${process.versions.node}`);
    expect(outcome.structured).toMatchObject({ roots: [root], architecture: process.arch });
  });

  it("tells the state of the repository, and reads it only as its rules allow", async () => {
    const { call, root } = await openToolSession({
      files: { "a.txt": "a\n", "b.txt": "b\n", ".env": "TOKEN=1\n" },
      mode: "plan",
    });
    const gitLine = async (): Promise<string | undefined> =>
      /^Git: .*$/m.exec(textOf(await call("system_info", {})))?.[0];
    expect(await gitLine()).toBeUndefined();
    git(root, "init", "-q");
    expect(await gitLine()).toBe(
      "Git: branch main, no commit yet, 0 changed files, 3 untracked files",
    );
    git(root, "add", "a.txt", "b.txt");
    git(root, "commit", "-qm", "one");
    writeFileSync(join(root, "a.txt"), "changed\n");
    const commit = git(root, "rev-parse", "HEAD").slice(0, 12);
    const outcome = await call("system_info", {});
    expect(textOf(outcome)).toContain(
      `Git: branch main, at ${commit}, 1 changed file, 1 untracked file\n`,
    );
    expect(outcome.structured).toMatchObject({
      git: { branch: "main", commit, changedFiles: 1, untrackedFiles: 1, isWhole: true },
    });
    expect(outcome.effects).toMatchObject([{ type: "read", recursive: true }]);
    expect(JSON.stringify(outcome.content)).not.toContain(".env");
  });

  it("compares with the upstream, and tells a commit without a branch", async () => {
    const { call, root, outside } = await openToolSession({ files: { "a.txt": "a\n" } });
    git(root, "init", "-q");
    git(root, "add", ".");
    git(root, "commit", "-qm", "one");
    git(outside, "init", "-q", "--bare", "origin.git");
    git(root, "remote", "add", "origin", join(outside, "origin.git"));
    git(root, "push", "-qu", "origin", "main");
    git(root, "commit", "-qm", "two", "--allow-empty");
    const { structured } = await call("system_info", {});
    expect(structured).toMatchObject({ git: { upstream: "origin/main", ahead: 1, behind: 0 } });
    git(root, "checkout", "-q", "--detach");
    expect(textOf(await call("system_info", {}))).toContain("Git: no branch, at ");
  });

  it("asks git about no repository above the workspace, or with settings that may run programs", async () => {
    const above = await openToolSession();
    git(above.outside, "init", "-q");
    expect((await above.call("system_info", {})).structured).toMatchObject({ git: null });
    const planted = await openToolSession();
    git(planted.root, "init", "-q");
    mkdirSync(join(planted.root, "evil"));
    git(planted.root, "config", "core.worktree", join(planted.root, "evil"));
    git(planted.root, "config", "alias.status", "!touch ran");
    const outcome = await planted.call("system_info", {});
    expect(outcome).toMatchObject({ status: "ok", effects: [], structured: { git: null } });
  });

  it.each([
    [{ backend: "bubblewrap", isRequired: false, reason: null }, "bubblewrap confines commands"],
    [
      { backend: "none", isRequired: false, reason: "Install bubblewrap." },
      "none works: commands run unconfined. Install bubblewrap.",
    ],
    [
      { backend: "none", isRequired: true, reason: "Install bubblewrap." },
      "required, but none works: commands do not run. Install bubblewrap.",
    ],
  ])("tells how commands are confined: %j", async (state, text) => {
    const { call } = await openToolSession({
      session: { sandboxFactory: { profileFor: () => null, state: () => state } },
    });
    const outcome = await call("system_info", {});
    expect(textOf(outcome)).toContain(`Sandbox: ${text}\n`);
    expect(outcome.structured).toMatchObject({ sandbox: state });
  });

  it("says so if nothing confines commands", async () => {
    const { call } = await openToolSession();
    expect(textOf(await call("system_info", {}))).toContain(
      "Sandbox: none: commands run unconfined\n",
    );
  });

  it("takes no input", async () => {
    const { call } = await openToolSession();
    expect((await call("system_info", { verbose: true })).error?.code).toBe("input-invalid");
  });
});

testToolContract("system_info", [{}]);
