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
 * A call's place in the line: reserved, then claimed, then running from the moment `ready` lets it
 * go until it is paused, reclaimed or released.
 */
export interface Ticket {
  readonly hasClaimed: boolean;
  /** Says what the call would do at most; until then everything behind it waits. Once only. */
  claim(footprint: Footprint): void;
  /**
   * Undefined when the call may go at once; else a promise that settles when its turn has come. It
   * holds off what conflicts from then on. Asked again: the same answer.
   *
   * Errors: throws ToolError `internal`, without waiting, when the call and others would wait for
   * each other for ever; rejects with the reason of `abandon`.
   */
  ready(): Promise<void> | undefined;
  /**
   * Gives the go back and keeps the place, for the time that a person is asked: what is behind
   * still waits, and what a call before it starts may pass. `ready` again before going on.
   */
  pause(): void;
  /**
   * Replaces what was claimed (its input was edited) and keeps the place; pauses it. Not for a call
   * that executes: what it still does would be held by nobody (ToolError `internal` when it has
   * calls of its own, by which alone that can be seen here).
   */
  reclaim(footprint: Footprint): void;
  /** Leaves the line, in whatever state; others move up. Does nothing the second time. */
  release(): void;
  /**
   * Leaves the line. A promise of `ready` that is still open rejects with the reason: a caller who
   * forgets to look can't run a call that was given up.
   */
  abandon(reason?: unknown): void;
}

/**
 * Lets calls run side by side unless their footprints conflict, first in first out among those
 * that do.
 *
 * A ticket waits for each earlier one that conflicts or hasn't claimed yet. The place of a child is
 * directly behind its parent and its earlier siblings, before all that follows the parent; the
 * claims of its ancestors don't count against it. It waits for something behind it in the line only
 * when that runs already, and not for what has an earlier place but waits for its ancestor.
 */
export interface Scheduler {
  /**
   * Takes the next place in the line, at once. With a parent, which runs, the last place among its
   * children; when it has been released, among those of its nearest ancestor that hasn't.
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
      throw new ToolError("internal", "The call has claimed already; a change is a `reclaim`.");
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

  /** Its turn has come. */
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
      throw new ToolError("internal", "The call executes: it has calls of its own in the line.");
    }
  }

  #assertInLine(): void {
    if (this.isOver) {
      throw new ToolError("cancelled", "The call has left the line: it is over or was given up.");
    }
  }
}

/** The places in order; no trace stays of those that left. */
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
    // Its children keep their places, and its ancestors.
    const end = lastBelow(place).next;
    for (let at = place.next; at !== null && at !== end; at = at.next) {
      if (at.parent === place) at.parent = place.parent;
    }
    const { previous, next } = place;
    if (previous === null) this.head = next;
    else previous.next = next;
    if (next === null) this.tail = previous;
    else next.previous = previous;
    // Whoever keeps the ticket must not keep all that came after it.
    place.previous = null;
    place.next = null;
  }

  /**
   * After a change that may be why somebody needn't wait any longer: `changed` left, claimed,
   * paused, or began to wait. In order; one that goes is never why another may.
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
    // Who went was perhaps among them.
    this.#forgetWaiters();
  }

  /** Worked out once between two changes, for all the children of one parent. */
  readonly waitersFor: WaitersFor = (link) => {
    const known = this.#waiters.get(link);
    if (known !== undefined) return known;
    const waiters = findWaiters(link, "for anything");
    this.#waiters.set(link, waiters);
    return waiters;
  };

  #forgetWaiters(): void {
    // Clearing an empty map still makes a new table.
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
  // Whoever awaits it gets the reason; that nobody may isn't an error of the process.
  promise.catch(() => undefined);
  return { promise, resolve, reject, blocker };
}

function givenUp(): ToolError {
  return new ToolError("cancelled", "The call was given up while it waited for its turn.");
}

function deadlock(): ToolError {
  return new ToolError(
    "internal",
    "This call and others would wait for each other for ever: each holds what a call of the other's " +
      "needs. Make them one after the other.",
  );
}
