import { ToolError } from "../errors.ts";
import type { Footprint } from "../effects/conflict.ts";
import {
  findBlocker,
  findWaiters,
  givesWay,
  isAncestor,
  type Link,
  type WaitersFor,
  wouldWaitForItself,
} from "./blockers.ts";

/**
 * A call's place in the queue. It is reserved, then claimed, and then runs from its turn (`ready`) until
 * it is paused, reclaimed or released.
 */
export interface Ticket {
  readonly hasClaimed: boolean;
  /** Sets the most that the call would do; until then, everything after it waits. Once only. */
  claim(footprint: Footprint): void;
  /**
   * Undefined when the call may run at once; otherwise a promise that settles when its turn comes. From
   * then on, conflicting calls wait for it. Calling it again gives the same answer.
   *
   * Errors: throws ToolError `internal`, without waiting, when calls would wait for each other forever;
   * rejects with the reason of `abandon`.
   */
  ready(): Promise<void> | undefined;
  /**
   * Stops running but keeps the place, while a person decides: calls after it still wait, and new calls of a
   * call before it may pass. Call `ready` again before continuing.
   */
  pause(): void;
  /**
   * Replaces the claim after an edit of the input, keeps the place and pauses. Not for a call that executes,
   * because nothing would protect what it still does. Errors: ToolError `internal` when it has calls of its
   * own, the only sign of that here.
   */
  reclaim(footprint: Footprint): void;
  /** Leaves the queue in any state; others move up. Calling it again does nothing. */
  release(): void;
  /**
   * Leaves the queue. An open promise of `ready` rejects with the reason, so that a caller can't run an
   * abandoned call by mistake.
   */
  abandon(reason?: unknown): void;
}

/**
 * Runs calls side by side unless their footprints conflict; conflicting calls run first in, first out.
 *
 * A ticket waits for each earlier one that conflicts or hasn't claimed yet. A child's place is right after
 * its parent and earlier siblings, before everything that follows the parent. The claims of its ancestors
 * don't count against it. It waits for a later ticket only if that one already runs, and not for an earlier
 * one that waits for its ancestor.
 */
export interface Scheduler {
  /**
   * Takes the next place in the queue at once. With a running parent, it takes the last place among the
   * parent's children; if the parent was released, among those of its nearest ancestor that wasn't.
   */
  reserve(parent?: Ticket): Ticket;
}

export function createScheduler(): Scheduler {
  const line = new Line();
  return {
    reserve(parent) {
      const ticket = new PlaceInLine(line, parent === undefined ? null : placeOf(parent, line));
      line.insert(ticket);
      return ticket;
    },
  };
}

function placeOf(ticket: Ticket, line: Line): PlaceInLine | null {
  if (!(ticket instanceof PlaceInLine) || ticket.line !== line) {
    throw new ToolError("internal", "The parent's ticket belongs to another scheduler.");
  }
  let place: PlaceInLine | null = ticket;
  while (place?.isOver) place = place.parent;
  if (place?.isRunning === false) {
    throw new ToolError("internal", "Only a call that runs can make calls.");
  }
  return place;
}

interface Turn {
  readonly promise: Promise<void>;
  readonly resolve: () => void;
  readonly reject: (reason: unknown) => void;
  blocker: Link;
}

class PlaceInLine implements Ticket, Link {
  readonly line: Line;
  parent: PlaceInLine | null;
  previous: PlaceInLine | null = null;
  next: PlaceInLine | null = null;
  footprint: Footprint | null = null;
  isRunning = false;
  isOver = false;
  turn: Turn | null = null;

  constructor(line: Line, parent: PlaceInLine | null) {
    this.line = line;
    this.parent = parent;
  }

  get isAwaited(): boolean {
    return this.turn !== null;
  }

  get hasClaimed(): boolean {
    return this.footprint !== null;
  }

  claim(footprint: Footprint): void {
    this.#assertInLine();
    if (this.hasClaimed) {
      throw new ToolError("internal", "The call has already claimed; use `reclaim` to change it.");
    }
    this.footprint = footprint;
    this.line.letGo(this);
  }

  ready(): Promise<void> | undefined {
    if (this.turn !== null) return this.turn.promise;
    if (this.isRunning) return undefined;
    this.#assertInLine();
    if (this.footprint === null) {
      throw new ToolError("internal", "The call hasn't claimed anything yet.");
    }
    const blocker = findBlocker(this, this.line.waitersFor);
    if (blocker === null) {
      this.go();
      return undefined;
    }
    if (wouldWaitForItself(this)) throw deadlock();
    const turn = openTurn(blocker);
    this.turn = turn;
    this.line.awaited += 1;
    this.line.letGo(this);
    return turn.promise;
  }

