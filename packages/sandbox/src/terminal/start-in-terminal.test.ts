import { describe, expect, it } from "vitest";
import { isAlive, openHost, shell, until } from "../fixtures/host-for-test.ts";
import { bubblewrapMissing, openConfined } from "../fixtures/sandbox-for-test.ts";

const pty = { columns: 77, rows: 33 };
const hasTerminals = process.platform !== "win32";

describe.runIf(hasTerminals)("a program in a terminal", () => {
  it("sees a terminal of the requested size that can draw", async () => {
    const started = await shell(openHost(), "test -t 0 && test -t 1 && stty size && echo $TERM", {
      pty,
    });
    expect(await started.ended).toEqual({ exitCode: 0, signal: null, cause: "exit" });
    expect(started.output()).toBe("33 77\r\nxterm-256color\r\n");
  });

  it("reports its end", async () => {
    const host = openHost();
    const failed = await shell(host, "exit 3", { pty });
    expect(await failed.ended).toEqual({ exitCode: 3, signal: null, cause: "exit" });
    const crashed = await shell(host, "kill -SEGV $$", { pty });
    expect(await crashed.ended).toEqual({ exitCode: null, signal: "SIGSEGV", cause: "exit" });
  });

  it("receives input, a new size and an interrupt", async () => {
    const running = await openHost().start({
      program: "bash",
      arguments: [
        "--noprofile",
        "--norc",
        "-c",
        "read line; echo got $line; trap 'stty size; exit 5' INT; echo ready; while :; do sleep 0.01; done",
      ],
      cwd: "/",
      pty,
      onOutput(chunk) {
        output += Buffer.from(chunk).toString();
      },
    });
    let output = "";
    expect(await running.input?.write("hello\n")).toBe(true);
    await until(() => output.includes("ready"));
    running.input?.resize({ columns: 100, rows: 20 });
    await running.input?.write("\u0003");
    expect(await running.ended).toMatchObject({ exitCode: 5 });
    expect(output).toContain("got hello\r\n");
    expect(output).toContain("20 100\r\n");
    expect(await running.input?.write("more")).toBe(false);
    running.input?.resize({ columns: 1, rows: 1 });
  });

  it("receives an end of file", async () => {
    // The shell keeps the terminal open until it ends itself.
    const words = ["--noprofile", "--norc", "-c", "cat && exit 6"];
    const started = await openHost().start({ program: "bash", arguments: words, cwd: "/", pty });
    started.input?.end();
    expect(await started.ended).toEqual({ exitCode: 6, signal: null, cause: "exit" });
  });

  it("ends with all its descendants", async () => {
    const started = await shell(
      openHost({ killGraceMs: 40 }),
      "trap '' TERM HUP; sleep 1000 & echo $!; setsid sleep 1000 & echo $!; wait",
      {
        pty,
        timeoutMs: 200,
      },
    );
    const children = await started.lines(2);
    expect(await started.ended).toMatchObject({ signal: "SIGKILL", cause: "timeout" });
    expect(children.map((each) => each.trim()).filter(isAlive)).toEqual([]);
  });

  it("may change or flood the terminal without harm", async () => {
    const started = await shell(
      openHost(),
      "stty raw -echo; printf '\\033[?1049h\\033]0;title\\007\\377'; head -c 3000000 /dev/zero",
      { pty },
    );
    expect(await started.ended).toMatchObject({ exitCode: 0 });
    expect(started.output().length).toBeGreaterThanOrEqual(3_000_000);
  });

  it.each([
    ["no columns", { columns: 0, rows: 10 }],
    ["half a row", { columns: 10, rows: 0.5 }],
    ["more rows than anybody sees", { columns: 10, rows: 100_000 }],
  ])("isn't started with %s", async (_title, size) => {
    await expect(shell(openHost(), "true", { pty: size })).rejects.toMatchObject({
      code: "input-invalid",
      message: expect.stringMatching(/from 1 to 1000/),
    });
  });

  it("is not started if the host was closed while the terminal library was loading", async () => {
    const host = openHost();
    const starting = shell(host, "sleep 1000", { pty });
    await host.close();
    await expect(starting).rejects.toMatchObject({ code: "cancelled" });
  });
});

describe.skipIf(bubblewrapMissing !== null || !hasTerminals)(
  `a confined program in a terminal (skipped without bubblewrap: ${bubblewrapMissing ?? ""})`,
  () => {
    it("is in the foreground, and Ctrl-C interrupts it alone", async () => {
      const { workspace, run } = openConfined();
      const running = await run(
        // Short sleeps: a signal just before a fork is handled only once that child has ended.
        "stty size; trap 'echo caught; exit 9' INT; touch ready; echo ready; while :; do sleep 0.1; done",
        { pty },
      );
      await until(() => running.output().includes("ready"));
      await running.write("\u0003");
      expect(await running.ended).toEqual({ exitCode: 9, signal: null, cause: "exit" });
      expect(running.output()).toContain("33 77\r\n");
      expect(running.output()).toContain("caught\r\n");
      expect(workspace).not.toBe("");
    });

    it("is asked to end, then killed, with all its descendants", async () => {
      const { run } = openConfined();
      const running = await run("trap 'exit 7' TERM; echo ready; while :; do sleep 0.01; done", {
        pty,
      });
      await until(() => running.output().includes("ready"));
      expect(await running.stop()).toMatchObject({ exitCode: 7, cause: "stopped" });
    });
  },
);
