import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { openHost, start, temporaryDirectory, until } from "../../fixtures/host-for-test.ts";
import { bubblewrapMissing, openConfined } from "../../fixtures/sandbox-for-test.ts";
import { createBubblewrap } from "./bubblewrap.ts";

const why = bubblewrapMissing === null ? "" : ` (skipped: ${bubblewrapMissing})`;

describe.skipIf(bubblewrapMissing !== null)(`a confined command${why}`, () => {
  it("works in its workspace and reports its true end", async () => {
    const { workspace, run } = openConfined();
    const started = await run("mkdir -p a/b && echo x > a/b/c && mv a d && exit 3");
    expect(await started.ended).toEqual({ exitCode: 3, signal: null, cause: "exit" });
    expect(readFileSync(join(workspace, "d/b/c"), "utf8")).toBe("x\n");
  });

  it("gets its arguments, environment and input unchanged", async () => {
    const { outputOf } = openConfined();
    const odd = "a b\n'\"$HOME*";
    const output = await outputOf('printf %s "$ODD"; cat; printf %s "$0"', {
      environment: { ODD: odd },
      input: "grüße",
    });
    expect(output).toMatch(/\/bash$/);
    expect(output.startsWith(`${odd}grüße/`)).toBe(true);
  });

  it("has the functions that bash exports", async () => {
    const { outputOf } = openConfined();
    const output = await outputOf("greet you; bash -c 'greet them'", {
      environment: { "BASH_FUNC_greet%%": "() {\n  printf '%s\\n' \"hello $1\"\n}" },
    });
    expect(output).toBe("hello you\nhello them\n");
  });

  it("passes loader variables to the command, never to bubblewrap itself", async () => {
    const { outputOf } = openConfined();
    const output = await outputOf(
      "echo $LD_BIND_NOW; tr '\\0' '\\n' < /proc/1/environ | grep -c ^LD_",
      {
        environment: { LD_BIND_NOW: "1" },
      },
    );
    expect(output).toBe("1\n0\n");
  });

  it("cannot write outside, and the refusal is reported with its path", async () => {
    const { run } = openConfined();
    const place = `/usr/toolwright-test-${process.pid}`;
    const started = await run(`echo x > ${place}`);
    expect(await started.ended).toMatchObject({
      exitCode: 1,
      sandboxDenials: [{ kind: "write", target: place, isCertain: false }],
    });
    expect(existsSync(place)).toBe(false);
  });

  it("has temporary directories of its own", async () => {
    const { outputOf } = openConfined();
    const name = `/tmp/toolwright-test-${process.pid}`;
    expect(await outputOf(`echo mine > ${name}; cat ${name}; ls -A /run`)).toBe("mine\n");
    expect(existsSync(name)).toBe(false);
  });

  it("reaches no host over TCP", async () => {
    const server = createServer((socket) => socket.end("reached"));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as { port: number };
    const output = await openConfined().outputOf(`exec 3<>/dev/tcp/127.0.0.1/${port}; cat <&3`);
    expect(output).toMatch(/refused|unreachable/);
    expect(output).not.toMatch(/^reached/m);
  });

  it("reaches no earlier unix socket in its workspace or in a visible directory", async () => {
    const place = temporaryDirectory();
    const { workspace, outputOf } = openConfined({ readablePaths: [place] });
    const script = `import os, socket, sys
held = []
for directory in sys.argv[1:]:
    os.chdir(directory)
    for name in ("relative", "line\\nbreak", directory + "/absolute"):
        for kind in (socket.SOCK_STREAM, socket.SOCK_DGRAM):
            path = name + str(int(kind))
            each = socket.socket(socket.AF_UNIX, kind)
            each.bind(path)
            if kind == socket.SOCK_STREAM: each.listen()
            held.append(each)
print("bound", flush=True)
sys.stdin.read()`;
    for (const directory of [workspace, place]) {
      const words = ["-c", script, directory];
      const owner = await start(openHost(), "python3", words, { keepsInputOpen: true });
      await owner.lines(1);
    }
    const attack = `import os, socket, sys
for directory in sys.argv[1:]:
    for name in os.listdir(directory):
        for kind in (socket.SOCK_STREAM, socket.SOCK_DGRAM):
            try: socket.socket(socket.AF_UNIX, kind).connect(os.path.join(directory, name)); print("reached", name)
            except OSError: pass
print("tried")`;
    expect(await outputOf(`python3 -c '${attack}' ${workspace} ${place}`)).toBe("tried\n");
  });

  it("reaches no listening unix socket outside its roots", async () => {
    const place = temporaryDirectory();
    const socket = join(place, "socket");
    const server = createServer((peer) => peer.end("reached"));
    await new Promise<void>((resolve) => server.listen(socket, resolve));
    onTestFinished(() => void server.close());
    const script = `const s = require("net").connect(${JSON.stringify(socket)}); s.on("data", d => console.log("got " + d)); s.on("error", e => console.log(e.code))`;
    // The directory is visible, so only the socket's mask can refuse the connection.
    const { outputOf } = openConfined({ readablePaths: [place, process.execPath] });
    expect(await outputOf(`"${process.execPath}" -e '${script}'`)).toMatch(/ECONNREFUSED|EACCES/);
  });

  it("cannot create a user namespace, mount, or gain privileges", async () => {
    const { outputOf } = openConfined();
    const output = await outputOf(
      "unshare -Ur true; mount -o remount,rw,bind /; mount -t tmpfs none /mnt; grep Cap /proc/self/status",
    );
    expect(output).toMatch(/unshare: unshare failed/);
    expect(output.match(/mount: .*(?:denied|permi|superuser)/g)).toHaveLength(2);
    expect(output.match(/^Cap\w+:\t0+$/gm)).toHaveLength(5);
  });

  it("cannot change kernel settings, such as the program for core dumps", async () => {
    const { outputOf } = openConfined();
    // Only checks for write access, so that a failing test does not harm this computer.
    const script =
      "for f in $(find /proc /sys -maxdepth 4 -type f -not -path '/proc/[0-9]*' -not -path '/proc/self*' -not -path '/proc/thread-self*' 2>/dev/null); do [ -w $f ] && echo $f; done";
    expect(await outputOf(script)).toBe("");
  });

  it("sees no processes but its own", async () => {
    const { outputOf } = openConfined();
    const output = await outputOf(`ls -d /proc/[0-9]* | wc -l; kill -0 ${process.pid}`);
    expect(Number(output.split("\n")[0])).toBeLessThan(8);
    expect(output).toMatch(/No such process/);
  });

  it("cannot read, move or remove secrets", async () => {
    const { workspace, outputOf } = openConfined();
    writeFileSync(join(workspace, ".env"), "SECRET=1");
    mkdirSync(join(workspace, "keys"));
    writeFileSync(join(workspace, "keys/id"), "SECRET=2");
    const output = await outputOf(
      "cat .env keys/id; ls keys; cp .env copy; ln .env link; mv .env moved; rm -rf keys; chmod 777 keys; cat keys/id; grep -r SECRET .",
    );
    expect(output).not.toMatch(/SECRET=/);
    expect(output).toMatch(/cat: .env: Permission denied/);
    expect(readFileSync(join(workspace, ".env"), "utf8")).toBe("SECRET=1");
    expect(readFileSync(join(workspace, "keys/id"), "utf8")).toBe("SECRET=2");
  });

  it("cannot read a secret through a link, wherever the secret is", async () => {
    const { workspace, outputOf } = openConfined();
    writeFileSync(join(workspace, "real"), "SECRET=1");
    symlinkSync("real", join(workspace, ".env"));
    expect(await outputOf("cat .env real")).not.toMatch(/SECRET/);
  });

  it("finds its home empty except for the workspace in it", async () => {
    const home = temporaryDirectory();
    const workspace = join(home, "projects/mine");
    mkdirSync(workspace, { recursive: true });
    mkdirSync(join(home, "tool"));
    writeFileSync(join(home, "tool/readme"), "tool");
    writeFileSync(join(home, ".netrc"), "SECRET");
    const { run } = openConfined({
      writablePaths: [workspace],
      readOnlyPaths: [],
      hiddenPaths: [home],
      readablePaths: [join(home, "tool")],
    });
    const script = `cat ${home}/.netrc; cat ${home}/tool/readme; touch ${home}/tool/x; touch ${home}/new here`;
    const started = await run(`${script}; exit 1`, { cwd: workspace });
    expect(await started.ended).toMatchObject({
      sandboxDenials: [
        { kind: "read", target: join(home, ".netrc") },
        { kind: "write", target: join(home, "tool/x") },
      ],
    });
    expect(started.output()).toBe("tool");
    expect(readdirSync(home).toSorted()).toEqual([".netrc", "projects", "tool"]);
    expect(readdirSync(workspace)).toEqual(["here"]);
  });

  it.each([
    [
      "writes to them",
      "echo x > .git/hooks/pre-commit; echo x >> .git/config; rm .mcp.json; echo x > .mcp.json",
    ],
    ["moves them away", "mv .git/hooks .git/h; mv .git/config .git/c; mv .mcp.json m"],
    [
      "moves what they are in away",
      "mv .git git2; mkdir -p .git/hooks; echo x > .git/hooks/pre-commit",
    ],
    [
      "replaces what they are in",
      "rm -rf .git; mkdir -p .git/hooks; echo x > .git/hooks/pre-commit; ln -sfn /tmp .git",
    ],
    ["goes by a link", "ln -s .git/hooks h; echo x > h/pre-commit; ln .git/config c; echo x > c"],
  ])("can't change protected files: %s", async (_title, attempt) => {
    const { workspace, outputOf } = openConfined();
    mkdirSync(join(workspace, ".git/hooks"), { recursive: true });
    writeFileSync(join(workspace, ".git/hooks/commit-msg"), "hook");
    writeFileSync(join(workspace, ".git/config"), "config");
    writeFileSync(join(workspace, ".mcp.json"), "{}");
    await outputOf(attempt);
    expect(readdirSync(join(workspace, ".git/hooks"))).toEqual(["commit-msg"]);
    expect(readFileSync(join(workspace, ".git/hooks/commit-msg"), "utf8")).toBe("hook");
    expect(readFileSync(join(workspace, ".git/config"), "utf8")).toBe("config");
    expect(readFileSync(join(workspace, ".mcp.json"), "utf8")).toBe("{}");
  });

  it("may write beside protected files", async () => {
    const { workspace, outputOf } = openConfined();
    mkdirSync(join(workspace, ".git/hooks"), { recursive: true });
    writeFileSync(join(workspace, ".git/hooks/x"), "");
    expect(await outputOf("echo x > .git/index.lock; mv .git/index.lock .git/index")).toBe("");
    expect(existsSync(join(workspace, ".git/index"))).toBe(true);
  });

  it.each([
    ["creates them", "mkdir -p .git/hooks; echo x > .git/hooks/pre-commit; echo x > .mcp.json"],
    [
      "removes what stands for them",
      "rmdir .git; rm -rf .git .mcp.json; mv .git a; mkdir .git; mkdir .git/hooks",
    ],
    ["puts a link there", "ln -sfn /tmp .git; ln -sfn /tmp/x .mcp.json"],
    ["makes the repository", "git init -q . ; git clone -q . x"],
  ])(
    "can't create protected files that aren't there, and leaves nothing: %s",
    async (_title, attempt) => {
      const { workspace, outputOf } = openConfined();
      writeFileSync(join(workspace, "kept"), "");
      await outputOf(attempt);
      expect(readdirSync(workspace).filter((name) => name !== "x")).toEqual(["kept"]);
    },
  );

  it("does not run if a protected path is a link, which could be replaced", async () => {
    const { workspace, run } = openConfined();
    mkdirSync(join(workspace, "elsewhere"));
    symlinkSync("elsewhere", join(workspace, ".git"));
    await expect(run("touch ran")).rejects.toMatchObject({
      code: "input-invalid",
      message: expect.stringMatching(/is a link.*nothing was run/),
    });
    expect(existsSync(join(workspace, "ran"))).toBe(false);
  });

  it("may create a link to the outside, which leads nowhere inside and which the host recognises", async () => {
    const { workspace, outputOf } = openConfined();
    const outside = join(temporaryDirectory(), "target");
    writeFileSync(outside, "before");
    const output = await outputOf(`ln -s ${outside} out; echo x > out; cat out`);
    expect(output).toMatch(/No such file|Read-only/);
    expect(readFileSync(outside, "utf8")).toBe("before");
    expect(lstatSync(join(workspace, "out")).isSymbolicLink()).toBe(true);
  });

  it("delivers output written shortly after its end, as without a sandbox", async () => {
    const { run } = openConfined();
    const started = await run("echo early > >(sleep 0.05; cat; echo late)");
    expect(await started.ended).toEqual({ exitCode: 0, signal: null, cause: "exit" });
    expect(started.output()).toBe("early\nlate\n");
  });

  it("ends what it leaves behind in any session, and reports how many", async () => {
    const { workspace, run } = openConfined();
    const started = await run("(setsid sh -c 'sleep 1; touch alive' &) ; sleep 1000 & true");
    expect(await started.ended).toEqual({
      exitCode: 0,
      signal: null,
      cause: "exit",
      leftBehind: 3,
    });
    expect(existsSync(join(workspace, "alive"))).toBe(false);
  });

  it("is asked to end before it is killed", async () => {
    const { run } = openConfined();
    const polite = await run(
      "trap 'echo bye; exit 7' TERM; echo ready; while :; do sleep 0.01; done",
    );
    await polite.lines(1);
    expect(await polite.stop()).toEqual({ exitCode: 7, signal: null, cause: "stopped" });
    expect(polite.output()).toBe("ready\nbye\n");
  });

  it("is killed if it ignores that, even in another session", async () => {
    const host = openHost({ killGraceMs: 40 });
    const workspace = temporaryDirectory();
    const started = await start(
      host,
      "bash",
      [
        "-c",
        "trap '' TERM; setsid bash -c 'trap \"\" TERM; echo x; while :; do touch alive; sleep 0.02; done' & wait",
      ],
      { cwd: workspace, sandbox: { writablePaths: [workspace], network: "off" } },
    );
    await started.lines(1);
    const { cause, signal, exitCode } = await started.stop();
    expect(cause).toBe("stopped");
    // bubblewrap says the latter if its child was killed before it.
    expect([signal, exitCode]).toSatisfy(([by, status]) => by === "SIGKILL" || status === 137);
    const { mtimeMs } = lstatSync(join(workspace, "alive"));
    const later = await start(host, "sleep", ["0.1"]);
    await later.ended;
    expect(lstatSync(join(workspace, "alive")).mtimeMs).toBe(mtimeMs);
  });

  it("keeps its protection when another one ends and cleans up", async () => {
    const { workspace, run, outputOf } = openConfined();
    const long = await run(
      "echo ready; while [ ! -e go ]; do sleep 0.01; done; mkdir -p .git/hooks && echo broke",
    );
    await long.lines(1);
    expect(await outputOf("mkdir -p .git/hooks")).toMatch(/Permission denied/);
    expect(existsSync(join(workspace, ".git"))).toBe(true);
    writeFileSync(join(workspace, "go"), "");
    await long.ended;
    expect(long.output()).toBe("ready\n");
    expect(readdirSync(workspace)).toEqual(["go"]);
  });

  it("is not started if the sandbox cannot be set up, which is not reported as its end", async () => {
    const { workspace, run } = openConfined({ maskedPaths: ["/proc/self"] });
    const started = await run("touch ran");
    await expect(started.ended).rejects.toMatchObject({
      code: "command-failed",
      message: expect.stringMatching(/could not be set up, so the command was not run: bwrap: /),
    });
    expect(readdirSync(workspace)).toEqual([]);
  });

  it("is not started if its program is hidden, with a clear error", async () => {
    const home = temporaryDirectory();
    writeFileSync(join(home, "tool"), "#!/bin/sh\n", { mode: 0o755 });
    const { workspace } = openConfined();
    const sandbox = { writablePaths: [workspace], hiddenPaths: [home], network: "off" } as const;
    await expect(
      start(openHost(), join(home, "tool"), [], { cwd: workspace, sandbox }),
    ).rejects.toMatchObject({
      code: "command-not-found",
      message: expect.stringMatching(/see nothing/),
    });
  });

  it.each([
    ["a root that isn't there", { writablePaths: ["/no/such/directory"] }, /does not exist/],
    ["a relative path", { maskedPaths: ["x"] }, /must be absolute/],
    ["a directory to run in that is hidden", { writablePaths: [], readOnlyPaths: [] }, /is hidden/],
  ])("isn't started with %s", async (_title, profile, message) => {
    await expect(openConfined(profile).run("true")).rejects.toMatchObject({
      code: "input-invalid",
      message: expect.stringMatching(message),
    });
  });
});

