import type { ChildProcess } from "node:child_process";
import type { ProcessEnd, ProcessRequest, RunningProcess } from "@toolwright/core";
import { endTree, untilGone } from "../process-tree/end-tree.ts";
import { groupTree, wholeTree } from "../process-tree/process-tree.ts";
import { firstOf } from "./first-of.ts";
import { OutputDelivery } from "./output-delivery.ts";

export interface SupervisedProcessOptions {
  /** Started, with its number. */
  readonly child: ChildProcess & { readonly pid: number };
  readonly request: ProcessRequest;
  /** In the environment of everything that it starts. */
  readonly mark: string;
  readonly killGraceMs: number;
  /** Its group has no members any more, and its number may soon be another's. */
  readonly onGroupGone: () => void;
}

/** For what is just ending by itself after the main process, before it is called left behind. */
const stragglerMs = 250;

/** Longer delays overflow in timers and would fire at once. */
const maxTimerMs = 2_147_483_647;

/** One program from its start until nothing of it is left. */
export class SupervisedProcess implements RunningProcess {
  readonly processId: number;
  readonly ended: Promise<ProcessEnd>;
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
    const { child, request } = options;
    this.#options = options;
    this.processId = child.pid;
    this.#exited = new Promise((resolve) => {
      child.once("exit", (exitCode, signal) => {
        this.#exit = { exitCode, signal };
        resolve();
      });
    });
    this.#output = this.#deliverOutput();
    child.stdin?.on("error", () => {
      // It ended or closed its input without having read all of it, which is its right.
    });
    child.stdin?.end(request.input);
    this.ended = this.#watchLimits(this.#supervise());
    // Nobody has to wait for the end; what failed is told to those who do.
    this.ended.catch(() => undefined);
  }

  stop(): Promise<ProcessEnd> {
    this.#stop("stopped");
    return this.ended;
  }

  /** As `stop`, but what left the group is somebody else's to find. */
  stopGroup(): Promise<ProcessEnd> {
    this.#isGroupOnly = true;
    return this.stop();
  }

  #deliverOutput(): OutputDelivery | null {
    const { child, request } = this.#options;
    const { stdout, stderr } = child;
    if (request.onOutput === undefined || stdout === null || stderr === null) return null;
    return new OutputDelivery({
      streams: { stdout, stderr },
      onOutput: request.onOutput,
      onFailure: (thrown) => {
        this.#failure ??= { thrown };
        this.#stop("stopped");
      },
    });
  }

  #stop(cause: "timeout" | "aborted" | "stopped"): void {
    if (this.#isStopped) return;
    // What has ended by itself meanwhile has not been stopped.
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
    await Promise.race([this.#exited, this.#stopping.promise]);
    const left = this.#exit === null ? await this.#endAll() : await this.#endStragglers();
    this.#options.onGroupGone();
    this.#options.child.stdin?.destroy();
    await this.#output?.finish(() => this.#patienceMs());
    if (this.#failure !== null) throw this.#failure.thrown;
    return { exitCode: null, signal: null, ...this.#exit, cause: this.#cause, ...left };
  }

  /** Stopped: everything of it has to go. */
  async #endAll(): Promise<Pick<ProcessEnd, "unended">> {
    const { mark, killGraceMs } = this.#options;
    const hasExited = (): boolean => this.#exit !== null;
    const tree = this.#isGroupOnly
      ? groupTree(this.processId, hasExited)
      : wholeTree(this.processId, mark, hasExited);
    const unended = await endTree(
      { ...tree, isGone: () => hasExited() && tree.isGone() },
      killGraceMs,
    );
    return unended > 0 ? { unended } : {};
  }

  /** It ended by itself: what it left in its group goes after it. */
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

  /** A receiver that keeps a chunk for ever can't keep a stopped process from being over. */
  #patienceMs(): number {
    return this.#isStopped ? this.#options.killGraceMs : Number.POSITIVE_INFINITY;
  }
}
