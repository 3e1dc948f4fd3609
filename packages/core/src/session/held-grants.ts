import { type Grant, isLiveGrant } from "../approval/grant.ts";
import type { GrantStore } from "../ports/grant-store.ts";

/** The grants of one session: its own in memory, and those that are kept in a store. */
export class HeldGrants {
  readonly #store: GrantStore | undefined;
  /** Of those in the list, the ones that the store decides about. */
  readonly #kept: Set<string>;
  #list: readonly Grant[];

  constructor(kept: readonly Grant[], store: GrantStore | undefined) {
    this.#store = store;
    this.#list = kept;
    this.#kept = new Set(kept.map(({ id }) => id));
  }

  get list(): readonly Grant[] {
    return this.#list;
  }

  has(id: string): boolean {
    return this.#list.some((grant) => grant.id === id);
  }

  add(grants: readonly Grant[]): void {
    this.#list = [...this.#list, ...grants];
  }

  /** Errors: what the store throws; the grants hold for the session then. */
  async keep(grants: readonly Grant[]): Promise<void> {
    for (const grant of grants) {
      await this.#store?.add(grant);
      if (this.#store !== undefined) this.#kept.add(grant.id);
    }
  }

  /**
   * Takes in what was kept and revoked elsewhere. What the store has no more is dropped; a grant that was
   * used up meanwhile may come back for a moment, and the store, which decides every use, refuses it.
   *
   * Shapes: returns whether there was anything. Errors: what the store throws; nothing changes then.
   */
  async reload(): Promise<boolean> {
    const before = [...this.#kept];
    const kept = (await this.#store?.list()) ?? [];
    const ids = new Set(kept.map(({ id }) => id));
    // One that this session kept while the list was read isn't gone.
    const gone = before.filter((id) => this.#kept.has(id) && !ids.has(id));
    const added = kept.filter(({ id }) => !this.has(id));
    this.#forget(gone);
    this.add(added);
    for (const { id } of added) this.#kept.add(id);
    return gone.length > 0 || added.length > 0;
  }

  /** False when there is none of this id. */
  async revoke(id: string): Promise<boolean> {
    if (!this.has(id)) return false;
    const isKept = this.#kept.has(id);
    this.#forget([id]);
    if (isKept) await this.#store?.remove(id);
    return true;
  }

  /** Drops what can't cover anything any more. False when there was nothing. */
  dropSpent(nowMs: number): boolean {
    const spent = this.#list.filter((grant) => !isLiveGrant(grant, nowMs)).map(({ id }) => id);
    this.#forget(spent);
    return spent.length > 0;
  }

  /**
   * Takes one use of each, all or none. What the store says is gone is dropped here, too.
   *
   * Shapes: returns the ids that couldn't be used; empty when all were.
   */
  async use(ids: readonly string[], nowMs: number): Promise<readonly string[]> {
    const gone = ids.filter((id) => !this.#isUsable(id, nowMs));
    if (gone.length > 0) {
      this.#forget(gone);
      return gone;
    }
    const kept = ids.filter((id) => this.#kept.has(id));
    // Taken here first: the store may take its time, and another call must not use them meanwhile.
    this.#count(ids, -1);
    if (kept.length === 0) return [];
    const refused = (await this.#store?.use(kept, nowMs)) ?? [];
    if (refused.length > 0) {
      this.#count(ids, 1);
      this.#forget(refused);
      return refused;
    }
    for (const { id, scope } of this.#list) {
      if (kept.includes(id) && (scope === "once" || scope === "session")) this.#kept.delete(id);
    }
    return [];
  }

  #isUsable(id: string, nowMs: number): boolean {
    const grant = this.#list.find((known) => known.id === id);
    return grant !== undefined && isLiveGrant(grant, nowMs);
  }

  #count(ids: readonly string[], change: number): void {
    this.#list = this.#list.map((grant) =>
      grant.usesLeft !== undefined && ids.includes(grant.id)
        ? { ...grant, usesLeft: grant.usesLeft + change }
        : grant,
    );
  }

  #forget(ids: readonly string[]): void {
    if (ids.length === 0) return;
    this.#list = this.#list.filter(({ id }) => !ids.includes(id));
    for (const id of ids) this.#kept.delete(id);
  }
}
