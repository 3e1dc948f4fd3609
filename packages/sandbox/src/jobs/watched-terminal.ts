import type { JobTerminal, TerminalSize } from "@toolwright/core/ports";
import type { OutputLog } from "./output-log.ts";

type Listener = Parameters<JobTerminal["watch"]>[0];

export interface WatchedTerminalOptions {
  readonly size: TerminalSize;
  /** The output so far. */
  readonly log: OutputLog;
  readonly resize: (size: TerminalSize) => void;
}

/** A program's terminal, and those who look at it. */
export class WatchedTerminal implements JobTerminal {
  size: TerminalSize;
  readonly #options: WatchedTerminalOptions;
  readonly #listeners = new Set<Listener>();

  constructor(options: WatchedTerminalOptions) {
    this.#options = options;
    this.size = options.size;
  }

  resize(size: TerminalSize): void {
    this.#options.resize(size);
    this.size = size;
  }

  watch(listener: Listener): () => void {
    for (const part of keptParts(this.#options.log)) void listener(part);
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Shows a chunk to all. Undefined if nobody looks. Never rejects. */
  show(output: Uint8Array): Promise<unknown> | undefined {
    if (this.#listeners.size === 0) return undefined;
    return Promise.all([...this.#listeners].map((listener) => this.#tell(listener, output)));
  }

  /** The program isn't to suffer from a listener's failure. */
  async #tell(listener: Listener, output: Uint8Array): Promise<void> {
    try {
      await listener(output);
    } catch {
      this.#listeners.delete(listener);
    }
  }
}

/** The beginning and the end of the output. */
function keptParts(log: OutputLog): readonly Uint8Array[] {
  const parts: Uint8Array[] = [];
  for (let offset = 0; ; ) {
    const { bytes, nextOffset, remainingBytes } = log.read(offset, Number.POSITIVE_INFINITY);
    if (bytes.length > 0) parts.push(bytes);
    if (remainingBytes === 0 || nextOffset === offset) return parts;
    offset = nextOffset;
  }
}
