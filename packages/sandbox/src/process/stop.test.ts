import { describe, expect, it } from "vitest";
import { isAlive, openHost, shell, until } from "../fixtures/host-for-test.ts";
import { readProcess } from "../process-tree/linux-processes.ts";

const isLinux = process.platform === "linux";

describe("stop", () => {
  it("asks first and reports the process's own end", async () => {
    const started = await shell(
      openHost(),
      'trap "echo bye; exit 7" TERM; echo ready; while :; do sleep 0.01; done',
    );
    await started.lines(1);
    expect(await started.stop()).toEqual({ exitCode: 7, signal: null, cause: "stopped" });
    expect(started.output()).toBe("ready\nbye\n");
  });

  it("kills a process that ignores it, after the grace period", async () => {
    const started = await shell(
      openHost({ killGraceMs: 40 }),
      'trap "" TERM; echo ready; while :; do sleep 1000; done',
    );
    await started.lines(1);
    expect(await started.stop()).toEqual({ exitCode: null, signal: "SIGKILL", cause: "stopped" });
    expect(isAlive(started.processId)).toBe(false);
  });

  it("continues a suspended process, so that it can end in order", async () => {
    const started = await shell(
      openHost(),
      'trap "exit 5" TERM; echo ready; kill -STOP $$; while :; do sleep 0.01; done',
    );
    await started.lines(1);
    expect(await started.stop()).toMatchObject({ exitCode: 5, cause: "stopped" });
  });

  it("returns the same end to all callers, also later", async () => {
    const started = await shell(openHost(), "exit 2");
    const end = await started.ended;
    expect(await started.stop()).toBe(end);
    expect(end).toEqual({ exitCode: 2, signal: null, cause: "exit" });
  });

  it("also ends children and grandchildren", async () => {
    const started = await shell(
      openHost(),
      'sleep 1000 & echo $!; sh -c "sleep 1000 & echo \\$!; wait" & echo $!; wait',
    );
    const processes = await started.lines(3);
    expect(processes.every(isAlive)).toBe(true);
    expect(await started.stop()).toMatchObject({ signal: "SIGTERM", cause: "stopped" });
    expect(processes.filter(isAlive)).toEqual([]);
  });
});

describe("other reasons to end it", () => {
  it("a time limit", async () => {
    const started = await shell(openHost(), "sleep 1000 & echo $!; wait", { timeoutMs: 30 });
    expect(await started.ended).toEqual({ exitCode: null, signal: "SIGTERM", cause: "timeout" });
    expect(started.output().trim().split("\n").filter(isAlive)).toEqual([]);
  });

  it("a time limit beyond the range of timers never expires", async () => {
    const started = await shell(openHost(), "sleep 0.05", { timeoutMs: 2 ** 40 });
    expect(await started.ended).toMatchObject({ exitCode: 0, cause: "exit" });
  });

  it("an aborted signal", async () => {
    const controller = new AbortController();
    const { signal } = controller;
    const started = await shell(openHost(), "echo ready; sleep 1000", { signal });
    await started.lines(1);
    controller.abort();
    expect(await started.ended).toMatchObject({ signal: "SIGTERM", cause: "aborted" });
  });

  it("an abort after the end changes nothing", async () => {
    const controller = new AbortController();
    const started = await shell(openHost(), "exit 1", { signal: controller.signal });
    const end = await started.ended;
    controller.abort();
    expect(await started.ended).toBe(end);
  });

  it("the close of the host, for all of them at once", async () => {
    const host = openHost({ killGraceMs: 100 });
    const all = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        shell(host, `${index % 5 === 0 ? 'trap "" TERM;' : ""} echo $$; sleep 1000 & wait; wait`),
      ),
    );
    await Promise.all(all.map((each) => each.lines(1)));
    await host.close();
    const ends = await Promise.all(all.map((each) => each.ended));
    expect(new Set(ends.map(({ cause }) => cause))).toEqual(new Set(["stopped"]));
    expect(all.filter(({ processId }) => isAlive(processId))).toEqual([]);
  });
});

