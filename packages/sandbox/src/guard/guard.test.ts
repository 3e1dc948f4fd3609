import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { isAlive, openHost, start, temporaryDirectory, until } from "../fixtures/host-for-test.ts";

const runtime = fileURLToPath(new URL("../fixtures/runtime.ts", import.meta.url));

interface Runtime {
  readonly ended: Promise<unknown[]>;
  kill(signal: NodeJS.Signals): void;
  /** The ids of started processes and their common mark. */
  started(): Promise<{ readonly processes: string[]; readonly mark: string }>;
}

function startRuntime(mode: string): Runtime {
  const child = spawn(process.execPath, ["--conditions=source", "--no-warnings", runtime, mode], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (output += text));
  return {
    ended: once(child, "exit"),
    kill: (signal) => void child.kill(signal),
    async started() {
      await until(() => output.split("\n").length > 5);
      const [mark = "", ...processes] = output.trim().split("\n");
      return { processes, mark };
    },
  };
}

function watchdogs(mark: string): string[] {
  return readdirSync("/proc").filter((id) => {
    try {
      const line = readFileSync(`/proc/${id}/cmdline`, "latin1");
      return line.includes(`toolwright-watchdog\0${mark}`) && isAlive(id);
    } catch {
      return false;
    }
  });
}

describe("the watchdog", () => {
  it("runs from the first start until the close", async () => {
    const host = openHost();
    const started = await start(host, "printenv", ["TOOLWRIGHT_PROCESS"]);
    await started.ended;
    const mark = started.output().replace(/1\.\n$/, "");
    await until(() => watchdogs(mark).length === 1);
    await host.close();
    await until(() => watchdogs(mark).length === 0);
  });
});

it("a killed runtime's mount points are removed, and nothing else", async () => {
  const folder = temporaryDirectory();
  const placed = (name: string): string => {
    const claim = join(folder, name, ".claim");
    mkdirSync(claim, { recursive: true });
    return claim;
  };
  const claims = ["plain", " two  words*", `quote'"$(touch x)\\`, "released", "used"].map(placed);
  writeFileSync(join(folder, "used", "config"), "");
  const script = `
    const { startWatchdog } = await import(${JSON.stringify(new URL("watchdog.ts", import.meta.url).href)});
    const watchdog = startWatchdog("no process has this mark");
    const claims = ${JSON.stringify(claims)};
    watchdog.watchClaims(claims);
    watchdog.unwatchClaims([claims[3]]);
    watchdog.watchClaims(["/", "-rf", ""]);
    setTimeout(() => process.kill(process.pid, "SIGKILL"), 100);`;
  const flags = ["--conditions=source", "--no-warnings", "--input-type=module", "-e"];
  await once(spawn(process.execPath, [...flags, script], { stdio: "ignore" }), "exit");
  // The last one.
  await until(() => readdirSync(join(folder, "used")).length === 1);
  expect(readdirSync(folder).toSorted()).toEqual(["released", "used"]);
  expect(readdirSync(join(folder, "used"))).toEqual(["config"]);
  expect(readdirSync(join(folder, "released"))).toEqual([".claim"]);
});

describe("the end of the runtime", () => {
  it.each([
    ["by process.exit", "exit", null],
    ["by an error that nobody caught", "throw", null],
    ["by SIGTERM", "wait", "SIGTERM"],
    ["by SIGINT", "wait", "SIGINT"],
    ["by SIGKILL, as for lack of memory", "wait", "SIGKILL"],
  ] as const)("%s leaves no process", async (_title, mode, signal) => {
    const child = startRuntime(mode);
    const { processes, mark } = await child.started();
    expect(processes).toHaveLength(4);
    if (signal !== null) {
      expect(processes.every(isAlive)).toBe(true);
      child.kill(signal);
    }
    await child.ended;
    await until(() => !processes.some(isAlive));
    await until(() => watchdogs(mark).length === 0);
  });

  it("needs no close when nothing runs any more", async () => {
    expect(await startRuntime("idle").ended).toEqual([0, null]);
  });

  it("follows a close, which also ends the watchdog", async () => {
    const child = startRuntime("close");
    const { processes, mark } = await child.started();
    expect(await child.ended).toEqual([0, null]);
    expect(processes.filter(isAlive)).toEqual([]);
    await until(() => watchdogs(mark).length === 0);
  });
});
