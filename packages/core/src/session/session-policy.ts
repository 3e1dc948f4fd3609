import { type Grant, isLiveGrant } from "../approval/grant.ts";
import type { Policy } from "../policy/policy.ts";
import { type Ancestry, inheritedGrants } from "./child-session.ts";
import type { HeldGrants } from "./held-grants.ts";

export interface SessionPolicyOptions {
  readonly policy: Policy;
  readonly grants: HeldGrants;
  readonly ancestry: Ancestry | null;
  readonly now: () => number;
}

/** The policy of one session, and the grants that people gave to it and to the sessions above it. */
export class SessionPolicy {
  readonly #options: SessionPolicyOptions;
  readonly #listeners = new Set<() => void>();
  #policy: Policy;

  constructor(options: SessionPolicyOptions) {
    this.#options = options;
    this.#policy = options.policy;
  }

  get policy(): Policy {
    return this.#policy;
  }

  set(policy: Policy): void {
    this.#policy = policy;
    this.#changed();
  }

  get grants(): readonly Grant[] {
    const { ancestry, now } = this.#options;
    const inherited = ancestry === null ? [] : inheritedGrants(ancestry);
    const own = this.#options.grants.list;
    const all = inherited.length === 0 ? own : [...inherited, ...own];
    if (all.every(isEndless)) return all;
    const nowMs = now();
    return all.filter((grant) => isLiveGrant(grant, nowMs));
  }

  async add(grants: readonly Grant[], isLasting: boolean): Promise<void> {
    const { ancestry, grants: own } = this.#options;
    // The person's session holds them: they name the agent, outlive it, and can be listed and revoked there.
    if (ancestry !== null) return ancestry.parent.addGrants(grants, isLasting);
    own.add(grants);
    this.#changed();
    if (isLasting) await own.keep(grants);
  }

  /** False when one of the grants was revoked, used up or has expired since. */
  async use(ids: readonly string[]): Promise<boolean> {
    const { ancestry, grants, now } = this.#options;
    const own = ids.filter((id) => grants.has(id));
    const inherited = ids.filter((id) => !own.includes(id));
    const nowMs = now();
    const refused = await grants.use(own, nowMs);
    const isUsed =
      refused.length === 0 &&
      (inherited.length === 0 || (await ancestry?.parent.useGrants(inherited)) === true);
    if (grants.dropSpent(nowMs) || !isUsed) this.#changed();
    return isUsed;
  }

  async reloadGrants(): Promise<boolean> {
    const hasChanged = await this.#options.grants.reload();
    if (hasChanged) this.#changed();
    return hasChanged;
  }

  async revoke(id: string): Promise<boolean> {
    const wasHeld = await this.#options.grants.revoke(id);
    if (wasHeld) this.#changed();
    return wasHeld;
  }

  /** Returns a function that removes the listener. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    const leaveParent = this.#options.ancestry?.parent.onPolicyChange(listener);
    return () => {
      this.#listeners.delete(listener);
      leaveParent?.();
    };
  }

  #changed(): void {
    for (const listener of this.#listeners) listener();
  }
}

function isEndless({ expiresAtMs, usesLeft }: Grant): boolean {
  return expiresAtMs === undefined && usesLeft === undefined;
}