describe("what it leaves behind when it ends by itself", () => {
  it("is ended and counted, even if it keeps the output open", async () => {
    const started = await shell(openHost(), "sleep 1000 & echo $!; sleep 1000 & echo $!; exit 3");
    expect(await started.ended).toEqual({
      exitCode: 3,
      signal: null,
      cause: "exit",
      leftBehind: 2,
    });
    expect(started.output().trim().split("\n").filter(isAlive)).toEqual([]);
  });

  it("is ended and counted when it has closed the output", async () => {
    const started = await shell(openHost(), "sleep 1000 >/dev/null 2>&1 & echo $!");
    expect(await started.ended).toMatchObject({ exitCode: 0, leftBehind: 1 });
    expect(started.output().trim().split("\n").filter(isAlive)).toEqual([]);
  });

  it("may still write for a moment", async () => {
    const script = '(trap "echo last; exit" TERM; echo first; while :; do sleep 0.01; done) & true';
    const started = await shell(openHost(), script);
    expect(await started.ended).toMatchObject({ exitCode: 0, cause: "exit" });
    expect(started.output()).toBe("first\nlast\n");
  });

  it("does not count if it ends a moment later", async () => {
    const started = await shell(openHost(), "(sleep 0.01; echo late) & echo early");
    expect(await started.ended).toEqual({ exitCode: 0, signal: null, cause: "exit" });
    expect(started.output()).toBe("early\nlate\n");
  });

  it("does not count if it has closed the output and ends a moment later", async () => {
    const started = await shell(openHost(), "(exec >/dev/null 2>&1; sleep 0.01) & true");
    expect(await started.ended).toEqual({ exitCode: 0, signal: null, cause: "exit" });
  });

  it("does not prevent a stop meanwhile", async () => {
    const started = await shell(
      openHost({ killGraceMs: 40 }),
      'trap "" TERM; sleep 1000 & echo $!',
    );
    const left = await started.lines(1);
    expect(await started.stop()).toMatchObject({ cause: expect.stringMatching(/exit|stopped/) });
    expect(left.filter(isAlive)).toEqual([]);
  });
});

describe.runIf(isLinux)("what has left the group (found through /proc, so only on Linux)", () => {
  it.each([
    ["a session of its own", "setsid sleep 1000 & echo $!"],
    ["a session without an environment", "env -i setsid sleep 1000 & echo $!"],
    ["a daemon that nobody is the parent of", '(setsid sh -c "echo \\$\\$; exec sleep 1000" &)'],
    ["a session that ignores the asking", "(trap '' TERM; setsid sleep 1000 & echo $!)"],
    [
      "one that does both",
      "(trap '' TERM; env -i setsid sleep 1000 & trap - TERM; echo $!; wait) &",
    ],
  ])("is ended with it: %s", async (_title, script) => {
    const started = await shell(openHost({ killGraceMs: 40 }), `${script}\nsleep 1000`);
    const [away = ""] = await started.lines(1);
    expect(isAlive(away)).toBe(true);
    await started.stop();
    expect(isAlive(away)).toBe(false);
  });

  it("is ended even if it keeps leaving meanwhile", async () => {
    const started = await shell(
      openHost({ killGraceMs: 30 }),
      "trap '' TERM; for i in $(seq 300); do setsid sleep 1000 & echo $!; done; sleep 1000",
    );
    await started.lines(5);
    await started.stop();
    expect(started.output().trim().split("\n").filter(isAlive)).toEqual([]);
  });

  it("does not delay the end by holding the output open, and lives until the host closes", async () => {
    const host = openHost();
    const started = await shell(host, "setsid sleep 1000 & echo $!");
    expect(await started.ended).toEqual({ exitCode: 0, signal: null, cause: "exit", detached: 1 });
    const daemon = started.output().trim();
    expect(isAlive(daemon)).toBe(true);
    await host.close();
    expect(isAlive(daemon)).toBe(false);
  });

  it("without an environment is ended by the close while its parents live", async () => {
    const host = openHost({ killGraceMs: 40 });
    const started = await shell(host, "env -i setsid sleep 1000 & echo $!; wait");
    const [away = ""] = await started.lines(1);
    await until(() => readProcess(Number(away))?.group === Number(away));
    await host.close();
    expect(isAlive(away)).toBe(false);
  });

  it("by forking twice is reported as alive, however many others started meanwhile", async () => {
    const twice = "(setsid sh -c 'sleep 1000 & exec sleep 1001' &)";
    for (const meanwhile of ["", "for i in $(seq 300); do /bin/true; done;"]) {
      const started = await shell(openHost(), `${twice}; ${meanwhile} sleep 0.05`);
      expect(await started.ended).toEqual({
        exitCode: 0,
        signal: null,
        cause: "exit",
        detached: 2,
      });
    }
  });

  it("and floods the output does not delay the end either", async () => {
    const started = await shell(openHost(), "setsid yes & true", { onOutput: () => undefined });
    expect(await started.ended).toMatchObject({ exitCode: 0, cause: "exit" });
  });

  it("belongs to one process only: another's daemon is not touched", async () => {
    const host = openHost();
    const first = await shell(host, "setsid sleep 1000 & echo $!; sleep 1000");
    // Starts ten more: the first mark is a prefix of the tenth's number.
    const others = await Promise.all(
      Array.from({ length: 10 }, () => shell(host, "setsid sleep 1000 & echo $!; sleep 1000")),
    );
    const daemons = await Promise.all(others.map((each) => each.lines(1)));
    await first.lines(1);
    await first.stop();
    expect(daemons.flat().every(isAlive)).toBe(true);
  });

  it("an unrelated process with the same parent is never touched", async () => {
    const bystanders = openHost();
    const bystander = await shell(bystanders, "echo ready; sleep 1000");
    await bystander.lines(1);
    const host = openHost();
    const started = await shell(host, "echo ready; sleep 1000");
    await started.lines(1);
    await host.close();
    expect(isAlive(bystander.processId)).toBe(true);
    await until(() => !isAlive(started.processId));
  });
});
