import { conflicts, type Footprint } from "../effects/conflict.ts";

/**
 * A ticket as a link in the queue. The queue is in pre-order: a parent, then its descendants, then the
 * tickets reserved after the parent. Every ancestor of a link is in the queue and runs.
 */
export interface Link {
  readonly previous: Link | null;
  readonly next: Link | null;
  readonly parent: Link | null;
  /** Null until the call has claimed. */
  readonly footprint: Footprint | null;
  readonly isRunning: boolean;
  /** Whether a caller waits for its turn. */
  readonly isAwaited: boolean;
}

/** The links that wait, directly or through others, until a link or its ancestors end. */
export type WaitersFor = (link: Link) => ReadonlySet<Link>;

/**
 * A link that blocks this one, which has claimed: the nearest before it in the queue, otherwise a running
 * one after it. Null when this one may run.
 */
export function findBlocker(link: Link, waitersFor: WaitersFor): Link | null {
  return findConflict(link, (blocker) => !givesWay(blocker, link, waitersFor));
}

/**
 * Whether an earlier link doesn't block, because it waits for an ancestor of this link. The ancestor can't
 * end before this link does, so waiting would never end.
 */
export function givesWay(blocker: Link, link: Link, waitersFor: WaitersFor): boolean {
  if (blocker.isRunning || link.parent === null || !hasLockingAncestor(link)) return false;
  return waitersFor(link.parent).has(blocker);
}

/**
 * Whether waiting would be a deadlock: the link would wait for a running call that has a call of its own
 * waiting for an ancestor of the link. Links that only wait cause no deadlock, because they give way.
 */
export function wouldWaitForItself(link: Link): boolean {
  if (link.parent === null || !hasLockingAncestor(link)) return false;
  const waiters = findWaiters(link.parent, "for what runs");
  return findConflict(link, (blocker) => blocker.isRunning && waiters.has(blocker)) !== null;
}

/**
 * The links that can't end before this one and its ancestors: the links that wait for them, directly or
 * through others, and the ancestors of all these, because a call ends after its own calls.
 */
export function findWaiters(link: Link, kind: "for anything" | "for what runs"): Set<Link> {
  const ends = [link, ...ancestorsOf(link)];
  const seen = new Set(ends);
  // Grows during the iteration.
  for (const end of ends) {
    forEachHeldBack(end, (waiter) => {
      for (const at of [waiter, ...ancestorsOf(waiter)]) {
        if (seen.has(at)) continue;
        seen.add(at);
        if (at.isRunning || kind === "for anything") ends.push(at);
      }
    });
  }
  return seen;
}

export function isAncestor(link: Link, of: Link): boolean {
  for (let at = of.parent; at !== null; at = at.parent) if (at === link) return true;
  return false;
}

function ancestorsOf(link: Link): Link[] {
  const ancestors: Link[] = [];
  for (let at = link.parent; at !== null; at = at.parent) ancestors.push(at);
  return ancestors;
}

/** Nothing waits for ancestors without a footprint, such as calls that only start an agent. */
function hasLockingAncestor(link: Link): boolean {
  for (let at = link.parent; at !== null; at = at.parent) {
    if (at.footprint?.extent !== "nothing") return true;
  }
  return false;
}

/** The first accepted link that this one must not overtake or run beside. */
function findConflict(link: Link, accept: (other: Link) => boolean): Link | null {
  if (link.footprint?.extent === "nothing") return null;
  for (let at = link.previous; at !== null; at = at.previous) {
    if (excludes(at, link) && accept(at)) return at;
  }
  for (let at = link.next; at !== null; at = at.next) {
    if (at.isRunning && excludes(at, link) && accept(at)) return at;
  }
  return null;
}

/** The reverse of `findConflict`: visits all waiting links that must not overtake or run beside the link. */
function forEachHeldBack(link: Link, visit: (waiter: Link) => void): void {
  for (let at = link.next; at !== null; at = at.next) {
    if (at.isAwaited && excludes(link, at)) visit(at);
  }
  if (!link.isRunning) return;
  for (let at = link.previous; at !== null; at = at.previous) {
    if (at.isAwaited && excludes(link, at)) visit(at);
  }
}

function excludes(other: Link, link: Link): boolean {
  return (
    link.footprint !== null &&
    // A call that hasn't claimed yet may conflict.
    (other.footprint === null || conflicts(other.footprint, link.footprint)) &&
    // A call's claims don't count against the calls it makes.
    !isAncestor(other, link)
  );
}
