import type { Readable } from "node:stream";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { OutputStream, ProcessRequest } from "@toolwright/core/ports";
import { firstOf } from "./first-of.ts";

type OnOutput = NonNullable<ProcessRequest["onOutput"]>;

export interface OutputDeliveryOptions {
  readonly streams: Readonly<Partial<Record<OutputStream, Readable>>>;
  readonly onOutput: OnOutput;
  /** Whether a chunk's memory may be reused after delivery. */
  readonly reclaimsChunks: boolean;
  /** Called when the callback threw or rejected; nothing is delivered afterwards. */
  readonly onFailure: (thrown: unknown) => void;
}

/** A pipe without writers ends at once; one still open may stay silent for ever. */
const quietMs = 250;

/**
 * More than pipes and sockets hold: a process that writes more after the end is not one of ours.
 */
const maxBytesAfterEnd = 16 * 1024 * 1024;

/**
 * Delivers output chunk by chunk, in order within each stream. While the receiver's promise is pending, that
 * stream is not read, so the program has to wait.
 */
export class OutputDelivery {
  /** Settles once both streams have ended and all was delivered, or the rest was dropped. */
  readonly done: Promise<void>;
  isDone = false;
  readonly #pumps: readonly Pump[];

  constructor({ streams, onOutput, reclaimsChunks, onFailure }: OutputDeliveryOptions) {
    const fail = (thrown: unknown): void => {
      this.cut();
      onFailure(thrown);
    };
    this.#pumps = (["stdout", "stderr"] as const).flatMap((name) => {
      const stream = streams[name];
      if (stream === undefined) return [];
      const deliver = (chunk: Buffer): void | Promise<void> => onOutput(chunk, name);
      return new Pump({ stream, deliver, fail, onTaken: reclaimsChunks ? reclaim : ignore });
    });
    this.done = Promise.all(this.#pumps.map(({ done }) => done)).then(() => {
      this.isDone = true;
    });
  }

  /** Drops everything not yet delivered. */
  cut(): void {
    for (const pump of this.#pumps) pump.cut();
    this.isDone = true;
  }

  /**
   * Waits for `done` after the known writers have ended. A process that left the group may keep a pipe open,
   * so a silent pipe is closed.
   *
   * Shapes: `patienceMs` limits how long a receiver may take for one chunk.
   */
  async finish(patienceMs: () => number): Promise<void> {
    const before = this.#received;
    while (!this.isDone) {
      await firstOf(quietMs, this.done);
      // In a busy process, timers fire before input arrives.
      if (!this.isDone) await nextTurn();
      const held = this.#pumps.filter(({ isHeld }) => isHeld);
      const isSilent = held.length === 0 && this.#pumps.every((pump) => pump.idleMs >= quietMs);
      const isStuck = held.some((pump) => pump.idleMs > patienceMs());
      if (isSilent || isStuck || this.#received - before > maxBytesAfterEnd) this.cut();
    }
  }

  get #received(): number {
    return this.#pumps.reduce((sum, pump) => sum + pump.received, 0);
  }
}

interface PumpOptions {
  readonly stream: Readable;
  readonly deliver: (chunk: Buffer) => void | Promise<void>;
  readonly fail: (thrown: unknown) => void;
  /** Called when the receiver has finished a chunk. */
  readonly onTaken: (chunk: Buffer) => void;
}

class Pump {
  readonly done: Promise<void>;
  received = 0;
  isHeld = false;
  readonly #stream: Readable;
  readonly #deliver: PumpOptions["deliver"];
  readonly #fail: PumpOptions["fail"];
  readonly #onTaken: PumpOptions["onTaken"];
  readonly #queue: Buffer[] = [];
  readonly #settle: () => void;
  #activeAt = performance.now();
  #hasClosed = false;
  #isCut = false;

  constructor({ stream, deliver, fail, onTaken }: PumpOptions) {
    this.#stream = stream;
    this.#deliver = deliver;
    this.#fail = fail;
    this.#onTaken = onTaken;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.done = promise;
    this.#settle = resolve;
    stream.on("data", (chunk: Buffer) => this.#receive(chunk));
    // A broken pipe counts as ended; everything before was delivered.
    stream.on("error", ignore);
    stream.on("close", () => {
      this.#hasClosed = true;
      this.#settleWhenDone();
    });
  }

  /** The time since the last arrival or delivery. */
  get idleMs(): number {
    return performance.now() - this.#activeAt;
  }

  cut(): void {
    this.#isCut = true;
    this.#queue.length = 0;
    this.#stream.destroy();
    this.#settle();
  }

  #receive(chunk: Buffer): void {
    this.received += chunk.length;
    this.#activeAt = performance.now();
    if (this.#isCut) return;
    if (this.isHeld) {
      // Node resumes paused pipes when a process ends.
      this.#queue.push(chunk);
      this.#stream.pause();
      return;
    }
    this.#hand(chunk);
  }

  #hand(chunk: Buffer): void {
    let taken: unknown;
    try {
      taken = this.#deliver(chunk);
    } catch (thrown) {
      this.#fail(thrown);
      return;
    }
    if (!(taken instanceof Object && "then" in taken)) {
      this.#onTaken(chunk);
      return;
    }
    this.isHeld = true;
    this.#stream.pause();
    Promise.resolve(taken).then(() => {
      this.#onTaken(chunk);
      this.#goOn();
    }, this.#fail);
  }

  #goOn(): void {
    this.isHeld = false;
    this.#activeAt = performance.now();
    const next = this.#queue.shift();
    if (next !== undefined) this.#hand(next);
    if (this.isHeld || this.#isCut) return;
    if (this.#queue.length > 0) this.#goOn();
    else if (this.#hasClosed) this.#settleWhenDone();
    else this.#stream.resume();
  }

  #settleWhenDone(): void {
    if (!this.isHeld && this.#queue.length === 0) this.#settle();
  }
}

/** Frees a chunk's memory now, unless it shares it. */
function reclaim({ buffer, byteLength }: Buffer): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}

function ignore(): void {}
