/** A timer for one action. Setting it again replaces the action. */
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
