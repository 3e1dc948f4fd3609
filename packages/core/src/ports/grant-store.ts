import type { Grant } from "../approval/grant.ts";

/** Where grants that outlive their session are kept. */
export interface GrantStore {
  list(): Promise<readonly Grant[]>;
  add(grant: Grant): Promise<void>;
}
