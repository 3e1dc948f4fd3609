import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";

const bin = fileURLToPath(new URL("../packages/cli/bin/toolwright.cjs", import.meta.url));

interface World {
  start(...words: readonly string[]): Run;
  /** A model that answers by these steps. */
  model(...steps: readonly object[]): readonly string[];
}

interface Run {
  readonly child: ChildProcess;
  readonly ended: Promise<{ readonly status: number | null; readonly signal: string | null }>;
  stdout(): string;
  stderr(): string;
  /** Resolves when standard error has this text. */
  said(text: string): Promise<void>;
}

function openWorld(): World {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "interrupted-agent-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const name of ["work", "home", "config/toolwright"]) {
    mkdirSync(join(folder, name), { recursive: true });
  }
  const settings = { rules: [{ allow: "run(*)" }], shell: { sandbox: "off" } };
  writeFileSync(join(folder, "config/toolwright/settings.json"), JSON.stringify(settings));
  const env = {
    PATH: process.env["PATH"] ?? "",
    HOME: join(folder, "home"),
    XDG_CONFIG_HOME: join(folder, "config"),
    XDG_STATE_HOME: join(folder, "state"),
  };
  let models = 0;
  return {
    start(...words) {
      const child = spawn(process.execPath, [bin, "run", ...words], {
        cwd: join(folder, "work"),
        env,
      });
      onTestFinished(() => void child.kill("SIGKILL"));
      child.stdin.end();
      let [stdout, stderr] = ["", ""];
      child.stdout.on("data", (chunk: Buffer) => (stdout += chunk.toString()));
      child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
      return {
        child,
        ended: once(child, "close").then(([status, signal]) => ({
          status: status as number | null,
          signal: signal as string | null,
        })),
        stdout: () => stdout,
        stderr: () => stderr,
        async said(text) {
          while (!stderr.includes(text)) await once(child.stderr, "data");
        },
      };
    },
    model(...steps) {
      models += 1;
      const file = join(folder, `model-${models}.json`);
      writeFileSync(file, JSON.stringify({ steps }));
      return ["--model", `scripted/${file}`];
    },
  };
}

const sleeping = { calls: [{ name: "run_command", input: { command: "sleep 600" } }] };
const resumeLine = /To continue: toolwright run --resume (session-[\w-]+)\n/;

describe.skipIf(process.platform === "win32")("an agent that is interrupted", () => {
  it.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)(
    "by %s ends its commands, exits with 130 and says how to continue",
    async (signal) => {
      const world = openWorld();
      const run = world.start("Sleep.", ...world.model(sleeping));
      await run.said("Run sleep 600");
      run.child.kill(signal);
      expect(await run.ended).toEqual({ status: 130, signal: null });
      const [, id = ""] = resumeLine.exec(run.stderr()) ?? [];
      const more = world.start("--resume", id, ...world.model({ text: "Awake." }));
      expect(await more.ended).toEqual({ status: 0, signal: null });
      expect(more.stdout()).toBe("Awake.\n");
    },
  );

  it("twice ends at once, and goes on all the same", async () => {
    const world = openWorld();
    const stubborn = `trap '' INT TERM HUP; while :; do sleep 600; done`;
    const call = { name: "run_command", input: { command: stubborn } };
    const run = world.start("Sleep.", ...world.model({ calls: [call] }));
    await run.said("Run trap");
    run.child.kill("SIGINT");
    run.child.kill("SIGTERM");
    expect((await run.ended).status).toBe(130);
    const more = world.start("--resume", "last", ...world.model({ text: "Awake." }));
    expect((await more.ended).status).toBe(0);
  });

  it("by a reader that leaves ends cleanly, and goes on", async () => {
    const world = openWorld();
    const run = world.start("Sleep.", "--json", ...world.model(sleeping));
    await once(run.child.stdout ?? run.child, "data");
    run.child.stdout?.destroy();
    await run.said("To continue");
    expect(await run.ended).toEqual({ status: 130, signal: null });
    const more = world.start("--resume", "last", ...world.model({ text: "Awake." }));
    expect((await more.ended).status).toBe(0);
  });

  it("is continued by one process at a time", async () => {
    const world = openWorld();
    const first = world.start("Sleep.", ...world.model(sleeping));
    await first.said("Run sleep 600");
    const second = world.start("--resume", "last", "Go on.", ...world.model({ text: "No." }));
    expect((await second.ended).status).toBe(2);
    expect(second.stderr()).toMatch(/Another process works on the conversation 'session-/);
    first.child.kill("SIGINT");
    await first.ended;
    const [one, two] = [1, 2].map(() =>
      world.start("--resume", "last", ...world.model({ text: "Awake." })),
    );
    const statuses = [(await one?.ended)?.status, (await two?.ended)?.status];
    // One may come after the other has ended, and find an open task or none.
    expect([
      [0, 0],
      [0, 2],
      [2, 0],
    ]).toContainEqual(statuses);
  });
});
