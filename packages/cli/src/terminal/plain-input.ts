import { createInterface } from "node:readline";
import { PassThrough } from "node:stream";

/**
 * The lines of a plain terminal. They are read all the time: those that come while a question is open answer it, and all
 * others wait for the prompt, so that none that was typed before answers a question.
 */
export class PlainInput {
  /** The lines that answer questions. */
  readonly answers = new PassThrough();
  readonly #lines: string[] = [];
  readonly #close: () => void;
  #asking = 0;
  #hasEnded = false;
  #wake: () => void = () => {};

  constructor(stdin: NodeJS.ReadStream) {
    const reader = createInterface({ input: stdin, terminal: false });
    reader.on("line", (line) => this.#receive(line));
    reader.once("close", () => this.#end());
    this.#close = () => reader.close();
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /** The next line for the prompt; null at the end of the input, or of the signal. */
  async next(signal: AbortSignal): Promise<string | null> {
    const leave = (): void => this.#wake();
    signal.addEventListener("abort", leave, { once: true });
    try {
      while (this.#lines.length === 0 && !this.#hasEnded && !signal.aborted) {
        await new Promise<void>((resolve) => (this.#wake = resolve));
      }
      return signal.aborted ? null : (this.#lines.shift() ?? null);
    } finally {
      signal.removeEventListener("abort", leave);
    }
  }

  /** Lines answer the question while it is asked. Undefined if there will be no line. */
  async forQuestion<Answer>(ask: () => Promise<Answer>): Promise<Answer | undefined> {
    if (this.#hasEnded) return undefined;
    this.#asking += 1;
    try {
      return await ask();
    } finally {
      this.#asking -= 1;
    }
  }

  close(): void {
    this.#close();
  }

  #receive(line: string): void {
    if (this.#asking > 0) this.answers.write(`${line}\n`);
    else this.#lines.push(line);
    this.#wake();
  }

  #end(): void {
    this.#hasEnded = true;
    this.answers.end();
    this.#wake();
  }
}
