import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openHost, shell, start, temporaryDirectory } from "../fixtures/host-for-test.ts";

describe("start", () => {
  it("passes arguments unchanged, without a shell", async () => {
    const words = ["$HOME", "*", "; echo x", "a b", '"', "", "--", "\n"];
    const started = await start(openHost(), "printf", ["[%s]", ...words]);
    expect(await started.ended).toEqual({ exitCode: 0, signal: null, cause: "exit" });
    expect(started.output()).toBe(words.map((word) => `[${word}]`).join(""));
  });

  it("makes it the leader of a group and session of its own, in its directory", async () => {
    const cwd = temporaryDirectory();
    const started = await start(openHost(), "sh", ["-c", "cat /proc/$$/stat; pwd"], { cwd });
    await started.ended;
    const [stat = "", directory] = started.output().split("\n");
    const [, , group, session] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    expect([group, session]).toEqual([String(started.processId), String(started.processId)]);
    expect(directory).toBe(cwd);
  });

  it("passes the requested name as the program's own", async () => {
    const started = await shell(openHost(), "tr '\\0' ' ' < /proc/$$/cmdline");
    await started.ended;
    expect(started.output()).toMatch(/^sh -c /);
  });

  it("gives an empty standard input by default", async () => {
    const host = openHost();
    const silent = await start(host, "cat", []);
    expect(await silent.ended).toMatchObject({ exitCode: 0 });
    const text = await start(host, "cat", [], { input: "grüße\n" });
    await text.ended;
    expect(text.output()).toBe("grüße\n");
    const bytes = await start(host, "od", ["-An", "-tx1"], { input: Uint8Array.of(0xff, 0, 0x0a) });
    await bytes.ended;
    expect(bytes.output().trim()).toBe("ff 00 0a");
  });

  it("tolerates a program that does not read its input", async () => {
    const started = await start(openHost(), "true", [], { input: Buffer.alloc(8 << 20) });
    expect(await started.ended).toEqual({ exitCode: 0, signal: null, cause: "exit" });
  });

  it("runs without a listener", async () => {
    const running = await openHost().start({
      program: "sh",
      arguments: ["-c", "yes | head -c 1000000; exit 4"],
      cwd: "/",
    });
    expect(await running.ended).toEqual({ exitCode: 4, signal: null, cause: "exit" });
  });

  it.each([
    ["an exit status", "exit 3", { exitCode: 3, signal: null }],
    ["a signal from elsewhere", "kill -SEGV $$", { exitCode: null, signal: "SIGSEGV" }],
  ])("tells %s as it was", async (_title, script, end) => {
    const started = await shell(openHost(), script);
    expect(await started.ended).toEqual({ ...end, cause: "exit" });
  });
});

