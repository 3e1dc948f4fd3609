/** How many ids given by hosts are remembered; older ones are forgotten to bound memory. */
const maxRemembered = 100_000;

/**
 * The call ids of a session. Generated ids (`call-7`) need no memory; the last 100,000 ids given by a host
 * are remembered.
 */
export class CallIds {
  #made = 0;
  readonly #given = new Set<string>();

  make(): string {
    do this.#made += 1;
    while (this.#given.has(`call-${this.#made}`));
    return `call-${this.#made}`;
  }

  /** False when the id was used before. */
  claim(id: string): boolean {
    if (this.has(id)) return false;
    this.#given.add(id);
    if (this.#given.size > maxRemembered) {
      for (const oldest of this.#given) {
        this.#given.delete(oldest);
        break;
      }
    }
    return true;
  }

  has(id: string): boolean {
    return this.#given.has(id) || this.#isMade(id);
  }

  #isMade(id: string): boolean {
    const match = /^call-([1-9]\d{0,15})$/.exec(id);
    return match !== null && Number(match[1]) <= this.#made;
  }
}
