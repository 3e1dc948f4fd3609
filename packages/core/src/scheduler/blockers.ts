import { conflicts, type Footprint } from "../effects/conflict.ts";

/**
 * A ticket as a link of the line. The line is in pre-order: behind a parent come its descendants,
 * then what was reserved after the parent. Every ancestor of a link is in the line and runs.
 */
export interface Link {
  readonly previous: Link | null;
  readonly next: Link | null;
  readonly parent: Link | null;
  /** Null until it has claimed. */
  readonly footprint: Footprint | null;
  readonly isRunning: boolean;
  /** Somebody waits for its turn to come. */
  readonly isAwaited: boolean;
}

/** Who waits, directly or through others, for a link or its ancestors to end. */
export type WaitersFor = (link: Link) => ReadonlySet<Link>;

/**
 * One that holds this link, which has claimed, back: the nearest before it in the line, else one
 * that runs behind it. Null when it may go.
 */
export function findBlocker(link: Link, waitersFor: WaitersFor): Link | null {
  return findConflict(link, (blocker) => !givesWay(blocker, link, waitersFor));
}

/**
 * Whether an earlier place doesn't count, because what holds it waits itself for an ancestor of the
 * link: the ancestor can't end before the link has, so that waiting would be for ever.
 */
export function givesWay(blocker: Link, link: Link, waitersFor: WaitersFor): boolean {
  if (blocker.isRunning || link.parent === null || !hasLockingAncestor(link)) return false;
  return waitersFor(link.parent).has(blocker);
}

/**
 * Whether the link, were it to wait, would wait for itself: for something running that can't end
 * before a call of its own, which waits for an ancestor of the link. Places in the line that are in
 * between don't make a circle: they give way.
 */
export function wouldWaitForItself(link: Link): boolean {
  if (link.parent === null || !hasLockingAncestor(link)) return false;
  const waiters = findWaiters(link.parent, "for what runs");
  return findConflict(link, (blocker) => blocker.isRunning && waiters.has(blocker)) !== null;
}

/**
 * The links that can't end before this one and its ancestors have: who waits for them, who waits
 * for those, and, as a call can't end before its own calls, the ancestors of all these.
 */
export function findWaiters(link: Link, kind: "for anything" | "for what runs"): Set<Link> {
  const ends = [link, ...ancestorsOf(link)];
  const seen = new Set(ends);
  // Grows while it is gone through.
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

/** Nobody ever waits for ancestors that hold nothing, such as calls that only start an agent. */
function hasLockingAncestor(link: Link): boolean {
  for (let at = link.parent; at !== null; at = at.parent) {
    if (at.footprint?.extent !== "nothing") return true;
  }
  return false;
}

/** The first acceptable one of those that the link must not overtake or run beside. */
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

/** The same seen from the other side: all that wait and must not overtake or run beside the link. */
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
    // What hasn't claimed yet may turn out to conflict.
    (other.footprint === null || conflicts(other.footprint, link.footprint)) &&
    // A call's claims don't count against the calls it makes.
    !isAncestor(other, link)
  );
}
