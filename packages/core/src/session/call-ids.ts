/** How many ids given by hosts are remembered; older ones are forgotten to bound memory. */
const maxRemembered = 100_000;

/**
 * The call ids of a session. Generated ids (`call-7`) need no memory; the last 100,000 ids given by a host
 * are remembered. A session that continues one of another process makes others than that: `call-2-7` after two turns.
 */
export class CallIds {
  #made = 0;
  readonly #prefix: string;
  readonly #given = new Set<string>();

  constructor(earlierTurns: number = 0) {
    this.#prefix = earlierTurns === 0 ? "call-" : `call-${earlierTurns}-`;
  }

  make(): string {
    do this.#made += 1;
    while (this.#given.has(`${this.#prefix}${this.#made}`));
    return `${this.#prefix}${this.#made}`;
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
    if (!id.startsWith(this.#prefix)) return false;
    const number = id.slice(this.#prefix.length);
    return /^[1-9]\d{0,15}$/.test(number) && Number(number) <= this.#made;
  }
}
