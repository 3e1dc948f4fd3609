import type { Grant } from "../approval/grant.ts";

/** Stores grants that outlive their session or were given outside any session. */
export interface GrantStore {
  /** All stored grants, including expired ones. */
  list(): Promise<readonly Grant[]>;
  /** Adds a grant, replacing one with the same id. */
  add(grant: Grant): Promise<void>;
  /** Revokes a grant; false when there is none with this id. */
  remove(id: string): Promise<boolean>;
  /**
   * Uses each grant once: all of them or none, atomically even between processes. A `once` or
   * `session` grant moves to the session that uses it and leaves the store.
   *
   * Shapes: returns the ids that can't be used because they were revoked, used up or have expired;
   * empty when all were used.
   */
  use(ids: readonly string[], nowMs: number): Promise<readonly string[]>;
}
