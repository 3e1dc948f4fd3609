import type {
  ProcessEnd,
  ProcessInput,
  ProcessRequest,
  RunningProcess,
} from "@toolwright/core/ports";
import { countMarkedSince } from "../process-tree/linux-processes.ts";
import { endTree, untilGone } from "../process-tree/end-tree.ts";
import {
  groupTree,
  namespaceTree,
  type ProcessTree,
  wholeTree,
} from "../process-tree/process-tree.ts";
import type { CommandSandbox } from "./command-sandbox.ts";
import { firstOf } from "./first-of.ts";
import { OutputDelivery } from "./output-delivery.ts";
import type { StartedProgram } from "./started-program.ts";

export interface SupervisedProcessOptions {
  readonly program: StartedProgram;
  readonly request: ProcessRequest;
  /** Null without a sandbox. */
  readonly commandSandbox: CommandSandbox | null;
  /** The mark in the environment of all its processes. */
  readonly mark: string;
  readonly killGraceMs: number;
  /** Called when its group is empty, because its id may soon be reused. */
  readonly onGroupGone: () => void;
}

/** The time for processes that end shortly after the main one, before they count as left behind. */
const stragglerMs = 250;

/** Longer delays overflow in timers and would fire at once. */
const maxTimerMs = 2_147_483_647;

/** One program from its start until all its processes have ended. */
export class SupervisedProcess implements RunningProcess {
  readonly processId: number;
  readonly ended: Promise<ProcessEnd>;
  readonly input?: ProcessInput;
  readonly #options: SupervisedProcessOptions;
  readonly #output: OutputDelivery | null;
  readonly #exited: Promise<void>;
  readonly #stopping = Promise.withResolvers<void>();
  #exit: Pick<ProcessEnd, "exitCode" | "signal"> | null = null;
  #cause: ProcessEnd["cause"] = "exit";
  #isStopped = false;
  #isGroupOnly = false;
  #failure: { readonly thrown: unknown } | null = null;

  constructor(options: SupervisedProcessOptions) {
    const { program, commandSandbox } = options;
    this.#options = options;
    this.processId = program.processId;
    if (program.input !== null) this.input = program.input;
    this.#exited = program.exited.then((exit) => {
      this.#exit = exit;
    });
    this.#output = this.#deliverOutput();
    commandSandbox?.listen(program.report);
    this.ended = this.#watchLimits(this.#supervise());
    // Waiting for the end is optional; a failure reaches those who do.
    this.ended.catch(() => undefined);
  }

  stop(): Promise<ProcessEnd> {
    this.#stop("stopped");
    return this.ended;
  }

  /** Like `stop`, but leaves processes outside the group to the caller. */
  stopGroup(): Promise<ProcessEnd> {
    this.#isGroupOnly = true;
    return this.stop();
  }

  #deliverOutput(): OutputDelivery | null {
    const { program, request, commandSandbox } = this.#options;
    if (Object.keys(program.streams).length === 0) return null;
    const { onOutput = ignore } = request;
    return new OutputDelivery({
      streams: program.streams,
      onOutput(chunk, stream) {
        commandSandbox?.see(chunk);
        return onOutput(chunk, stream);
      },
      reclaimsChunks: request.reclaimsChunks ?? onOutput === ignore,
      onFailure: (thrown) => {
        this.#failure ??= { thrown };
        this.#stop("stopped");
      },
    });
  }

  #stop(cause: "timeout" | "aborted" | "stopped"): void {
    if (this.#isStopped) return;
    // A process that has already ended was not stopped.
    if (this.#exit === null) this.#cause = cause;
    this.#isStopped = true;
    this.#stopping.resolve();
  }

  async #watchLimits(ended: Promise<ProcessEnd>): Promise<ProcessEnd> {
    const { signal, timeoutMs } = this.#options.request;
    const abort = (): void => this.#stop("aborted");
    if (signal?.aborted === true) abort();
    signal?.addEventListener("abort", abort, { once: true });
    const timer =
      timeoutMs === undefined
        ? undefined
        : setTimeout(() => this.#stop("timeout"), Math.min(timeoutMs, maxTimerMs));
    try {
      return await ended;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener("abort", abort);
    }
  }

  async #supervise(): Promise<ProcessEnd> {
    const { program, commandSandbox, onGroupGone } = this.#options;
    try {
      await Promise.race([this.#exited, this.#stopping.promise]);
      const left = this.#exit === null ? await this.#endAll() : await this.#endStragglers();
      onGroupGone();
      program.release();
      await this.#output?.finish(() => this.#patienceMs());
      if (this.#failure !== null) throw this.#failure.thrown;
      const end = {
        exitCode: null,
        signal: null,
        ...this.#exit,
        cause: this.#cause,
        ...left,
        ...this.#countDetached(),
      };
      return commandSandbox === null ? end : await commandSandbox.complete(end);
    } finally {
      await commandSandbox?.release();
    }
  }

  /** After a stop: ends all its processes. */
  async #endAll(): Promise<Pick<ProcessEnd, "unended">> {
    const hasExited = (): boolean => this.#exit !== null;
    const tree = this.#tree(hasExited);
    const unended = await endTree(
      { ...tree, isGone: () => hasExited() && tree.isGone() },
      this.#options.killGraceMs,
    );
    return unended > 0 ? { unended } : {};
  }

  #tree(hasExited: () => boolean): ProcessTree {
    const { mark, commandSandbox } = this.#options;
    if (commandSandbox?.tree === "namespace") return namespaceTree(this.processId, hasExited);
    if (this.#isGroupOnly) return groupTree(this.processId, hasExited);
    return wholeTree(this.processId, mark, hasExited);
  }

  /** After its own end: ends what it left in its group. */
  async #endStragglers(): Promise<Pick<ProcessEnd, "leftBehind" | "unended">> {
    const group = groupTree(this.processId, () => true);
    const since = performance.now();
    if (this.#output?.isDone === false) {
      await firstOf(stragglerMs, this.#output.done, this.#stopping.promise);
    }
    if (group.isGone()) return {};
    const leftMs = since + stragglerMs - performance.now();
    if (!this.#isStopped && (await untilGone(group, leftMs))) return {};
    const leftBehind = group.countLiving();
    if (leftBehind === 0) return {};
    const unended = await endTree(group, this.#options.killGraceMs);
    return unended > 0 ? { leftBehind, unended } : { leftBehind };
  }

  /**
   * Counts processes outside the group. There are none after a stop, or in a sandbox's namespace.
   */
  #countDetached(): Pick<ProcessEnd, "detached"> {
    if (this.#isStopped || this.#options.commandSandbox?.tree === "namespace") return {};
    const detached = countMarkedSince(this.#options.mark, this.processId);
    return detached > 0 ? { detached } : {};
  }

  /** A receiver that never finishes a chunk cannot delay a stopped process's end. */
  #patienceMs(): number {
    return this.#isStopped ? this.#options.killGraceMs : Number.POSITIVE_INFINITY;
  }
}

function ignore(): void {}
