import { spawnSync } from "node:child_process";
import { lstatSync, mkdirSync, mkdtempSync, readdirSync, readlinkSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { ProcessHost } from "@toolwright/core";
import type { ProcessRequest } from "@toolwright/core/ports";
import { readTrace, tracedCalls, type TraceEvent } from "./trace.ts";
import { canaryText, type World } from "./world.ts";

/** A process host that reports the actions of the processes it started. */
export interface Watch extends ProcessHost {
  /** The method, for the report. */
  readonly how: "strace" | "snapshots";
  /** Returns the events since the last call. `output`: the text that the commands printed since then. */
  take(output: string): readonly TraceEvent[];
}

/** Watches with strace when it works, otherwise by comparing the files before and after. */
export function watchProcesses(host: ProcessHost, world: World): Watch {
  const works = spawnSync("strace", ["-e", "trace=none", "true"], { stdio: "ignore" }).status === 0;
  return works ? new TracedProcesses(host, world) : compareProcesses(host, world);
}

/** Watches by comparing the files before and after. */
export function compareProcesses(host: ProcessHost, world: World): Watch {
  return new ComparedProcesses(host, world);
}

class TracedProcesses implements Watch {
  readonly how = "strace";
  readonly #host: ProcessHost;
  readonly #world: World;
  readonly #folder: string;
  #count = 0;
  #taken = 0;

  constructor(host: ProcessHost, world: World) {
    this.#host = host;
    this.#world = world;
    this.#folder = mkdtempSync(join(world.folder, "traces-"));
  }

  start(request: ProcessRequest): ReturnType<ProcessHost["start"]> {
    this.#count += 1;
    const prefix = join(this.#folder, `${this.#count}`, "trace");
    const options = ["-ff", "-qqq", "-y", "-s", "4096", "-e", tracedCalls, "-e", "signal=none"];
    const words = [...options, "-o", prefix, "--", request.program, ...request.arguments];
    mkdirSync(join(this.#folder, `${this.#count}`));
    return this.#host.start({ ...request, program: "strace", arguments: words });
  }

  take(): readonly TraceEvent[] {
    const events: TraceEvent[] = [];
    for (; this.#taken < this.#count; this.#taken += 1) {
      const folder = join(this.#folder, `${this.#taken + 1}`);
      events.push(...readTrace(join(folder, "trace"), this.#world.project));
      rmSync(folder, { recursive: true, force: true });
    }
    return events;
  }

  close(): Promise<void> {
    return this.#host.close();
  }
}

/** Sees changed files and printed canaries, but no programs or connections. */
class ComparedProcesses implements Watch {
  readonly how = "snapshots";
  readonly start: ProcessHost["start"];
  readonly close: ProcessHost["close"];
  readonly #world: World;
  #before: ReadonlyMap<string, string>;

  constructor(host: ProcessHost, world: World) {
    this.start = (request) => host.start(request);
    this.close = () => host.close();
    this.#world = world;
    this.#before = factsBelow(world.folder);
  }

  take(output: string): readonly TraceEvent[] {
    const before = this.#before;
    const after = factsBelow(this.#world.folder);
    this.#before = after;
    const paths = [...new Set([...before.keys(), ...after.keys()])];
    const changed = paths.filter((path) => before.get(path) !== after.get(path));
    const [canary = ""] = this.#world.canaries;
    return [
      ...changed.map((target): TraceEvent => ({ kind: "write", target, call: "snapshot" })),
      ...(output.includes(canaryText)
        ? [{ kind: "read", target: canary, call: "output" } as const]
        : []),
    ];
  }
}

function factsBelow(folder: string): ReadonlyMap<string, string> {
  const facts = new Map<string, string>();
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    const path = join(folder, name);
    const status = lstatSync(path, { throwIfNoEntry: false });
    if (status === undefined) continue;
    const end = status.isSymbolicLink() ? readlinkSync(path) : `${status.size} ${status.mtimeMs}`;
    // A directory's time changes with its entries, which are compared themselves.
    facts.set(path, `${status.mode} ${status.isDirectory() ? "" : end}`);
  }
  return facts;
}
