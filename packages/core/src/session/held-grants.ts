import { type Grant, isLiveGrant } from "../approval/grant.ts";
import type { GrantStore } from "../ports/grant-store.ts";

/** The grants of one session: its own in memory, and those from the store. */
export class HeldGrants {
  readonly #store: GrantStore | undefined;
  /** The ids of the listed grants that are in the store. */
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

  /** Errors: errors of the store; the grants then hold only for the session. */
  async keep(grants: readonly Grant[]): Promise<void> {
    for (const grant of grants) {
      await this.#store?.add(grant);
      if (this.#store !== undefined) this.#kept.add(grant.id);
    }
  }

  /**
   * Reads the store again, and adds and drops grants to match it. A grant that was used up meanwhile may
   * reappear for a moment, but the store decides every use and refuses it.
   *
   * Shapes: returns whether anything changed. Errors: errors of the store; nothing changes then.
   */
  async reload(): Promise<boolean> {
    const before = [...this.#kept];
    const kept = (await this.#store?.list()) ?? [];
    const ids = new Set(kept.map(({ id }) => id));
    // A grant that this session stored during the reading isn't gone.
    const gone = before.filter((id) => this.#kept.has(id) && !ids.has(id));
    const added = kept.filter(({ id }) => !this.has(id));
    this.#forget(gone);
    this.add(added);
    for (const { id } of added) this.#kept.add(id);
    return gone.length > 0 || added.length > 0;
  }

  /** False when there is no grant with this id. */
  async revoke(id: string): Promise<boolean> {
    if (!this.has(id)) return false;
    const isKept = this.#kept.has(id);
    this.#forget([id]);
    if (isKept) await this.#store?.remove(id);
    return true;
  }

  /** Drops grants that no longer cover anything. False when there were none. */
  dropSpent(nowMs: number): boolean {
    const spent = this.#list.filter((grant) => !isLiveGrant(grant, nowMs)).map(({ id }) => id);
    this.#forget(spent);
    return spent.length > 0;
  }

  /**
   * Uses each grant once, all or none. Drops grants that the store no longer has.
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
    // Count here first: the store may be slow, and another call must not use them meanwhile.
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