describe.runIf(process.platform === "linux")("a bubblewrap", () => {
  const fake = (script: string): string => {
    const program = join(temporaryDirectory(), "bwrap");
    writeFileSync(program, `#!/bin/bash\n${script}\n`);
    chmodSync(program, 0o755);
    return program;
  };
  const demand = async (program: string): Promise<unknown> => {
    const workspace = temporaryDirectory();
    const host = openHost({ sandbox: createBubblewrap({ program }) });
    const request = {
      cwd: workspace,
      sandbox: { writablePaths: [workspace], network: "off" } as const,
    };
    const thrown = await start(host, "touch", ["ran"], request).then(
      () => null,
      (reason: unknown) => reason,
    );
    expect(readdirSync(workspace)).toEqual([]);
    return thrown;
  };

  it.each([
    ["isn't there", () => "/no/such/bwrap", /is not installed.*apt install bubblewrap/],
    [
      "fails",
      () => fake("echo 'bwrap: No permissions' >&2; exit 1"),
      /does not run here: bwrap: No perm/,
    ],
    ["does nothing", () => fake("exit 0"), /does not run here: it ended without a message/],
    [
      "is too old",
      () => fake("echo 'bwrap: Unknown option --disable-userns' >&2; exit 1"),
      /--disable-userns.*0\.8/,
    ],
    [
      "lies: it runs the command as it is",
      () =>
        fake(
          'while [ "$1" != -- ]; do [ "$1" = --chdir ] && cd "$2"; shift; done; shift; exec "$@"',
        ),
      /does not confine: it allowed writing outside, .*a connection, the network/,
    ],
    [
      "leaves something out",
      () => fake('exec /usr/bin/bwrap $(:) "${@/--unshare-all/--unshare-pid}"'),
      bubblewrapMissing === null ? /allowed .*the network of the system/ : /does not/,
    ],
  ])(
    "that %s runs nothing, and the error says how to get one",
    async (_title, program, message) => {
      expect(await demand(program())).toMatchObject({
        code: "command-failed",
        message: expect.stringMatching(message),
        details: { sandbox: "unavailable" },
      });
    },
  );

  it("is never one that commands could have written", async () => {
    const workspace = temporaryDirectory();
    writeFileSync(join(workspace, "bwrap"), "#!/bin/sh\n", { mode: 0o755 });
    const backend = createBubblewrap({ program: join(workspace, "bwrap") });
    const command = {
      program: "/bin/true",
      arguments: [],
      cwd: workspace,
      environment: {},
      isInTerminal: false,
    };
    await expect(
      backend.wrap(command, { writablePaths: [workspace], network: "off" }),
    ).rejects.toMatchObject({ message: expect.stringMatching(/lies where commands may write/) });
  });

  it("is tested once", async () => {
    const program = fake(`echo x >> "$(dirname "$0")/calls"; exit 1`);
    const backend = createBubblewrap({ program });
    await Promise.all([backend.available(), backend.available()]);
    await backend.available();
    const calls = join(program, "../calls");
    await until(() => existsSync(calls));
    expect(readFileSync(calls, "utf8")).toBe("x\n");
  });
});

describe.skipIf(bubblewrapMissing !== null || process.geteuid?.() !== 0)(
  "as an unprivileged user (needs root to become one, and bubblewrap)",
  () => {
    it("works the same", async () => {
      const place = temporaryDirectory();
      chmodSync(place, 0o777);
      const module = new URL("./bubblewrap.ts", import.meta.url).href;
      // After all imports, because the user may not be able to read this repository.
      const script = `const { createBubblewrap } = await import(${JSON.stringify(module)}); process.setgroups([]); process.setgid(65534); process.setuid(65534); console.log(JSON.stringify(await createBubblewrap().available()))`;
      const host = openHost();
      const started = await start(
        host,
        process.execPath,
        ["--conditions=source", "--no-warnings", "--input-type=module", "-e", script],
        { environment: { TMPDIR: place, HOME: place }, cwd: place },
      );
      await started.ended;
      expect(started.output("stderr")).toBe("");
      expect(JSON.parse(started.output())).toEqual({ ok: true });
    });
  },
);
