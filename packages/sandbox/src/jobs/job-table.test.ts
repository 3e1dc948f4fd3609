import { createServer } from "node:net";
import type { Jobs } from "@toolwright/core";
import type { Job, ProcessRequest } from "@toolwright/core/ports";
import { describe, expect, it, onTestFinished } from "vitest";
import { isAlive, openHost, temporaryDirectory, until } from "../fixtures/host-for-test.ts";
import { bubblewrapMissing } from "../fixtures/sandbox-for-test.ts";
import type { ProcessHostOptions } from "../process/process-host.ts";

import { createJobTable, type JobTableOptions } from "./job-table.ts";

function openTable(options: Partial<JobTableOptions> = {}, host: ProcessHostOptions = {}): Jobs {
  const table = createJobTable({ processes: openHost(host), ...options });
  onTestFinished(() => table.close());
  return table;
}

function begin(
  table: Jobs,
  command: string,
  request: Partial<ProcessRequest> = {},
  place: "foreground" | "background" = "background",
): Promise<Job> {
  return table.start(
    {
      title: command,
      program: "bash",
      arguments: ["--noprofile", "--norc", "-c", "--", command],
      cwd: "/",
      ...request,
    },
    place,
  );
}

const patience = { timeoutMs: 10_000 };

describe("a background command", () => {
  it("is found by its handle, with its output and end", async () => {
    const table = openTable();
    const job = await begin(table, "echo out; echo err >&2; exit 3");
    expect(job.id).toBe("cmd_1");
    expect(table.find("cmd_1")).toBe(job);
    expect(await job.ended).toMatchObject({ exitCode: 3, cause: "exit" });
    await until(() => job.state.status === "ended");
    expect(job.state).toMatchObject({ status: "ended", end: { exitCode: 3 } });
    expect(job.read()).toMatchObject({ text: "out\nerr\n", cursor: 8, droppedBytes: 0 });
  });

  it("is read from a cursor while it runs", async () => {
    const job = await begin(openTable(), "echo one; read; echo two", { keepsInputOpen: true });
    await job.waitFor({ pattern: "one" }, patience);
    const { text, cursor } = job.read();
    expect(text).toBe("one\n");
    await job.write("\n");
    await job.ended;
    expect(job.read({ since: cursor }).text).toBe("two\n");
  });

  it("tells how long it has been quiet", async () => {
    let nowMs = 1_000;
    const job = await begin(openTable({ now: () => nowMs }), "echo one; read", {
      keepsInputOpen: true,
    });
    nowMs = 2_000;
    await job.waitFor({ pattern: "one" }, patience);
    const { quietMs } = job.read();
    nowMs += 500;
    expect(job.read().quietMs).toBe(quietMs + 500);
    expect(job.read().quietMs).toBeLessThanOrEqual(1_500);
  });

  it("may flood its output: memory is bounded, and the dropped amount is reported", async () => {
    const table = openTable({ headBytes: 1_000, tailBytes: 1_000 });
    const job = await begin(
      table,
      "echo first; head -c 5000000 /dev/zero | tr '\\0' x; head -c 5000000 /dev/zero | tr '\\0' y >&2; echo last",
    );
    await job.ended;
    const head = job.read({ maxBytes: 5_000 });
    const tail = job.read({ since: head.cursor });
    expect(head.text).toMatch(/^first\nx{994}$/);
    expect(tail.text).toMatch(/^y{995}last\n$/);
    expect(tail.droppedBytes).toBe(10_000_011 - 2_000);
    expect(tail).toMatchObject({ remainingBytes: 0, totalBytes: 10_000_011 });
  });

  it("loses escape sequences and broken text, also when they arrive in two parts", async () => {
    const job = await begin(
      openTable(),
      "printf 'a\\033[3'; read; printf '1mred\\033[0m\\377\\n'",
      {
        keepsInputOpen: true,
      },
    );
    await job.waitFor({ pattern: "a" }, patience);
    const first = job.read();
    expect(first.text).toBe("a");
    await job.write("\n");
    await job.ended;
    expect(job.read({ since: first.cursor }).text).toBe("red\uFFFD\n");
  });

  it("receives input until the input is closed", async () => {
    const job = await begin(openTable(), "cat; echo over", { keepsInputOpen: true });
    await job.write("grüße\n");
    await job.write(Buffer.from("bytes\n"));
    job.endInput();
    await job.ended;
    expect(job.read().text).toBe("grüße\nbytes\nover\n");
    await expect(job.write("x")).rejects.toMatchObject({
      code: "command-failed",
      message: expect.stringMatching(/has ended/),
    });
  });

  it("has no input unless it was left open, and then writing fails", async () => {
    const job = await begin(openTable(), "cat; echo over; sleep 1000");
    await job.waitFor({ pattern: "over" }, patience);
    await expect(job.write("x")).rejects.toMatchObject({ code: "input-invalid" });
  });

  it("runs in a terminal on request", async () => {
    const job = await begin(openTable(), "read line; echo got $line; tty", {
      pty: { columns: 80, rows: 24 },
    });
    await job.write("hello\r");
    await job.ended;
    expect(job.read().text).toMatch(/^hello\ngot hello\n\/dev\/pts\/\d+\n$/);
  });

  it("reports its end once", async () => {
    const ended: string[] = [];
    const table = openTable({ onEnd: (job) => ended.push(`${job.id} ${job.state.status}`) });
    const first = await begin(table, "exit 1");
    const foreground = await begin(table, "true", {}, "foreground");
    await Promise.all([first.ended, foreground.ended]);
    await until(() => ended.length === 1);
    expect(ended).toEqual(["cmd_1 ended"]);
  });

  it("stops with all its descendants", async () => {
    const job = await begin(
      openTable({}, { killGraceMs: 40 }),
      "trap '' TERM; sleep 1000 & echo $!; setsid sleep 1000 & echo $!; wait",
    );
    await until(() => job.read().text.split("\n").length > 2);
    expect(await job.stop()).toMatchObject({ cause: "stopped" });
    expect(job.read().text.trim().split("\n").filter(isAlive)).toEqual([]);
  });

  it("with an unknown handle fails and lists the known ones", async () => {
    const table = openTable();
    expect(() => table.find("cmd_9")).toThrow(
      "There is no background command 'cmd_9'. There are none.",
    );
    await begin(table, "true");
    await begin(table, "true", {}, "foreground");
    expect(() => table.find("cmd_2")).toThrow("There are: cmd_1.");
  });

  it("counts towards a limit until it has ended", async () => {
    const table = openTable({ maxRunning: 2, maxEnded: 1 });
    const first = await begin(table, "sleep 1000");
    const results = await Promise.allSettled([begin(table, "exit"), begin(table, "sleep 1000")]);
    expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected"]);
    await until(() => table.list().some(({ state }) => state.status === "ended"));
    await (await begin(table, "exit")).ended;
    await until(() => table.list().length === 2);
    await first.stop();
    await until(() => table.list().length === 1);
  });

  it("that can't be started leaves nothing in the table", async () => {
    const table = openTable();
    await expect(begin(table, "x", { program: "no-such-program" })).rejects.toMatchObject({
      code: "command-not-found",
    });
    expect(table.list()).toEqual([]);
  });
});