describe("a program that cannot be started", () => {
  it("is named, with similar names", async () => {
    const directory = temporaryDirectory();
    writeFileSync(join(directory, "frobnicate"), "#!/bin/sh\n", { mode: 0o755 });
    const host = openHost({ environment: { PATH: directory } });
    await expect(start(host, "frobnicat", [])).rejects.toMatchObject({
      code: "command-not-found",
      message: "There is no program 'frobnicat' on the PATH. Did you mean 'frobnicate'?",
    });
    await expect(start(host, "zz-unheard-of", [])).rejects.toMatchObject({
      code: "command-not-found",
      message: expect.stringContaining("Install it"),
    });
  });

  it("is noticed even if it was found before", async () => {
    const [first, second] = [temporaryDirectory(), temporaryDirectory()];
    for (const directory of [first, second]) {
      writeFileSync(join(directory, "tool"), `#!/bin/sh\necho ${directory}\n`, { mode: 0o755 });
    }
    const host = openHost({ environment: { PATH: `${first}:${second}:/bin` } });
    const where = async (): Promise<string> => {
      const started = await start(host, "tool", []);
      await started.ended;
      return started.output().trim();
    };
    expect(await where()).toBe(first);
    rmSync(join(first, "tool"));
    expect(await where()).toBe(second);
    rmSync(join(second, "tool"));
    await expect(where()).rejects.toMatchObject({ code: "command-not-found" });
  });

  it.each([
    ["isn't there", "./nothing", /no program at '\.\/nothing'/],
    ["isn't executable", "./plain", /is not executable/],
    ["is a directory", "./folder", /not an executable file/],
    ["has an interpreter that isn't there", "./orphan", /interpreter/],
  ])("says so when it %s", async (_title, program, message) => {
    const cwd = temporaryDirectory();
    writeFileSync(join(cwd, "plain"), "#!/bin/sh\n", { mode: 0o644 });
    mkdirSync(join(cwd, "folder"));
    writeFileSync(join(cwd, "orphan"), "#!/no/such/interpreter\n", { mode: 0o755 });
    await expect(start(openHost(), program, [], { cwd })).rejects.toMatchObject({
      code: "command-not-found",
      message: expect.stringMatching(message),
    });
  });

  it("a bare name is never looked up in the working directory", async () => {
    const cwd = temporaryDirectory();
    writeFileSync(join(cwd, "planted"), "#!/bin/sh\ntouch pwned\n", { mode: 0o755 });
    const host = openHost({ environment: { PATH: `.::${cwd.slice(1)}:/usr/bin:/bin` } });
    await expect(start(host, "planted", [], { cwd })).rejects.toMatchObject({
      code: "command-not-found",
    });
    const overridden = start(host, "planted", [], { cwd, environment: { PATH: ".:" } });
    await expect(overridden).rejects.toMatchObject({ code: "command-not-found" });
    expect(existsSync(join(cwd, "pwned"))).toBe(false);
  });

  it.each([
    ["doesn't exist", (base: string) => join(base, "gone"), "file-not-found", /doesn't exist/],
    ["is a file", (base: string) => join(base, "file"), "file-not-found", /not a directory/],
    ["is a circle of links", () => "/proc/self/fd/0/x", "file-not-found", /gone|doesn't exist/],
    ["is relative", () => "src", "input-invalid", /absolute/],
  ])("for a directory that %s", async (_title, cwdOf, code, message) => {
    const base = temporaryDirectory();
    writeFileSync(join(base, "file"), "");
    await expect(start(openHost(), "true", [], { cwd: cwdOf(base) })).rejects.toMatchObject({
      code,
      message: expect.stringMatching(message),
    });
  });

  it.each([
    ["an empty name", "", [], {}],
    ["a null character in the name", "a\0b", [], {}],
    ["a null character in an argument", "true", ["a\0b"], {}],
    ["a null character in a variable", "true", [], { environment: { A: "\0" } }],
    ["no time at all", "true", [], { timeoutMs: 0 }],
    ["a time that is no number", "true", [], { timeoutMs: Number.NaN }],
  ])("for %s", async (_title, program, args, request) => {
    await expect(start(openHost(), program, args, request)).rejects.toMatchObject({
      code: "input-invalid",
    });
  });

  it("for arguments that are too long", async () => {
    await expect(start(openHost(), "true", ["x".repeat(4 << 20)])).rejects.toMatchObject({
      code: "command-failed",
      message: expect.stringMatching(/exceed the system's limit/),
    });
  });

  it("because too many are running, until one has ended", async () => {
    const host = openHost({ maxProcesses: 1 });
    const first = await shell(host, "sleep 1000");
    await expect(start(host, "true", [])).rejects.toMatchObject({ code: "command-failed" });
    await first.stop();
    expect(await (await start(host, "true", [])).ended).toMatchObject({ exitCode: 0 });
  });

  it("because it was aborted before: it rejects with the reason", async () => {
    const cwd = temporaryDirectory();
    const reason = new Error("changed my mind");
    const request = { cwd, signal: AbortSignal.abort(reason) };
    await expect(start(openHost(), "touch", ["begun"], request)).rejects.toBe(reason);
    expect(existsSync(join(cwd, "begun"))).toBe(false);
  });

  it("too late: the close stops a process that is still starting", async () => {
    const host = openHost();
    const starting = start(host, "sleep", ["1000"]);
    await host.close();
    expect(await (await starting).ended).toMatchObject({ cause: "stopped" });
  });

  it("because the host is closed", async () => {
    const host = openHost();
    await host.close();
    await expect(start(host, "true", [])).rejects.toMatchObject({ code: "cancelled" });
  });
});

describe("environment", () => {
  it("is the host's, scrubbed, with the request's on top, and a mark", async () => {
    const host = openHost({
      environment: {
        PATH: process.env.PATH,
        KEPT: "1",
        REMOVED: "1",
        LD_PRELOAD: "/evil.so",
        API_TOKEN: "secret",
        PAGER: "less",
      },
    });
    const environment = { REMOVED: undefined, TERM: "xterm", API_TOKEN: "given" };
    const started = await start(host, "env", [], { environment });
    await started.ended;
    const variables = new Map(
      started
        .output()
        .trim()
        .split("\n")
        .map((line) => line.split("=", 2) as [string, string]),
    );
    expect(variables.get("KEPT")).toBe("1");
    expect(variables.has("REMOVED")).toBe(false);
    expect(variables.has("LD_PRELOAD")).toBe(false);
    expect(variables.get("API_TOKEN")).toBe("given");
    expect(variables.get("TERM")).toBe("xterm");
    expect(variables.get("PAGER")).toBe("cat");
    expect(variables.get("TOOLWRIGHT_PROCESS")).toMatch(/^[\w-]{12}\.1\.$/);
  });

  it("keeps the mark of an outer runtime, and a request cannot replace it", async () => {
    const host = openHost({ environment: { TOOLWRIGHT_PROCESS: "outer.1." } });
    const started = await start(host, "printenv", ["TOOLWRIGHT_PROCESS"], {
      environment: { TOOLWRIGHT_PROCESS: "forged" },
    });
    await started.ended;
    expect(started.output()).toMatch(/^outer\.1\.\/[\w-]{12}\.1\.\n$/);
  });

  it("runs a script by its path even when it isn't on the PATH", async () => {
    const cwd = temporaryDirectory();
    const script = join(cwd, "script");
    writeFileSync(script, '#!/bin/sh\necho "$0" "$1" > out\n');
    chmodSync(script, 0o755);
    await (await start(openHost(), "./script", ["x"], { cwd })).ended;
    expect(readFileSync(join(cwd, "out"), "utf8")).toMatch(/script x\n$/);
  });
});
