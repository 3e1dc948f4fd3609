import type { Readable } from "node:stream";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { OutputStream, ProcessRequest } from "@toolwright/core/ports";
import { firstOf } from "./first-of.ts";

type OnOutput = NonNullable<ProcessRequest["onOutput"]>;

export interface OutputDeliveryOptions {
  readonly streams: Readonly<Partial<Record<OutputStream, Readable>>>;
  readonly onOutput: OnOutput;
  /** Whether a chunk's memory is free once it was taken. */
  readonly reclaimsChunks: boolean;
  /** The callback threw or rejected: nothing is delivered after that. */
  readonly onFailure: (thrown: unknown) => void;
}

/** A pipe whose writers are all gone is silent at once; one that is still open may be so for ever. */
const quietMs = 250;

/** More than pipes and sockets hold: whoever writes more than that after the end isn't one of ours. */
const maxBytesAfterEnd = 16 * 1024 * 1024;

/**
 * Hands output on chunk by chunk, in the order in which it comes within each stream. While a
 * promise of the receiver is pending that stream isn't read, so that the program itself has to wait.
 */
export class OutputDelivery {
  /** Settles once both streams have ended and all was delivered, or the rest was cut. */
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

  /** Drops what isn't delivered yet. */
  cut(): void {
    for (const pump of this.#pumps) pump.cut();
    this.isDone = true;
  }

  /**
   * Waits for `done` once the writers we know of are gone. Somebody who left them may hold a pipe
   * open: when nothing more comes, it is let go of.
   *
   * Shapes: `patienceMs` is how long a receiver may hold back one chunk before it is given up.
   */
  async finish(patienceMs: () => number): Promise<void> {
    const before = this.#received;
    while (!this.isDone) {
      await firstOf(quietMs, this.done);
      // A process that was busy sees its timers before its input.
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
  /** The receiver is done with a chunk. */
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
    // A broken pipe is an ended one: what came before it has been delivered.
    stream.on("error", ignore);
    stream.on("close", () => {
      this.#hasClosed = true;
      this.#settleWhenDone();
    });
  }

  /** Since something came or was taken. */
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

/** Frees it now, unless it is only a part of some memory. */
function reclaim({ buffer, byteLength }: Buffer): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}

function ignore(): void {}