describe("a foreground command", () => {
  it("ends by its call's signal and by its time limit", async () => {
    const table = openTable();
    const controller = new AbortController();
    const aborted = await begin(table, "sleep 1000", { signal: controller.signal }, "foreground");
    controller.abort();
    expect(await aborted.ended).toMatchObject({ cause: "aborted" });
    const late = await begin(table, "sleep 1000", { timeoutMs: 20 }, "foreground");
    expect(await late.ended).toMatchObject({ cause: "timeout" });
    expect(late.state).toMatchObject({ end: { cause: "timeout" } });
  });

  it("moves to the background and continues without signal, time limit and listener", async () => {
    const table = openTable();
    const controller = new AbortController();
    const heard: string[] = [];
    const job = await begin(
      table,
      "echo before; read; echo after",
      {
        signal: controller.signal,
        timeoutMs: 200,
        keepsInputOpen: true,
        onOutput: (chunk) => void heard.push(Buffer.from(chunk).toString()),
      },
      "foreground",
    );
    await until(() => heard.length > 0);
    expect(table.list()).toEqual([]);
    job.moveToBackground();
    job.moveToBackground();
    controller.abort();
    expect(table.find(job.id)).toBe(job);
    expect(await job.waitFor({ pattern: "never" }, { timeoutMs: 250 })).toEqual({
      outcome: "timeout",
    });
    expect(job.state.status).toBe("running");
    await job.write("\n");
    expect(await job.ended).toMatchObject({ exitCode: 0, cause: "exit" });
    expect(job.read().text).toBe("before\nafter\n");
    expect(heard.join("")).toBe("before\n");
  });

  it("stays in the foreground when the background is full", async () => {
    const table = openTable({ maxRunning: 1 });
    await begin(table, "sleep 1000");
    const job = await begin(table, "sleep 1000", { timeoutMs: 100 }, "foreground");
    expect(() => job.moveToBackground()).toThrow(/cannot run in the background/);
    expect(job.isInBackground).toBe(false);
    expect(await job.ended).toMatchObject({ cause: "timeout" });
  });

  it("is not started with an invalid time limit", async () => {
    await expect(begin(openTable(), "true", { timeoutMs: 0 })).rejects.toMatchObject({
      code: "input-invalid",
    });
  });
});

