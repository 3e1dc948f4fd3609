import { randomBytes } from "node:crypto";
import { type ProcessHost, ToolError } from "@toolwright/core";
import {
  placeIn,
  type ProcessRequest,
  type RunningProcess,
  type View,
} from "@toolwright/core/ports";
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
import { CommandSandbox } from "./command-sandbox.ts";
import { checkDirectory, ProgramFinder } from "./find-program.ts";
import { type Launch, type StartedProgram, startWithPipes } from "./started-program.ts";
import { SupervisedProcess, type SupervisedProcessOptions } from "./supervised-process.ts";

export interface ProcessHostOptions {
  /** The base of programs' environment, before scrubbing. Default: that of this process. */
  readonly environment?: Variables;
  /** The pause between asking a process to end and killing it. Default: 2,000. */
  readonly killGraceMs?: number;
  /** The limit of processes; more are refused with `command-failed`. Default: none. */
  readonly maxProcesses?: number;
  /** The sandbox for requests that need one. Default: the system's, tested when first needed. */
  readonly sandbox?: SandboxBackend;
  /**
   * Records started processes, so that the next host can end those of a runtime that was killed together with
   * its watchdog (`reapLeftovers`). Default: no record.
   */
  readonly stateDirectory?: string;
  /** Of the workspace: commands see them in place of the roots, and nothing else runs unconfined. */
  readonly views?: readonly View[];
}

/** The environment variable that identifies our processes in any group. */
const markVariable = "TOOLWRIGHT_PROCESS";

/**
 * Starts programs without a shell, each as the leader of a process group, and ends them with all their
 * descendants: on request, at a time limit, on an abort, and when this process ends for any reason.
 *
 * Errors: `start` rejects with ToolError `command-not-found`, `file-not-found` (no such `cwd`),
 * `permission-denied` (`cwd` cannot be entered), `input-invalid` (relative `cwd`, null characters, a time
 * limit that is not positive), `command-failed` (`maxProcesses`, system limits, or a required sandbox is
 * unavailable; nothing runs), `cancelled` (closed), and with the reason of an aborted signal. `ended` rejects
 * only with the error of `onOutput`, and with `command-failed` when a sandbox could not be set up and the
 * command never ran.
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
  readonly #views: readonly View[];
  readonly #running = new Set<SupervisedProcess>();
  readonly #groups = new Set<number>();
  /**
   * Marks everything that this host starts; a number and a full stop make it the mark of one process.
   */
  readonly #mark = `${randomBytes(9).toString("base64url")}.`;
  /** The outer marks when this runtime is itself a process of another. */
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
    views = [],
  }: ProcessHostOptions) {
    this.#environment = scrubEnvironment(environment);
    this.#killGraceMs = killGraceMs;
    this.#maxProcesses = maxProcesses;
    this.#sandbox = sandbox;
    this.#stateDirectory = stateDirectory ?? null;
    this.#views = views;
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
    // Without an await before the start, a `close` right after knows of the process.
    if (request.sandbox === undefined && request.pty === undefined) {
      const program = this.#startWithPipes(launch, request, false);
      return this.#supervise(program instanceof Promise ? await program : program, {
        request,
        mark,
        commandSandbox: null,
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

  /** Prepares a sandbox, a terminal or both before the start. */
  async #startPrepared(
    launch: Launch,
    request: ProcessRequest,
    mark: string,
  ): Promise<RunningProcess> {
    const startInTerminal = request.pty === undefined ? null : await this.#loadTerminals();
    const confined = await this.#sandboxed(launch, request);
    try {
      this.#assertMayStart(request);
      if (confined !== null) this.#guard();
      this.#watchdog?.watchClaims(confined?.claims ?? []);
      const program = await this.#startIn(
        startInTerminal,
        confined?.launch ?? launch,
        request,
        confined,
      );
      return this.#supervise(program, {
        request,
        mark,
        commandSandbox: confined?.commandSandbox ?? null,
      });
    } catch (thrown) {
      await confined?.commandSandbox.release();
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
      // Output of a sandboxed command is always read, to detect refusals.
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
    const hasViews = this.#views.length > 0;
    const profile = hasViews ? { ...sandbox, views: this.#views } : sandbox;
    const place = placeIn(this.#views, cwd);
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
      profile,
    );
    const { claims = [] } = command;
    const release = async (): Promise<void> => {
      await command.release();
      this.#watchdog?.unwatchClaims(claims);
    };
    return {
      launch: {
        file: command.program,
        name: command.program,
        arguments: command.arguments,
        cwd: place,
        environment: command.environment,
        descriptor4: command.descriptor4,
      },
      commandSandbox: new CommandSandbox({ ...command, release }, profile, cwd),
      reports: command.reports,
      claims,
    };
  }

  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  #assertMayStart(request: ProcessRequest): void {
    const { cwd, program, signal, timeoutMs } = request;
    if (this.#closed !== null) {
      throw new ToolError(
        "cancelled",
        `'${program}' was not started: all processes are being stopped.`,
      );
    }
    signal?.throwIfAborted();
    if (timeoutMs !== undefined && !(timeoutMs > 0)) {
      throw new ToolError(
        "input-invalid",
        `A time limit of ${timeoutMs} ms is not a positive number.`,
      );
    }
    if (this.#running.size >= this.#maxProcesses) {
      throw new ToolError(
        "command-failed",
        `'${program}' was not started: ${this.#running.size} processes are running, which is the limit. Stop one or wait for it.`,
      );
    }
    if (this.#views.length > 0 && request.sandbox === undefined && request.readsViews !== true) {
      throw new ToolError(
        "command-failed",
        `'${program}' wasn't started: a view stands for a root of the workspace, and only a sandbox keeps commands to it. Install bubblewrap and switch the sandbox on, or work in the workspace itself.`,
        { details: { sandbox: "missing" } },
      );
    }
    checkDirectory(placeIn(this.#views, cwd));
  }

  #supervise(
    program: StartedProgram,
    options: Pick<SupervisedProcessOptions, "request" | "mark" | "commandSandbox">,
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

  /** From the first start on, guards against an end of this process without `close`. */
  #guard(): void {
    this.#watchdog ??= startWatchdog(this.#mark);
    if (this.#stateDirectory !== null && this.#record === null) {
      this.#record = openRecord(this.#stateDirectory, this.#mark);
      // Without cleanup of old processes, the host still works.
      this.#reaped = reapLeftovers(this.#stateDirectory).catch(() => 0);
    }
    this.#leaveExitHook ??= onExit(() => {
      for (const group of this.#groups) groupTree(group, () => false).signal("SIGKILL");
      markedTree(this.#mark).signal("SIGKILL");
    });
  }

  async #close(): Promise<void> {
    if (this.#watchdog === null) return;
    // One search finds all processes that left their groups, also long ago: daemons run until the host is
    // closed.
    const strays = markedTree(this.#mark, this.#groups);
    await Promise.allSettled([
      endTree(strays, this.#killGraceMs),
      ...Array.from(this.#running, (running) => running.stopGroup()),
    ]);
    // Ends processes that left while their groups were ending.
    await endTree(strays, this.#killGraceMs);
    await this.#reaped;
    this.#leaveExitHook?.();
    this.#record?.close();
    this.#watchdog.close();
  }
}

interface Confined {
  readonly launch: Launch;
  readonly commandSandbox: CommandSandbox;
  readonly reports: boolean;
  readonly claims: readonly string[];
}
