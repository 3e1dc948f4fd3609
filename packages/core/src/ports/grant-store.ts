import type { Grant } from "../approval/grant.ts";

/** Where grants are kept that outlive their session, or were given outside of any. */
export interface GrantStore {
  /** All that are kept, also those that have expired. */
  list(): Promise<readonly Grant[]>;
  /** In place of one of the same id, if there is one. */
  add(grant: Grant): Promise<void>;
  /** Revokes it; false when there is none of this id. */
  remove(id: string): Promise<boolean>;
  /**
   * Takes one use of each, all or none, also against other processes. A grant of the scope `once`
   * or `session` goes over to the session that uses it, and isn't kept any longer.
   *
   * Shapes: returns the ids that can't be used, as they were revoked, used up or have expired; empty
   * when all were taken.
   */
  use(ids: readonly string[], nowMs: number): Promise<readonly string[]>;
}