describe("waiting", () => {
  it("for a pattern returns the line, also one written before or unfinished", async () => {
    const job = await begin(openTable(), "echo Server ready at 1; printf 'Continue? '; sleep 1000");
    const line = { outcome: "ready", line: "Server ready at 1" };
    expect(await job.waitFor({ pattern: "ready at \\d" }, patience)).toEqual(line);
    expect(await job.waitFor({ pattern: "ready at \\d" }, patience)).toEqual(line);
    expect(await job.waitFor({ pattern: "\\? $" }, patience)).toMatchObject({ line: "Continue? " });
    const { cursor } = job.read();
    expect(await job.waitFor({ pattern: "ready", since: cursor }, { timeoutMs: 50 })).toEqual({
      outcome: "timeout",
    });
  });

  it("finds a line that arrives in parts", async () => {
    const job = await begin(
      openTable(),
      "printf list; sleep 0.1; printf ening; sleep 0.1; echo; sleep 1000",
    );
    expect(await job.waitFor({ pattern: "^listening$" }, patience)).toMatchObject({
      outcome: "ready",
    });
  });

  it("sees the last output of a job that ends, and its end", async () => {
    const table = openTable();
    const last = await begin(table, "sleep 0.05; echo last");
    expect(await last.waitFor({ pattern: "last" }, patience)).toMatchObject({ outcome: "ready" });
    const other = await begin(table, "echo other");
    expect(await other.waitFor({ pattern: "last" }, patience)).toEqual({ outcome: "ended" });
    expect(await other.waitFor({ port: 1 }, patience)).toEqual({ outcome: "ended" });
  });

  it("ends at its signal, and with a pattern that takes too long", async () => {
    const job = await begin(openTable(), "printf '%04000d!' 0; sleep 1000");
    const controller = new AbortController();
    const reason = new Error("changed my mind");
    const waiting = job.waitFor({ pattern: "x" }, { ...patience, signal: controller.signal });
    controller.abort(reason);
    await expect(waiting).rejects.toBe(reason);
    await expect(job.waitFor({ pattern: "(0+)+$" }, patience)).rejects.toMatchObject({
      code: "input-invalid",
    });
    await expect(job.waitFor({ port: 70_000 }, patience)).rejects.toMatchObject({
      code: "input-invalid",
    });
  });

  const server = (port: number): string =>
    `"${process.execPath}" -e 'setTimeout(() => require("net").createServer().listen(${port}, "127.0.0.1"), 100)'`;

  it("for a port ends when the job listens on it", async () => {
    const port = await freePort();
    const job = await begin(openTable(), server(port));
    expect(await job.waitFor({ port }, patience)).toEqual({ outcome: "ready" });
  });

  it.runIf(process.platform === "linux")(
    "for a port isn't deceived by another's server (told through /proc, so only on Linux)",
    async () => {
      const other = createServer();
      await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
      onTestFinished(() => void other.close());
      const { port } = other.address() as { port: number };
      const job = await begin(openTable(), "sleep 1000");
      expect(await job.waitFor({ port }, { timeoutMs: 50 })).toEqual({
        outcome: "timeout",
        foreignListener: true,
      });
    },
  );

  it.skipIf(bubblewrapMissing !== null)(
    `for a port sees into the network of a sandbox (skipped without bubblewrap: ${bubblewrapMissing ?? ""})`,
    async () => {
      const sandbox = {
        writablePaths: [temporaryDirectory()],
        readablePaths: [process.execPath],
        network: "off",
      } as const;
      const job = await begin(openTable(), server(4_000), { sandbox });
      expect(await job.waitFor({ port: 4_000 }, patience)).toEqual({ outcome: "ready" });
    },
  );
});

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

