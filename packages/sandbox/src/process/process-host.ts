import { randomBytes } from "node:crypto";
import { type ProcessHost, ToolError } from "@toolwright/core";
import type { ProcessRequest, RunningProcess } from "@toolwright/core/ports";
import {
  overrideEnvironment,
  withoutPlaces,
  scrubEnvironment,
  type Variables,
} from "../environment/scrub-environment.ts";
import { defaultSandbox } from "../confinement/default-backend.ts";
import { unconfined } from "../confinement/no-sandbox.ts";
import type { SandboxBackend } from "../confinement/sandbox-backend.ts";
import { onExit } from "../guard/exit-hook.ts";
import { openRecord, type ProcessRecord, reapLeftovers } from "../guard/leftovers.ts";
import { startWatchdog, type Watchdog } from "../guard/watchdog.ts";
import { endTree } from "../process-tree/end-tree.ts";
import { groupTree, markedTree } from "../process-tree/process-tree.ts";
import type { StartInTerminal } from "../terminal/start-in-terminal.ts";
import { SandboxFactory } from "./confinement.ts";
import { checkDirectory, ProgramFinder } from "./find-program.ts";
import { type Launch, type StartedProgram, startWithPipes } from "./started-program.ts";
import { SupervisedProcess, type SupervisedProcessOptions } from "./supervised-process.ts";

export interface ProcessHostOptions {
  /** What programs inherit, once scrubbed; by default that of this process. */
  readonly environment?: Variables;
  /** Between asking a process to end and forcing it. Default: 2,000. */
  readonly killGraceMs?: number;
  /** More at a time are refused with `command-failed`. No limit by default. */
  readonly maxProcesses?: number;
  /** What confines requests that ask for it. By default what this system has, tried out when first needed. */
  readonly sandbox?: SandboxBackend;
  /**
   * Where started processes are written down, so that the next host can end those of a runtime that
   * was killed together with its watchdog (`reapLeftovers`). By default nowhere.
   */
  readonly stateDirectory?: string;
}

/** The variable by which a process is known as ours wherever it went. */
const markVariable = "TOOLWRIGHT_PROCESS";

/**
 * Starts programs without a shell, each as the leader of a process group, and ends them with all
 * that they started: when asked, at a time limit, when a signal aborts, and when this process ends,
 * however it does.
 *
 * Errors: `start` rejects with ToolError `command-not-found`, `file-not-found` (no such `cwd`),
 * `permission-denied` (a `cwd` that can't be entered), `input-invalid` (relative `cwd`, null
 * characters, a time limit that is no positive number), `command-failed` (`maxProcesses`, or no room
 * in the system, or no sandbox where one was asked for: then nothing runs), `cancelled` (closed), and
 * with the reason of a signal that was aborted before. `ended` rejects only with what `onOutput` threw,
 * and with `command-failed` when a sandbox couldn't be set up and the command never ran.
 */
export function createProcessHost(options: ProcessHostOptions = {}): ProcessHost {
  return new LocalProcessHost(options);
}

class LocalProcessHost implements ProcessHost {
  readonly #environment: Readonly<Record<string, string>>;
  readonly #killGraceMs: number;
  readonly #programs = new ProgramFinder();
  readonly #maxProcesses: number;
  readonly #sandbox: SandboxBackend;
  readonly #stateDirectory: string | null;
  readonly #running = new Set<SupervisedProcess>();
  readonly #groups = new Set<number>();
  /** Of everything that this host starts; a number and a full stop make it one process's. */
  readonly #mark = `${randomBytes(9).toString("base64url")}.`;
  /** When this runtime is itself one of another's processes: theirs come first. */
  readonly #outerMark: string;
  #started = 0;
  #watchdog: Watchdog | null = null;
  #record: ProcessRecord | null = null;
  #reaped: Promise<unknown> = Promise.resolve();
  #leaveExitHook: (() => void) | null = null;
  #closed: Promise<void> | null = null;

  constructor({
    environment = process.env,
    killGraceMs = 2_000,
    maxProcesses = Number.POSITIVE_INFINITY,
    sandbox = defaultSandbox(environment),
    stateDirectory,
  }: ProcessHostOptions) {
    this.#environment = scrubEnvironment(environment);
    this.#killGraceMs = killGraceMs;
    this.#maxProcesses = maxProcesses;
    this.#sandbox = sandbox;
    this.#stateDirectory = stateDirectory ?? null;
    const outer = environment[markVariable];
    this.#outerMark = outer === undefined ? "" : `${outer}/`;
  }

