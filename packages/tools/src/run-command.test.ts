import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { type ProcessHost, ToolError } from "@toolwright/core";
import { createProcessHost } from "@toolwright/sandbox";
import { describe, expect, it, vi } from "vitest";
import { testToolContract } from "./fixtures/tool-contract.ts";
import { openToolSession, textOf } from "./fixtures/tool-session.ts";

/** Running processes that have `mark` as one of their arguments. */
const running = (mark: string): readonly string[] =>
  readdirSync("/proc").filter((id) => {
    if (!/^\d+$/.test(id)) return false;
    try {
      return readFileSync(`/proc/${id}/cmdline`, "utf8").split("\0").includes(mark);
    } catch {
      // It has ended meanwhile.
      return false;
    }
  });

describe("run_command", () => {
  it("answers with both outputs and the exit status", async () => {
    const { call, session } = await openToolSession();
    const asked: unknown[] = [];
    session.approvals.watch({ asked: (question) => asked.push(question) });
    const outcome = await call("run_command", { command: "echo out-$((40+2)); echo err-7 >&2" });
    expect(textOf(outcome)).toContain("out-42");
    expect(textOf(outcome)).toContain("err-7");
    expect(textOf(outcome)).toMatch(/\n\n\(exit status 0\)$/);
    expect(outcome.structured).toMatchObject({ exitCode: 0, outputBytes: 13 });
    expect(outcome.effects).toMatchObject([
      { type: "run", program: "echo", specified: true },
      { type: "run", program: "echo", specified: true },
    ]);
    expect(outcome.display).toMatchObject({
      type: "terminal",
      command: "echo out-$((40+2)); echo err-7 >&2",
    });
    expect(asked).toEqual([]);
  });

  it("is decided by what it would do, unasked where only the workspace is read", async () => {
    const { call, session } = await openToolSession({
      files: { "src/a.txt": "needle\n", "src/b.txt": "hay\n", ".env": "SECRET=1\n" },
    });
    const asked: string[] = [];
    session.approvals.watch({ asked: ({ summary }) => asked.push(summary) });
    expect(textOf(await call("run_command", { command: "grep -rn needle src | head -3" }))).toBe(
      "src/a.txt:1:needle\n\n(exit status 0)",
    );
    expect(asked).toEqual([]);
    for (const command of [
      "grep -rn SECRET .",
      "cat .env",
      "cat src/a.txt > copy.txt",
      "cat /etc/hostname",
      "./script.sh",
      "echo $(touch pwned)",
    ]) {
      await call("run_command", { command });
      expect(asked.splice(0)).toEqual([`Run ${command}`]);
    }
  });

  it("asks for what a pattern or a directory really holds, links included", async () => {
    const { call, root, session } = await openToolSession({
      files: { ".env": "", "k.pem": "", "a.md": "a\n", "safe/a.md": "a\n", "led/a.md": "a\n" },
    });
    symlinkSync("../.env", join(root, "led/notes.md"));
    mkdirSync(join(root, "far"));
    symlinkSync("../safe", join(root, "far/safe"));
    const asked: string[] = [];
    session.approvals.watch({ asked: ({ summary }) => asked.push(summary) });
    const isAsked = async (command: string): Promise<boolean> => {
      await call("run_command", { command });
      return asked.splice(0).length > 0;
    };
    expect(await isAsked("cat *.md")).toBe(false);
    expect(await isAsked("cat safe/*.md")).toBe(false);
    expect(await isAsked("grep -r a safe")).toBe(false);
    expect(await isAsked("cat .e*")).toBe(true);
    expect(await isAsked("cat *.p[[:lower:]]m")).toBe(true);
    expect(await isAsked("cat led/*.md")).toBe(true);
    expect(await isAsked("grep -r a led")).toBe(true);
    expect(await isAsked("cat far/*/a.md")).toBe(true);
    expect(await isAsked("grep -r a .")).toBe(true);
  });

  it.each([
    "sudo ls",
    "rm -rf /",
    "rm -rf ~",
    "rm -rf $HOME/",
    "rm -rf .",
    "mkfs.ext4 /dev/sda1",
    "shutdown now",
    "ls && (true; sudo id)",
  ])("never runs %s, whoever would allow it", async (command) => {
    // Not even if this fails.
    const processes: ProcessHost = {
      start: ({ arguments: words }) => Promise.reject(new Error(`started ${words.join(" ")}`)),
      close: () => Promise.resolve(),
    };
    const { call, session } = await openToolSession({ processes });
    const asked: unknown[] = [];
    session.approvals.watch({ asked: (question) => asked.push(question) });
    const { status, error } = await call("run_command", { command });
    expect([status, error?.code, error?.message]).toEqual([
      "refused",
      "permission-denied",
      expect.stringContaining("the policy denies it"),
    ]);
    expect(asked).toEqual([]);
  });

  it.each(["dd if=/dev/zero of=/dev/sda", "echo x > /dev/sda", "rm -rf /proc/1"])(
    "takes no approval for %s: there is no file",
    async (command) => {
      const processes: ProcessHost = {
        start: () => Promise.reject(new Error("started")),
        close: () => Promise.resolve(),
      };
      const { call } = await openToolSession({ processes });
      const { error } = await call("run_command", { command });
      expect(error?.code).toBe("path-outside-workspace");
    },
  );

  it("has no program of the workspace run in the place of a known one", async () => {
    const { call, root, session } = await openToolSession({
      files: { "bin/ls": "#!/bin/sh\necho hijacked\n", "bin/git": "#!/bin/sh\necho hijacked\n" },
      environment: { PATH: "<root>/bin:/usr/bin:/bin" },
    });
    for (const name of ["ls", "git"]) chmodSync(join(root, "bin", name), 0o755);
    session.approvals.watch({ asked: () => expect.fail("nobody is asked") });
    expect(textOf(await call("run_command", { command: "ls" }))).not.toContain("hijacked");
    expect(textOf(await call("run_command", { command: "git --version" }))).toContain(
      "git version",
    );
  });

  it("starts no program that the repository's configuration names when git only looks", async () => {
    const { call, root, session } = await openToolSession({ files: { "a.txt": "one\n" } });
    const git = (...words: string[]): void =>
      void execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b.c", ...words], {
        cwd: root,
      });
    git("init", "-q");
    git("add", ".");
    git("commit", "-qm", "first");
    const hijack = `sh -c 'touch ${root}/hijacked' --`;
    for (const key of [
      "diff.external",
      "core.fsmonitor",
      "diff.evil.textconv",
      "gpg.program",
      "filter.evil.clean",
      "filter.e=vil.process",
    ]) {
      git("config", key, hijack);
    }
    git("config", "log.showSignature", "true");
    writeFileSync(join(root, ".gitattributes"), "*.txt diff=evil filter=evil\n");
    writeFileSync(join(root, "a.txt"), "two\n");
    session.approvals.watch({ asked: () => expect.fail("nobody is asked") });
    for (const command of [
      "git status",
      "git diff",
      "git --no-pager diff",
      "git -P -c color.ui=never log -p",
      "set -eu; git -C . diff --stat",
      "git log -p",
      "git show HEAD | cat",
      "git describe --always --dirty",
      "wc -l $(git ls-files '*.txt')",
      "git diff --name-only | xargs cat",
      "g''it log -p",
      'x=gi; "${x}t" log -p',
      "$'\\147it' show",
    ]) {
      expect((await call("run_command", { command })).status).toBe("ok");
    }
    expect(existsSync(join(root, "hijacked"))).toBe(false);
  });

  it("stops what nobody was asked about at a name that would become several words", async () => {
    const { root, session, call } = await openToolSession();
    session.approvals.watch({ asked: () => expect.fail("nobody is asked") });
    mkdirSync(join(root, "x ", "etc"), { recursive: true });
    writeFileSync(join(root, "plain.txt"), "plain");
    expect(textOf(await call("run_command", { command: "find plain.txt | xargs cat" }))).toContain(
      "plain",
    );
    writeFileSync(join(root, "x ", "etc", "hostname"), "odd");
    for (const command of ["find . -type f | xargs cat", "cat $(find . -type f)"]) {
      const shown = textOf(await call("run_command", { command }));
      expect(shown).toContain("find: stopped");
      expect(shown).not.toContain("plain");
    }
    mkdirSync(join(root, "sub"));
    symlinkSync(root, join(root, "sub", "up"));
    const { error } = await call("run_command", { command: "grep -R plain sub" });
    expect(error?.message).toContain("grep: stopped, because it would follow links below sub");
  });

  it("reads what find names beside a secret of another name without approval", async () => {
    const { root, session, call } = await openToolSession({
      files: { ".env": "KEY=hidden-value", "a.ts": "one\n", "d.ts/.env": "KEY=hidden-value" },
    });
    const asked: string[] = [];
    session.approvals.watch({ asked: ({ summary }) => asked.push(summary) });
    const command = "find . -type f -name '*.ts' | xargs cat";
    expect(textOf(await call("run_command", { command }))).toContain("one");
    expect(asked).toEqual([]);
    const decisionOn = async (line: string): Promise<string> => {
      const explained = await session.explain({ name: "run_command", input: { command: line } });
      return `${explained.decision?.decision} ${line}`;
    };
    for (const line of [
      "find . -name '*env' | xargs cat",
      "find . -name '*.ts' | xargs grep -r KEY",
      "find . | xargs cat",
    ]) {
      expect(await decisionOn(line)).toBe(`ask ${line}`);
    }
    symlinkSync(".env", join(root, "link.ts"));
    expect(await decisionOn(command)).toBe(`ask ${command}`);
  });

  it("asks where a listed name is a link to a directory that is entered", async () => {
    const { root, session } = await openToolSession({
      files: { "sub/.env": "KEY=hidden-value", "t/a.ts": "one\n" },
    });
    const decided = async (line: string): Promise<string> => {
      const explained = await session.explain({ name: "run_command", input: { command: line } });
      return `${explained.decision?.decision} ${line}`;
    };
    const lines = [
      "find t -exec grep -r KEY {} +",
      "find t -name lnk -exec rg --hidden KEY {} ';'",
      "for f in $(find t); do grep -r KEY $f; done",
      "for f in $(find t -name lnk); do cat $f/.env; done",
      'for f in $(find t -name lnk); do cat "$f"/.e*; done',
    ];
    for (const line of lines) expect(await decided(line)).toBe(`allow ${line}`);
    symlinkSync("../sub", join(root, "t", "lnk"));
    for (const line of lines) expect(await decided(line)).toBe(`ask ${line}`);
    // cat enters no directory.
    const line = "for f in $(find t); do cat $f; done";
    expect(await decided(line)).toBe(`allow ${line}`);
  });

  it("asks where bash makes a secret's name from a listed one", async () => {
    const { root, session } = await openToolSession({ files: { "sub/.en[v]": "x", "a.ts": "x" } });
    writeFileSync(join(root, "sub", ".env"), "KEY=hidden-value");
    const decided = async (line: string): Promise<string> => {
      const explained = await session.explain({ name: "run_command", input: { command: line } });
      return `${explained.decision?.decision} ${line}`;
    };
    for (const line of [
      "cat $(find sub -name '*]')",
      "for f in $(find sub -name '*]'); do cat \"$f\"; done",
      "find sub -name '*]' | while read -r f; do cat $f; done",
      "f=$(find sub -name '*]'); cat $f",
      "cat $(find sub -name '.en[v[]*')",
      "cat $(find sub -name '.en?v*')",
      "a=($(find sub -name '*v*')); cat \"${a[@]}\"",
    ]) {
      expect(await decided(line)).toBe(`ask ${line}`);
    }
    for (const line of [
      "cat $(find sub -name '*.ts')",
      "cat $(find . -name 'a*.ts')",
      "find sub -name '*]' | xargs cat",
      "find sub -name '*]' | while read -r f; do cat \"$f\"; done",
    ]) {
      expect(await decided(line)).toBe(`allow ${line}`);
    }
  });

  it("asks for it in a terminal, and beside what isn't known", async () => {
    const { call, session } = await openToolSession();
    for (const input of [
      { command: "find . | xargs cat", tty: true },
      { command: "find . | xargs cat; ./tool" },
    ]) {
      const { effects } = await session.explain({ name: "run_command", input });
      expect(effects.some(({ type }) => type === "unknown")).toBe(true);
    }
    expect((await call("run_command", { command: "true" })).status).toBe("ok");
  });

  it("keeps go to the version that is installed where nobody was asked about more", async () => {
    const { call } = await openToolSession();
    const command = "printenv GOTOOLCHAIN";
    expect(textOf(await call("run_command", { command }))).toBe("local\n\n(exit status 0)");
  });

  it("keeps npm from asking for updates and writing logs, and version managers out of the project", async () => {
    const { call, root } = await openToolSession();
    const names =
      "npm_config_update_notifier npm_config_logs_max PYENV_DIR MISE_IGNORED_CONFIG_PATHS";
    expect(textOf(await call("run_command", { command: `printenv ${names}` }))).toBe(
      `false\n0\n/\n${root}\n\n(exit status 0)`,
    );
  });

  it("needs no approval of a search beside secrets that are hidden from it", async () => {
    const { root, session } = await openToolSession();
    writeFileSync(join(root, ".env"), "TOKEN=x");
    const decided = async (command: string): Promise<string | undefined> =>
      (await session.explain({ name: "run_command", input: { command } })).decision?.decision;
    expect(await decided("rg foo")).toBe("allow");
    expect(await decided("rg --files")).toBe("allow");
    for (const command of [
      "rg --hidden foo",
      "rg -u foo",
      "rg foo .env",
      "rg --iglob '*' foo",
      "grep -r foo .",
    ]) {
      expect([command, await decided(command)]).toEqual([command, "ask"]);
    }
    writeFileSync(join(root, "id_rsa"), "x");
    expect(await decided("rg foo")).toBe("ask");
  });

  it("doesn't know what npm does where a project's .npmrc says", async () => {
    const { root, session } = await openToolSession();
    const decided = async (): Promise<boolean> => {
      const input = { command: "npm ls" };
      const { effects } = await session.explain({ name: "run_command", input });
      return !effects.some(({ type }) => type === "unknown");
    };
    expect(await decided()).toBe(true);
    writeFileSync(join(root, ".npmrc"), "registry=http://evil.example/");
    expect(await decided()).toBe(false);
    rmSync(join(root, ".npmrc"));
    expect(await decided()).toBe(true);
    symlinkSync("nowhere", join(root, ".npmrc"));
    expect(await decided()).toBe(false);
  });

  it("says that there was no output", async () => {
    const { call } = await openToolSession();
    expect(textOf(await call("run_command", { command: "true" }))).toBe(
      "(no output; exit status 0)",
    );
  });

  it("fails with status and output when the command does", async () => {
    const { call } = await openToolSession();
    const { error } = await call("run_command", { command: "echo before; exit 7" });
    expect(error).toMatchObject({ code: "command-failed", details: { exitCode: 7, signal: null } });
    expect(error?.message).toBe("The command exited with status 7.\n\nbefore");
    const missing = (await call("run_command", { command: "no-such-program-4711" })).error;
    expect(missing?.message).toContain("exited with status 127 (a program wasn't found).");
    const killed = (await call("run_command", { command: "kill -9 $$" })).error;
    expect(killed?.message).toContain("was ended by signal SIGKILL.");
  });

  it("keeps the beginning and the end of much output and says what it left out", async () => {
    const { call } = await openToolSession();
    const outcome = await call("run_command", { command: "seq 1 300000" });
    const shown = textOf(outcome);
    expect(shown.length).toBeLessThan(70_000);
    expect(shown).toMatch(/^1\n2\n3\n/);
    expect(shown).toMatch(/\n299999\n300000\n\n\(exit status 0\)$/);
    const [, lines, handle, fromLine] =
      /\n\[… 1,9\d\d,\d{3} of 1,988,895 bytes \((2\d\d,\d{3}) of 300,000 lines\) left out\. The whole is stored: use the path "(output:[0-9a-f]{8})" to read it from line (\d+) on, or to search it\.\]\n/.exec(
        shown,
      ) ?? [];
    // Every line is shown or counted.
    const numbers = shown.split("\n").filter((line) => /^\d+$/.test(line));
    expect(numbers).toContain(String(Number(fromLine) - 1));
    expect(numbers).not.toContain(fromLine);
    expect(numbers.length + Number(lines?.replaceAll(",", ""))).toBe(300_000);
    expect(outcome.structured).toMatchObject({ storedOutput: handle, outputBytes: 1_988_895 });
  });

  it("sends output on while it comes, characters whole", async () => {
    const { session } = await openToolSession();
    const command = String.raw`printf 'gr\303'; sleep 0.1; printf '\274n\n'; sleep 0.1; echo end`;
    const invocation = session.call({ name: "run_command", input: { command } });
    const updates: string[] = [];
    for await (const event of invocation) {
      if (event.type === "invocation-update") updates.push(event.update.output ?? "");
    }
    expect(updates.join("")).toBe("grün\nend\n");
    expect(updates.length).toBeGreaterThan(1);
    expect(textOf(await invocation)).toContain("grün\nend");
  });

  it("is stopped at its time limit with everything it started, and says what it had", async () => {
    const { call } = await openToolSession();
    const outcome = await call("run_command", {
      command: "echo begun; (sleep 48.1931 & sleep 48.1932); echo never",
      timeout_ms: 500,
    });
    expect(outcome.error?.code).toBe("timeout");
    expect(textOf(outcome)).toContain("begun");
    expect(textOf(outcome)).not.toContain("never");
    expect(running("48.1931").concat(running("48.1932"))).toEqual([]);
  });

  it("leaves nothing running when it is cancelled", async () => {
    const { session } = await openToolSession();
    const invocation = session.call({
      name: "run_command",
      input: { command: "echo up; sleep 53.7713" },
    });
    for await (const event of invocation) {
      if (event.type === "invocation-update") invocation.cancel();
    }
    expect((await invocation).status).toBe("cancelled");
    expect(running("53.7713")).toEqual([]);
  });

  it("leaves nothing running that the command put into the background", async () => {
    const { call } = await openToolSession();
    const outcome = await call("run_command", {
      command: "sleep 54.8824 >/dev/null 2>&1 & echo started",
    });
    expect(textOf(outcome)).toContain("started");
    expect(running("54.8824")).toEqual([]);
  });

  it("runs in a directory of the workspace, and in no other", async () => {
    const { call, root, outside } = await openToolSession({ files: { "sub/a.txt": "" } });
    mkdirSync(join(outside, "other"));
    symlinkSync(join(outside, "other"), join(root, "out"));
    expect(textOf(await call("run_command", { command: "ls", cwd: "sub" }))).toContain("a.txt");
    expect((await call("run_command", { command: "ls", cwd: outside })).error?.code).toBe(
      "path-outside-workspace",
    );
    expect((await call("run_command", { command: "ls", cwd: "out" })).error?.code).toBe(
      "path-outside-workspace",
    );
    expect((await call("run_command", { command: "ls", cwd: "none" })).error?.code).toBe(
      "file-not-found",
    );
  });

  it("runs no start-up file, reads no input and takes no command for an option", async () => {
    const { call, root } = await openToolSession({ files: { rc: "echo from-rc" } });
    vi.stubEnv("BASH_ENV", join(root, "rc"));
    vi.stubEnv("ENV", join(root, "rc"));
    expect(textOf(await call("run_command", { command: "cat; echo done" }))).toBe(
      "done\n\n(exit status 0)",
    );
    vi.unstubAllEnvs();
    expect((await call("run_command", { command: "-x" })).error?.message).toContain(
      "-x: command not found",
    );
  });

  it("refuses a null character and limits beyond its own", async () => {
    const { call } = await openToolSession();
    for (const command of ["echo a\0b", "cat a\0b"]) {
      expect((await call("run_command", { command })).error?.code).toBe("input-invalid");
    }
    expect((await call("run_command", { command: "true", timeout_ms: 600_001 })).error?.code).toBe(
      "input-invalid",
    );
  });

  it("takes sh where there is no bash, and says so when there is neither", async () => {
    const real = createProcessHost();
    const without = (missing: readonly string[]): ProcessHost => ({
      start: (request) =>
        missing.includes(request.program)
          ? Promise.reject(new ToolError("command-not-found", request.program))
          : real.start(request),
      close: () => real.close(),
    });
    const approved = "./hello.sh";
    const files = { "hello.sh": "echo hello\n" };
    const sh = await openToolSession({ processes: without(["bash"]), files });
    chmodSync(join(sh.root, "hello.sh"), 0o755);
    expect(textOf(await sh.call("run_command", { command: approved }))).toContain("hello");
    const undecided = (await sh.call("run_command", { command: "echo hello" })).error;
    expect(undecided?.message).toContain("no bash on the PATH. It was allowed for bash");
    const none = await openToolSession({ processes: without(["bash", "sh"]) });
    const { error } = await none.call("run_command", { command: approved });
    expect(error).toMatchObject({ code: "command-not-found" });
    expect(error?.message).toContain("no bash or sh");
  });
});

testToolContract("run_command", [{ command: "echo out; echo err >&2" }, { command: "exit 3" }]);
