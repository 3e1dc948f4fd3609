type Tell = (notice: string) => void | Promise<void>;

/** What a person should know while work goes on, a sentence at a time. */
export class Notices {
  readonly #tell: Tell;
  readonly #listeners = new Set<(message: string) => void>();
  #told: Promise<unknown> = Promise.resolve();

  constructor(tell: Tell = (notice) => process.emitWarning(notice, "ToolwrightNotice")) {
    this.#tell = tell;
  }

  /** Arrow functions, as both are handed on. */
  readonly tell = (notice: string): void => {
    this.#told = Promise.all([this.#told, this.#tell(notice)]);
  };

  /** For news of third-party tools: listeners have them instead. */
  readonly tellNews = (notice: string): void => {
    if (this.#listeners.size === 0) this.tell(notice);
    for (const listener of this.#listeners) listener(`${notice}.`);
  };

  /** Returns the way to stop. */
  onNews(listener: (message: string) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Resolves once all were told. */
  async told(): Promise<void> {
    await this.#told;
  }
}