  pause(): void {
    this.#assertNotExecuting();
    if (!this.isRunning) return;
    this.isRunning = false;
    this.line.letGo(this);
  }

  reclaim(footprint: Footprint): void {
    this.#assertNotExecuting();
    if (this.footprint === null) {
      throw new ToolError("internal", "The call hasn't claimed anything that could be replaced.");
    }
    this.isRunning = false;
    this.footprint = footprint;
    if (this.turn !== null && wouldWaitForItself(this)) this.giveUp(deadlock());
    this.line.letGo(this);
  }

  release(): void {
    this.abandon();
  }

  abandon(reason?: unknown): void {
    if (this.isOver) return;
    this.isOver = true;
    this.isRunning = false;
    if (this.turn !== null) this.giveUp(reason ?? givenUp());
    this.line.remove(this);
    this.line.letGo(this);
  }

  /** Starts its turn. */
  go(): void {
    this.isRunning = true;
    this.#endTurn()?.resolve();
  }

  giveUp(reason: unknown): void {
    this.#endTurn()?.reject(reason);
  }

  #endTurn(): Turn | null {
    const turn = this.turn;
    if (turn !== null) {
      this.turn = null;
      this.line.awaited -= 1;
    }
    return turn;
  }

  #assertNotExecuting(): void {
    this.#assertInLine();
    if (lastBelow(this) !== this) {
      throw new ToolError("internal", "The call executes: it has calls of its own in the queue.");
    }
  }

  #assertInLine(): void {
    if (this.isOver) {
      throw new ToolError("cancelled", "The call has left the queue: it is over or was abandoned.");
    }
  }
}

/** The places in order, without those that left. */
class Line {
  head: PlaceInLine | null = null;
  tail: PlaceInLine | null = null;
  awaited = 0;
  readonly #waiters = new Map<Link, ReadonlySet<Link>>();

  insert(place: PlaceInLine): void {
    const before = place.parent === null ? this.tail : lastBelow(place.parent);
    place.previous = before;
    place.next = before === null ? this.head : before.next;
    if (before === null) this.head = place;
    else before.next = place;
    if (place.next === null) this.tail = place;
    else place.next.previous = place;
  }

  remove(place: PlaceInLine): void {
    // Its children keep their places and get its parent.
    const end = lastBelow(place).next;
    for (let at = place.next; at !== null && at !== end; at = at.next) {
      if (at.parent === place) at.parent = place.parent;
    }
    const { previous, next } = place;
    if (previous === null) this.head = next;
    else previous.next = next;
    if (next === null) this.tail = previous;
    else next.previous = previous;
    // A ticket that somebody keeps must not keep all later ones in memory.
    place.previous = null;
    place.next = null;
  }

  /**
   * Starts the calls that needn't wait any longer after a change: `changed` left, claimed, paused, or began
   * to wait. One pass in order is enough, because a call that starts never unblocks another.
   */
  letGo(changed: PlaceInLine): void {
    this.#forgetWaiters();
    if (this.awaited === 0) return;
    for (let at = this.head; at !== null; at = at.next) {
      if (at.turn === null) continue;
      const { blocker } = at.turn;
      const isAsBefore = at !== changed && blocker !== changed;
      if (isAsBefore && !givesWay(blocker, at, this.waitersFor)) continue;
      const next = findBlocker(at, this.waitersFor);
      if (next === null) at.go();
      else at.turn.blocker = next;
    }
    // A call that started may be among the remembered waiters.
    this.#forgetWaiters();
  }

  /** Computed once between two changes, for all children of a parent. */
  readonly waitersFor: WaitersFor = (link) => {
    const known = this.#waiters.get(link);
    if (known !== undefined) return known;
    const waiters = findWaiters(link, "for anything");
    this.#waiters.set(link, waiters);
    return waiters;
  };

  #forgetWaiters(): void {
    // Clearing an empty map still allocates a table.
    if (this.#waiters.size > 0) this.#waiters.clear();
  }
}

function lastBelow(parent: PlaceInLine): PlaceInLine {
  let last = parent;
  while (last.next !== null && isAncestor(parent, last.next)) last = last.next;
  return last;
}

function openTurn(blocker: Link): Turn {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  // Avoids an unhandled rejection when nobody awaits the promise.
  promise.catch(() => undefined);
  return { promise, resolve, reject, blocker };
}

function givenUp(): ToolError {
  return new ToolError("cancelled", "The call was abandoned while it waited for its turn.");
}

function deadlock(): ToolError {
  return new ToolError(
    "internal",
    "This call and others would wait for each other forever: each blocks a call of the other. " +
      "Make them one after the other.",
  );
}
