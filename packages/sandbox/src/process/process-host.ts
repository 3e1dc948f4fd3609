import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { randomBytes } from "node:crypto";
import {
  type ProcessHost,
  type ProcessRequest,
  type RunningProcess,
  ToolError,
} from "@toolwright/core";
import {
  overrideEnvironment,
  scrubEnvironment,
  type Variables,
} from "../environment/scrub-environment.ts";
import { onExit } from "../guard/exit-hook.ts";
import { startWatchdog, type Watchdog } from "../guard/watchdog.ts";
import { endTree } from "../process-tree/end-tree.ts";
import { groupTree, markedTree } from "../process-tree/process-tree.ts";
import { checkDirectory, ProgramFinder } from "./find-program.ts";
import { startError } from "./start-error.ts";
import { SupervisedProcess } from "./supervised-process.ts";

export interface ProcessHostOptions {
  /** What programs inherit, once scrubbed; by default that of this process. */
  readonly environment?: Variables;
  /** Between asking a process to end and forcing it. Default: 2,000. */
  readonly killGraceMs?: number;
  /** More at a time are refused with `command-failed`. No limit by default. */
  readonly maxProcesses?: number;
}

/** The variable by which a process is known as ours wherever it went. */
const markVariable = "TOOLWRIGHT_PROCESS";

const isWindows = process.platform === "win32";

/**
 * Starts programs without a shell, each as the leader of a process group, and ends them with all
 * that they started: when asked, at a time limit, when a signal aborts, and when this process ends,
 * however it does.
 *
 * Errors: `start` rejects with ToolError `command-not-found`, `file-not-found` (no such `cwd`),
 * `permission-denied` (a `cwd` that can't be entered), `input-invalid` (relative `cwd`, null
 * characters, a time limit that is no positive number), `command-failed` (`maxProcesses`, or no room
 * in the system), `cancelled` (closed), and with the reason of a signal that was aborted before.
 * `ended` rejects only with what `onOutput` threw.
 */
export function createProcessHost(options: ProcessHostOptions = {}): ProcessHost {
  return new LocalProcessHost(options);
}

class LocalProcessHost implements ProcessHost {
  readonly #environment: Readonly<Record<string, string>>;
  readonly #killGraceMs: number;
  readonly #programs = new ProgramFinder();
  readonly #maxProcesses: number;
  readonly #running = new Set<SupervisedProcess>();
  readonly #groups = new Set<number>();
  /** Of everything that this host starts; a number and a full stop make it one process's. */
  readonly #mark = `${randomBytes(9).toString("base64url")}.`;
  /** When this runtime is itself one of another's processes: theirs come first. */
  readonly #outerMark: string;
  #started = 0;
  #watchdog: Watchdog | null = null;
  #leaveExitHook: (() => void) | null = null;
  #closed: Promise<void> | null = null;

  constructor({
    environment = process.env,
    killGraceMs = 2_000,
    maxProcesses = Number.POSITIVE_INFINITY,
  }: ProcessHostOptions) {
    this.#environment = scrubEnvironment(environment);
    this.#killGraceMs = killGraceMs;
    this.#maxProcesses = maxProcesses;
    const outer = environment[markVariable];
    this.#outerMark = outer === undefined ? "" : `${outer}/`;
  }

  async start(request: ProcessRequest): Promise<RunningProcess> {
    this.#assertMayStart(request);
    const mark = `${this.#mark}${++this.#started}.`;
    const environment = {
      ...(request.environment === undefined
        ? this.#environment
        : overrideEnvironment(this.#environment, request.environment)),
      [markVariable]: this.#outerMark + mark,
    };
    const file = this.#programs.find(request.program, request.cwd, environment);
    this.#guard();
    const child = launch(file, request, environment);
    // Nothing is awaited before a started process is known to `close`.
    if (isStarted(child)) return this.#supervise(child, request, mark);
    const [thrown] = await once(child, "error");
    throw startError(request.program, thrown);
  }

  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  #assertMayStart({ cwd, program, signal, timeoutMs }: ProcessRequest): void {
    if (this.#closed !== null) {
      throw new ToolError("cancelled", `'${program}' wasn't started: everything is being stopped.`);
    }
    signal?.throwIfAborted();
    if (timeoutMs !== undefined && !(timeoutMs > 0)) {
      throw new ToolError(
        "input-invalid",
        `A time limit of ${timeoutMs} ms is no positive number.`,
      );
    }
    if (this.#running.size >= this.#maxProcesses) {
      throw new ToolError(
        "command-failed",
        `'${program}' wasn't started: ${this.#running.size} processes are running, which is the limit. Stop one or wait for it.`,
      );
    }
    checkDirectory(cwd);
  }

  #supervise(child: StartedChild, request: ProcessRequest, mark: string): RunningProcess {
    const group = child.pid;
    this.#groups.add(group);
    this.#watchdog?.watch(group);
    const running = new SupervisedProcess({
      child,
      request,
      mark,
      killGraceMs: this.#killGraceMs,
      onGroupGone: () => {
        this.#groups.delete(group);
        this.#watchdog?.unwatch(group);
      },
    });
    this.#running.add(running);
    const forget = (): boolean => this.#running.delete(running);
    running.ended.then(forget, forget);
    return running;
  }

  /** From the first start on: what to do when this process ends without `close`. */
  #guard(): void {
    this.#watchdog ??= startWatchdog(this.#mark);
    this.#leaveExitHook ??= onExit(() => {
      for (const group of this.#groups) groupTree(group, () => false).signal("SIGKILL");
      markedTree(this.#mark).signal("SIGKILL");
    });
  }

  async #close(): Promise<void> {
    if (this.#watchdog === null) return;
    // One search for all that left their groups, also of those that ended long ago: daemons are let
    // be while the host is open.
    const strays = markedTree(this.#mark, this.#groups);
    await Promise.allSettled([
      endTree(strays, this.#killGraceMs),
      ...Array.from(this.#running, (running) => running.stopGroup()),
    ]);
    // Who left while the groups were ending.
    await endTree(strays, this.#killGraceMs);
    this.#leaveExitHook?.();
    this.#watchdog.close();
  }
}

type StartedChild = ChildProcess & { readonly pid: number };

function launch(
  file: string,
  request: ProcessRequest,
  environment: Readonly<Record<string, string>>,
): ChildProcess {
  const output = request.onOutput === undefined ? "ignore" : "pipe";
  try {
    return spawn(file, request.arguments, {
      argv0: request.program,
      cwd: request.cwd,
      env: environment,
      // Its own group and session, so that it can be ended as a whole and reads no terminal.
      detached: !isWindows,
      windowsHide: true,
      stdio: [request.input === undefined ? "ignore" : "pipe", output, output],
    });
  } catch (thrown) {
    throw startError(request.program, thrown);
  }
}

function isStarted(child: ChildProcess): child is StartedChild {
  return child.pid !== undefined;
}
