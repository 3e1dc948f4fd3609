/** Measures working time, which stands still while a person is asked, and calls back when a limit is reached. */
export class WorkTimer {
  readonly #limitMs: number;
  readonly #onLimit: () => void;
  #worked = 0;
  #since: number | null = null;
  #questions = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(limitMs: number | undefined, onLimit: () => void) {
    this.#limitMs = limitMs ?? Number.POSITIVE_INFINITY;
    this.#onLimit = onLimit;
    this.#go();
  }

  get workedMs(): number {
    return this.#worked + (this.#since === null ? 0 : performance.now() - this.#since);
  }

  /** A person is asked; several questions may be open at once. */
  askPerson(): void {
    this.#questions += 1;
    if (this.#questions === 1) this.#pause();
  }

  personAnswered(): void {
    this.#questions -= 1;
    if (this.#questions === 0) this.#go();
  }

  stop(): void {
    this.#pause();
    this.#questions = Number.POSITIVE_INFINITY;
  }

  #go(): void {
    this.#since = performance.now();
    const leftMs = this.#limitMs - this.#worked;
    // A longer delay would overflow the timer and fire at once.
    if (leftMs < 2 ** 31) this.#timer = setTimeout(this.#onLimit, leftMs);
  }

  #pause(): void {
    this.#worked = this.workedMs;
    this.#since = null;
    clearTimeout(this.#timer);
  }
}