  async start(request: ProcessRequest): Promise<RunningProcess> {
    this.#assertMayStart(request);
    const mark = `${this.#mark}${++this.#started}.`;
    const environment = {
      ...this.#environmentFor(request),
      [markVariable]: this.#outerMark + mark,
    };
    const file = this.#programs.find(request.program, request.cwd, environment);
    const launch: Launch = {
      file,
      name: request.program,
      arguments: request.arguments,
      cwd: request.cwd,
      environment,
    };
    // What isn't awaited before it is started is known to a `close` that comes right after.
    if (request.sandbox === undefined && request.pty === undefined) {
      const program = this.#startWithPipes(launch, request, false);
      return this.#supervise(program instanceof Promise ? await program : program, {
        request,
        mark,
        sandboxFactory: null,
      });
    }
    return this.#startPrepared(launch, request, mark);
  }

  #environmentFor({
    environment,
    pty,
    untrustedPrograms = [],
  }: ProcessRequest): Readonly<Record<string, string>> {
    const isUsual = environment === undefined && pty === undefined;
    const terminal = pty === undefined ? {} : { TERM: "xterm-256color" };
    const own = isUsual
      ? this.#environment
      : overrideEnvironment(this.#environment, { ...terminal, ...environment });
    return untrustedPrograms.length === 0 ? own : withoutPlaces(own, untrustedPrograms);
  }

  /** In a sandbox, in a terminal, or both: what that takes comes first. */
  async #startPrepared(
    launch: Launch,
    request: ProcessRequest,
    mark: string,
  ): Promise<RunningProcess> {
    const startInTerminal = request.pty === undefined ? null : await this.#loadTerminals();
    const confined = await this.#sandboxed(launch, request);
    try {
      this.#assertMayStart(request);
      const program = await this.#startIn(
        startInTerminal,
        confined?.launch ?? launch,
        request,
        confined,
      );
      return this.#supervise(program, {
        request,
        mark,
        sandboxFactory: confined?.sandboxFactory ?? null,
      });
    } catch (thrown) {
      await confined?.sandboxFactory.release();
      throw thrown;
    }
  }

  async #startIn(
    startInTerminal: StartInTerminal | null,
    launch: Launch,
    request: ProcessRequest,
    confined: Confined | null,
  ): Promise<StartedProgram> {
    if (startInTerminal === null || request.pty === undefined) {
      return this.#startWithPipes(launch, request, confined?.reports ?? false);
    }
    this.#guard();
    return startInTerminal(launch, { size: request.pty, input: request.input });
  }

  #startWithPipes(
    launch: Launch,
    request: ProcessRequest,
    hasReport: boolean,
  ): StartedProgram | Promise<never> {
    this.#guard();
    return startWithPipes(launch, {
      // A confined one is listened to in any case, for what it was refused.
      hasOutput: request.onOutput !== undefined || request.sandbox !== undefined,
      hasReport,
      input: request.input,
      keepsInputOpen: request.keepsInputOpen ?? false,
    });
  }

  async #loadTerminals(): Promise<StartInTerminal> {
    const { loadTerminals } = await import("../terminal/start-in-terminal.ts");
    return loadTerminals();
  }

  async #sandboxed(
    launch: Launch,
    { sandbox, cwd, pty }: ProcessRequest,
  ): Promise<Confined | null> {
    if (sandbox === undefined) return null;
    const available = await this.#sandbox.available();
    if (!available.ok) throw unconfined(available.reason);
    const command = await this.#sandbox.wrap(
      {
        program: launch.file,
        arguments: launch.arguments,
        cwd,
        environment: launch.environment,
        isInTerminal: pty !== undefined,
      },
      sandbox,
    );
    return {
      launch: {
        file: command.program,
        name: command.program,
        arguments: command.arguments,
        cwd,
        environment: command.environment,
        descriptor4: command.descriptor4,
      },
      sandboxFactory: new SandboxFactory(command, sandbox, cwd),
      reports: command.reports,
    };
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

  #supervise(
    program: StartedProgram,
    options: Pick<SupervisedProcessOptions, "request" | "mark" | "sandboxFactory">,
  ): RunningProcess {
    const group = program.processId;
    this.#groups.add(group);
    this.#watchdog?.watch(group);
    this.#record?.add(group);
    const running = new SupervisedProcess({
      program,
      ...options,
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
    if (this.#stateDirectory !== null && this.#record === null) {
      this.#record = openRecord(this.#stateDirectory, this.#mark);
      // Who can't clear up after others can still work.
      this.#reaped = reapLeftovers(this.#stateDirectory).catch(() => 0);
    }
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
    await this.#reaped;
    this.#leaveExitHook?.();
    this.#record?.close();
    this.#watchdog.close();
  }
}

interface Confined {
  readonly launch: Launch;
  readonly sandboxFactory: SandboxFactory;
  readonly reports: boolean;
}
