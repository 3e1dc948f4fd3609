/** One thing to be done later; setting it again puts it off. */
export class Alarm {
  #timer: NodeJS.Timeout | null = null;

  get isSet(): boolean {
    return this.#timer !== null;
  }

  set(ms: number, action: () => void): void {
    this.clear();
    this.#timer = setTimeout(() => {
      this.#timer = null;
      action();
    }, ms);
  }

  clear(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }
}
