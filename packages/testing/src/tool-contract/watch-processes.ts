import { createRequire, syncBuiltinESMExports } from "node:module";
import type { Environment, Jobs, ProcessHost } from "@toolwright/core";
import type { RunningProcess } from "@toolwright/core/ports";
import { asInfrastructure, asTool, observe, throwIfNoProgramMayStart } from "./observation.ts";

type AnyFunction = (this: unknown, ...values: unknown[]) => unknown;
type SpawnOptions = {
  readonly file?: unknown;
  readonly args?: unknown;
  readonly cwd?: unknown;
  readonly shell?: unknown;
};

const require = createRequire(import.meta.url);

/**
 * Patches `node:child_process` to observe every program that a tool starts directly. All asynchronous
 * functions (`spawn`, `exec`, `execFile`, `fork`) use `ChildProcess.spawn`.
 */
export function watchProcesses(): void {
  const table = require("node:child_process") as Record<string, unknown> & {
    readonly ChildProcess: { readonly prototype: { spawn: AnyFunction } };
  };
  const { prototype } = table.ChildProcess;
  const spawn = prototype.spawn;
  prototype.spawn = function (...values) {
    const { file, args, cwd } = (values[0] ?? {}) as SpawnOptions;
    const words = Array.isArray(args) ? args.map(String) : [String(file)];
    note("child_process.spawn", [String(file), ...words.slice(1)], cwd);
    return Reflect.apply(spawn, this, values);
  };
  wrap("spawnSync", argumentVector);
  wrap("execFileSync", argumentVector);
  wrap("execSync", ([command, options]) => shellCall(command, options));
  syncBuiltinESMExports();

  function wrap(name: string, wordsOf: (values: readonly unknown[]) => Started): void {
    const original = table[name] as AnyFunction;
    table[name] = function (this: unknown, ...values: unknown[]) {
      const { words, cwd } = wordsOf(values);
      note(`child_process.${name}`, words, cwd);
      return Reflect.apply(original, this, values);
    };
  }
}

interface Started {
  readonly words: readonly string[];
  readonly cwd: unknown;
}

function argumentVector([program, second, third]: readonly unknown[]): Started {
  const list = Array.isArray(second) ? second.map(String) : [];
  const options = (Array.isArray(second) ? third : (third ?? second)) as SpawnOptions | undefined;
  const words = [String(program), ...list];
  const { cwd, shell = false } = options ?? {};
  return shell === false ? { words, cwd } : shellCall(words.join(" "), options);
}

function shellCall(command: unknown, options: unknown): Started {
  const { shell, cwd } = (options ?? {}) as SpawnOptions;
  return { words: [typeof shell === "string" ? shell : "/bin/sh", "-c", String(command)], cwd };
}

function note(via: string, words: readonly string[], cwd: unknown): void {
  const place = typeof cwd === "string" ? cwd : process.cwd();
  const program = words[0] ?? "";
  observe({ type: "run", program, words, cwd: place, via });
  throwIfNoProgramMayStart(program);
}

/** A process host that records requests as runs of the tool; its own work does not count. */
export function watchProcessHost(host: ProcessHost): ProcessHost {
  return {
    async start(request) {
      const { program, cwd, onOutput } = request;
      const words = [program, ...request.arguments];
      note("processes.start", words, cwd);
      const ownCallback = onOutput === undefined ? {} : { onOutput: asTool(onOutput) };
      const running = await asInfrastructure(() => host.start({ ...request, ...ownCallback }));
      return {
        processId: running.processId,
        ended: running.ended,
        ...(running.input !== undefined && { input: running.input }),
        stop: (): ReturnType<RunningProcess["stop"]> => asInfrastructure(() => running.stop()),
      };
    },
    close: () => asInfrastructure(() => host.close()),
  };
}

/** A job table that records starts as runs of the tool; its own work does not count. */
export function watchJobs(jobs: Jobs): Jobs {
  return {
    async start(request, place) {
      const { program, cwd, onOutput } = request;
      note("jobs.start", [program, ...request.arguments], cwd);
      const ownCallback = onOutput === undefined ? {} : { onOutput: asTool(onOutput) };
      return asInfrastructure(() => jobs.start({ ...request, ...ownCallback }, place));
    },
    find: (id) => jobs.find(id),
    list: () => jobs.list(),
    terminals: () => jobs.terminals(),
    close: () => asInfrastructure(() => jobs.close()),
  };
}

/** An environment whose reads are observed. */
export function watchEnvironment(environment: Environment): Environment {
  return {
    names() {
      observe({ type: "environment", variable: "*", value: false, via: "environment.names" });
      return environment.names();
    },
    get(name) {
      observe({ type: "environment", variable: name, value: true, via: "environment.get" });
      return environment.get(name);
    },
  };
}
