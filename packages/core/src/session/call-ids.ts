/** Ids of calls that hosts named themselves; older ones are forgotten, so that memory is bounded. */
const maxRemembered = 100_000;

/**
 * The call ids of a session. Made-up ones (`call-7`) cost no memory; of those given by a host the
 * last 100,000 are remembered.
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
    if (this.#given.has(id) || this.#isMade(id)) return false;
    this.#given.add(id);
    if (this.#given.size > maxRemembered) {
      for (const oldest of this.#given) {
        this.#given.delete(oldest);
        break;
      }
    }
    return true;
  }

  #isMade(id: string): boolean {
    const match = /^call-([1-9]\d{0,15})$/.exec(id);
    return match !== null && Number(match[1]) <= this.#made;
  }
}
