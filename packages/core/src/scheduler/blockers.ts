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

/**
 * One that holds this link, which has claimed, back: the nearest before it in the line, else one
 * that runs behind it. Null when it may go.
 */
export function findBlocker(link: Link): Link | null {
  return findConflict(link, (blocker) => !givesWay(blocker, link));
}

/**
 * Whether a link that `blocker` held back needn't look again after a change elsewhere. Below an
 * ancestor that others may wait for, anybody's change can matter (see `givesWay`).
 */
export function isStillBlocked(link: Link, blocker: Link, changed: Link): boolean {
  return link !== changed && blocker !== changed && !hasLockingAncestor(link);
}

/**
 * Whether the link, were it to wait, would wait for itself: for something running that can't end
 * before a call of its own, which waits for an ancestor of the link, which can't end before the
 * link. What doesn't run has neither calls nor descendants, and gives way.
 */
export function wouldWaitForItself(link: Link): boolean {
  if (!hasLockingAncestor(link)) return false;
  const seen = new Set<Link>();
  const leadsBack = (waiting: Link): boolean =>
    findConflict(waiting, (blocker) => {
      if (seen.has(blocker)) return false;
      seen.add(blocker);
      return isAncestor(blocker, link) || awaitedBelow(blocker).some(leadsBack);
    }) !== null;
  return leadsBack(link);
}

export function isAncestor(link: Link, of: Link): boolean {
  for (let at = of.parent; at !== null; at = at.parent) if (at === link) return true;
  return false;
}

/**
 * Whether an earlier place doesn't count, because what holds it waits itself, directly or through
 * others, for an ancestor of the link: the ancestor can't end before the link has, so that waiting
 * would be for ever.
 */
function givesWay(blocker: Link, link: Link): boolean {
  if (blocker.isRunning || !hasLockingAncestor(link)) return false;
  const seen = new Set<Link>();
  const leadsToAncestor = (at: Link): boolean => {
    if (seen.has(at)) return false;
    seen.add(at);
    if (at.isRunning) return isAncestor(at, link) || awaitedBelow(at).some(leadsToAncestor);
    return at.isAwaited && findConflict(at, leadsToAncestor) !== null;
  };
  return leadsToAncestor(blocker);
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
  const { footprint } = link;
  if (footprint === null || footprint.extent === "nothing") return null;
  const isConflict = (other: Link): boolean =>
    // What hasn't claimed yet may turn out to conflict.
    (other.footprint === null || conflicts(other.footprint, footprint)) &&
    // A call's claims don't count against the calls it makes.
    !isAncestor(other, link) &&
    accept(other);
  for (let at = link.previous; at !== null; at = at.previous) if (isConflict(at)) return at;
  for (let at = link.next; at !== null; at = at.next) {
    if (at.isRunning && isConflict(at)) return at;
  }
  return null;
}

function awaitedBelow(link: Link): Link[] {
  const awaited: Link[] = [];
  for (let at = link.next; at !== null && isAncestor(link, at); at = at.next) {
    if (at.isAwaited) awaited.push(at);
  }
  return awaited;
}
