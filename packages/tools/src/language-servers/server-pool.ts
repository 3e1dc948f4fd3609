import { type ProcessHost, ToolError } from "@toolwright/core";
import type { LanguageServerUse } from "@toolwright/core/ports";
import { setTimeout as sleep } from "node:timers/promises";
import { keyOf, type ServerProgram } from "./checker.ts";
import { LanguageServer } from "./language-server.ts";
import { SourceTree } from "./source-tree.ts";

const IDLE_MS = 5 * 60_000;
/** After so many crashes in this time a server isn't started again. */
const MAX_CRASHES = 3;
const CRASH_MEMORY_MS = 10 * 60_000;
const FIRST_PAUSE_MS = 250;

export interface ServerPoolOptions {
  readonly processes: ProcessHost;
  /** Real paths. */
  readonly roots: readonly string[];
  /** How long an unused server stays. Default: five minutes. */
  readonly idleMs?: number | undefined;
  /** As `ServerOptions.requestMs`. */
  readonly requestMs?: number | undefined;
}

interface Slot {
  readonly program: ServerProgram;
  tree: SourceTree;
  server: LanguageServer | null;
  starting: Promise<LanguageServer> | null;
  /** Whether it was started in a sandbox before. An approval then holds for all later starts. */
  wasConfined: boolean;
  crashes: number[];
  idle: ReturnType<typeof setTimeout> | undefined;
  /** The last use; uses of a server wait for each other, because they show it different texts. */
  last: Promise<unknown>;
}

/** A running server, for one use at a time. */
export interface ServerTurn {
  readonly server: LanguageServer;
  readonly tree: SourceTree;
}

/** The language servers of a session: each is started once, again after a crash, and stopped when unused. */
export class ServerPool {
  readonly #options: ServerPoolOptions;
  readonly #slots = new Map<string, Slot>();
  readonly #closing = new AbortController();

  constructor(options: ServerPoolOptions) {
    this.#options = options;
  }

  get running(): readonly LanguageServer[] {
    return [...this.#slots.values()].flatMap(({ server }) => (server === null ? [] : [server]));
  }

  /** Whether a use needs no decision: it runs, or a person or rule has decided on it and it is confined. */
  isDecided(program: ServerProgram): boolean {
    const slot = this.#slots.get(keyOf(program));
    return slot !== undefined && (isUp(slot) || slot.wasConfined);
  }

  /**
   * Runs a use once no other use of the server runs, and starts the server if need be.
   *
   * Errors: `tool-not-available` if starting it wasn't decided; those of the server.
   */
  async use<T>(
    program: ServerProgram,
    use: LanguageServerUse,
    work: (turn: ServerTurn) => Promise<T>,
  ): Promise<T> {
    const slot = this.#slotOf(program);
    const server = await this.#serverOf(slot, use);
    const turn = slot.last.then(async () => {
      clearTimeout(slot.idle);
      try {
        return await work({ server, tree: slot.tree });
      } finally {
        this.#stopWhenIdle(slot);
      }
    });
    slot.last = turn.catch(() => {});
    return turn;
  }

  /** Stops all servers. Never rejects. */
  async close(): Promise<void> {
    this.#closing.abort();
    const slots = [...this.#slots.values()];
    await Promise.all(
      slots.map(async (slot) => {
        clearTimeout(slot.idle);
        const server = slot.server ?? (await slot.starting?.catch(() => null));
        await server?.close();
      }),
    );
  }

  #slotOf(program: ServerProgram): Slot {
    const key = keyOf(program);
    const known = this.#slots.get(key);
    if (known !== undefined) return known;
    const slot: Slot = {
      program,
      tree: new SourceTree(program),
      server: null,
      starting: null,
      wasConfined: false,
      crashes: [],
      idle: undefined,
      last: Promise.resolve(),
    };
    this.#slots.set(key, slot);
    return slot;
  }

  async #serverOf(slot: Slot, use: LanguageServerUse): Promise<LanguageServer> {
    if (slot.server !== null && slot.server.fault === null) return slot.server;
    if (slot.starting === null) {
      if (!slot.wasConfined && !use.mayStart(slot.program.run)) throw notDecided(slot.program);
      // The start goes on when this call ends: the next one will want it.
      slot.starting = this.#start(slot, use).finally(() => {
        slot.starting = null;
      });
      slot.starting.catch(() => {});
    }
    return orAborted(slot.starting, use.signal);
  }

  async #start(slot: Slot, use: LanguageServerUse): Promise<LanguageServer> {
    const { program } = slot;
    const { signal } = this.#closing;
    const sandbox = await use.sandbox();
    if (slot.wasConfined && sandbox === null && !use.mayStart(program.run))
      throw notDecided(program);
    await this.#pauseAfterCrash(slot);
    const { processes, roots, requestMs } = this.#options;
    slot.wasConfined = sandbox !== null;
    slot.tree = new SourceTree(program);
    const server = await LanguageServer.start({
      processes,
      program,
      sandbox,
      roots,
      signal,
      requestMs,
    }).catch((thrown: unknown) => {
      slot.crashes.push(Date.now());
      throw thrown;
    });
    slot.server = server;
    void server.over.then(() => {
      if (slot.server !== server) return;
      slot.server = null;
      slot.crashes.push(Date.now());
    });
    this.#stopWhenIdle(slot);
    return server;
  }

  /** Errors: `command-failed` after too many crashes. */
  async #pauseAfterCrash(slot: Slot): Promise<void> {
    slot.crashes = slot.crashes.filter((at) => Date.now() - at < CRASH_MEMORY_MS);
    const { length: count } = slot.crashes;
    if (count >= MAX_CRASHES) {
      throw new ToolError(
        "command-failed",
        `The language server '${slot.program.id}' failed ${count} times, so it isn't started again for some minutes. Check with a command instead.`,
      );
    }
    const pauseMs = count === 0 ? 0 : FIRST_PAUSE_MS * 2 ** count;
    await sleep(pauseMs, undefined, { signal: this.#closing.signal });
  }

  #stopWhenIdle(slot: Slot): void {
    clearTimeout(slot.idle);
    slot.idle = setTimeout(() => {
      const { server } = slot;
      // What is stopped here hasn't crashed.
      slot.server = null;
      void server?.close();
    }, this.#options.idleMs ?? IDLE_MS);
    slot.idle.unref();
  }
}

function isUp({ server, starting }: Slot): boolean {
  return starting !== null || (server !== null && server.fault === null);
}

function notDecided({ id, run }: ServerProgram): ToolError {
  return new ToolError(
    "tool-not-available",
    `The language server '${id}' doesn't run, and starting it (${run.words.join(" ")}) wasn't approved for this call. Try again, or check with a command.`,
  );
}

function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  if (signal.aborted) return Promise.reject(cancelledError());
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(cancelledError());
    signal.addEventListener("abort", abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}

function cancelledError(): ToolError {
  return new ToolError("cancelled", "The request was cancelled.");
}
