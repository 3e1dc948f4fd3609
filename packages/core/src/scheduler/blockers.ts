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
  if (!isAncestorWaitedFor(link)) return false;
  const seen = new Set<Link>();
  const waiting = [link];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    const ancestor = findConflict(at, (blocker) => {
      if (seen.has(blocker)) return false;
      seen.add(blocker);
      waiting.push(...awaitedBelow(blocker));
      return isAncestor(blocker, link);
    });
    if (ancestor !== null) return true;
  }
  return false;
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
  if (blocker.isRunning || !isAncestorWaitedFor(link)) return false;
  const seen = new Set([blocker]);
  const reached = [blocker];
  const reach = (other: Link): boolean => {
    if (!seen.has(other)) reached.push(other);
    seen.add(other);
    return false;
  };
  for (let at = reached.pop(); at !== undefined; at = reached.pop()) {
    if (isAncestor(at, link)) return true;
    if (at.isRunning) awaitedBelow(at).forEach(reach);
    else if (at.isAwaited) findConflict(at, reach);
  }
  return false;
}

/** As a rule nobody does, and all questions about ancestors are answered. */
function isAncestorWaitedFor(link: Link): boolean {
  for (let at = link.parent; at !== null; at = at.parent) {
    const ancestor = at;
    if (isLocking(ancestor) && findInLine(ancestor, (other) => waitsFor(other, ancestor)) !== null)
      return true;
  }
  return false;
}

function waitsFor(other: Link, running: Link): boolean {
  return other.isAwaited && isConflict(running, other) && !isAncestor(running, other);
}

/** Nobody ever waits for ancestors that hold nothing, such as calls that only start an agent. */
function hasLockingAncestor(link: Link): boolean {
  for (let at = link.parent; at !== null; at = at.parent) if (isLocking(at)) return true;
  return false;
}

function isLocking({ footprint }: Link): boolean {
  return footprint?.extent !== "nothing";
}

/** The first acceptable one of those that the link must not overtake or run beside. */
function findConflict(link: Link, accept: (other: Link) => boolean): Link | null {
  if (!isLocking(link)) return null;
  return findInLine(
    link,
    // A call's claims don't count against the calls it makes.
    (other) => isConflict(other, link) && !isAncestor(other, link) && accept(other),
    (later) => later.isRunning,
  );
}

/** What hasn't claimed yet may turn out to conflict. */
function isConflict(other: Link, { footprint }: Link): boolean {
  return footprint !== null && (other.footprint === null || conflicts(other.footprint, footprint));
}

/** Those before the link, the nearest first; then those behind it. */
function findInLine(
  link: Link,
  accept: (other: Link) => boolean,
  acceptLater: (other: Link) => boolean = () => true,
): Link | null {
  for (let at = link.previous; at !== null; at = at.previous) if (accept(at)) return at;
  for (let at = link.next; at !== null; at = at.next) if (acceptLater(at) && accept(at)) return at;
  return null;
}

function awaitedBelow(link: Link): Link[] {
  const awaited: Link[] = [];
  for (let at = link.next; at !== null && isAncestor(link, at); at = at.next) {
    if (at.isAwaited) awaited.push(at);
  }
  return awaited;
}