describe("the close of a table", () => {
  it("stops all jobs and starts no more", async () => {
    const table = openTable({}, { killGraceMs: 100 });
    const all = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        begin(table, index % 4 === 0 ? "trap '' TERM; echo x; sleep 1000" : "echo x; sleep 1000"),
      ),
    );
    const starting = begin(table, "sleep 1000");
    await table.close();
    expect(all.filter((job) => isAlive(job.processId))).toEqual([]);
    expect((await starting).state.status).not.toBe("running");
    await expect(begin(table, "true")).rejects.toMatchObject({ code: "cancelled" });
  });
});

describe.runIf(process.platform !== "win32")("a command with a terminal of its own", () => {
  const pty = { columns: 40, rows: 10 };

  it("is listed while it runs, in the foreground and background, with the call that started it", async () => {
    const table = openTable();
    const ahead = await table.start(
      {
        title: "read",
        callId: "call-1",
        program: "bash",
        arguments: ["-c", "read line"],
        cwd: "/",
        pty,
      },
      "foreground",
    );
    const behind = await begin(table, "read line", { pty });
    await begin(table, "sleep 100");
    expect(table.terminals().map(({ id, callId }) => [id, callId])).toEqual([
      [ahead.id, "call-1"],
      [behind.id, undefined],
    ]);
    await ahead.write("go\n");
    await ahead.ended;
    await until(() => table.terminals().length === 1);
  });

  it("shows what it has printed and what it prints, and takes a new size", async () => {
    const job = await begin(openTable(), "echo first; read line; stty size; read line", { pty });
    await job.waitFor({ pattern: "first" }, patience);
    let shown = "";
    const leave = job.terminal?.watch((output) => void (shown += Buffer.from(output).toString()));
    expect(shown).toContain("first\r\n");
    job.terminal?.resize({ columns: 90, rows: 20 });
    await job.write("\n");
    await until(() => shown.includes("20 90"));
    expect(job.terminal?.size).toEqual({ columns: 90, rows: 20 });
    leave?.();
    const before = shown;
    await job.write("\n");
    await job.ended;
    expect(shown).toBe(before);
  });

  it("waits for who looks, and goes on without one that fails", async () => {
    const job = await begin(openTable(), "read line; echo one; read line; echo two", { pty });
    const seen: string[] = [];
    job.terminal?.watch(() => {
      seen.push("failed");
      throw new Error("no more");
    });
    const gate = Promise.withResolvers<void>();
    job.terminal?.watch(async (output) => {
      seen.push(Buffer.from(output).toString());
      await gate.promise;
    });
    await job.write("\n");
    await until(() => seen.length >= 2);
    gate.resolve();
    await job.write("\n");
    await job.ended;
    expect(seen.filter((each) => each === "failed")).toHaveLength(1);
    expect(seen.join("")).toContain("two");
  });

  it("refuses an impossible size and keeps the old one", async () => {
    const job = await begin(openTable(), "read line", { pty });
    expect(() => job.terminal?.resize({ columns: 0, rows: 5 })).toThrow(/impossible/);
    expect(job.terminal?.size).toEqual(pty);
  });
});
