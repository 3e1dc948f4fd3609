const frameMs = 100;

/** Counts frames while something runs. */
export class Spinner {
  readonly #onFrame: () => void;
  #timer: NodeJS.Timeout | undefined;
  #frame = 0;

  constructor(onFrame: () => void) {
    this.#onFrame = onFrame;
  }

  get frame(): number {
    return this.#frame;
  }

  /** Starts or stops the spinner. */
  turn(isOn: boolean): void {
    if (isOn === (this.#timer !== undefined)) return;
    clearInterval(this.#timer);
    this.#timer = isOn ? setInterval(() => this.#next(), frameMs) : undefined;
  }

  #next(): void {
    this.#frame += 1;
    this.#onFrame();
  }
}
