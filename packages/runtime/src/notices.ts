type Tell = (notice: string) => void | Promise<void>;

/** Passes on notices for the user, one sentence each. */
export class Notices {
  readonly #tell: Tell;
  readonly #listeners = new Set<(message: string) => void>();
  #told: Promise<unknown> = Promise.resolve();

  constructor(tell: Tell = (notice) => process.emitWarning(notice, "ToolwrightNotice")) {
    this.#tell = tell;
  }

  /** An arrow function, as it is passed on. */
  readonly tell = (notice: string): void => {
    this.#told = Promise.all([this.#told, this.#tell(notice)]);
  };

  /** For news of third-party tools, which go to listeners if there are any. */
  readonly tellNews = (notice: string): void => {
    if (this.#listeners.size === 0) this.tell(notice);
    for (const listener of this.#listeners) listener(`${notice}.`);
  };

  /** Subscribes to news of third-party tools. Returns a function that unsubscribes. */
  onNews(listener: (message: string) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Resolves once all notices were delivered. */
  async told(): Promise<void> {
    await this.#told;
  }
}
