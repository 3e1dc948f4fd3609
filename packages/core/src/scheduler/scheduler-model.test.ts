import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { conflicts, type Footprint, footprintOf } from "../effects/conflict.ts";
import { type Effect, read, unknown, write } from "../effects/effect.ts";
import { ToolError } from "../errors.ts";
import { createScheduler, type Ticket } from "./scheduler.ts";

/**
 * The rules of the line said once more, as slowly and plainly as can be: a place is a path of
 * sequence numbers, and who waits for whom is worked out anew from all tickets at every step.
 */
interface Modelled {
  readonly ticket: Ticket;
  /** Sequence numbers from the outermost ancestor to itself. */
  readonly path: readonly number[];
  footprint: Footprint | null;
  state: "reserved" | "claimed" | "waiting" | "running" | "over";
  /** What the scheduler said: its promise was settled. */
  hasSettled: boolean;
}

const isAncestor = (a: Modelled, b: Modelled): boolean =>
  a.path.length < b.path.length && a.path.every((part, index) => part === b.path[index]);
const isRelated = (a: Modelled, b: Modelled): boolean => isAncestor(a, b) || isAncestor(b, a);
const isEarlier = (a: Modelled, b: Modelled): boolean => {
  for (let index = 0; ; index++) {
    const [left, right] = [a.path[index], b.path[index]];
    if (left === undefined) return true;
    if (right === undefined) return false;
    if (left !== right) return left < right;
  }
};
const excludes = (a: Modelled, b: Modelled): boolean =>
  b.footprint !== null &&
  (a.footprint === null ? conflicts(everything, b.footprint) : conflicts(a.footprint, b.footprint));

class Model {
  readonly scheduler = createScheduler();
  live: Modelled[] = [];
  #sequence = 0;

  reserve(parent?: Modelled): Modelled {
    const modelled: Modelled = {
      ticket: this.scheduler.reserve(parent?.ticket),
      path: [...(parent?.path ?? []), this.#sequence++],
      footprint: null,
      state: "reserved",
      hasSettled: false,
    };
    this.live.push(modelled);
    return modelled;
  }

  end(ticket: Modelled, how: "release" | "abandon" = "release"): void {
    ticket.ticket[how]();
    ticket.state = "over";
    this.live = this.live.filter((other) => other !== ticket);
  }

  blockers(of: Modelled): Modelled[] {
    return this.live.filter(
      (other) =>
        other !== of &&
        !isRelated(other, of) &&
        excludes(other, of) &&
        (other.state === "running" || isEarlier(other, of)),
    );
  }

  /** Everything that has to end or move before the ticket can. */
  waitsFor(ticket: Modelled): Modelled[] {
    const reached: Modelled[] = [];
    const visit = (at: Modelled): void => {
      if (reached.includes(at)) return;
      reached.push(at);
      for (const below of this.live) {
        if (below.state === "waiting" && isAncestor(at, below)) visit(below);
      }
      if (at.state === "waiting") for (const blocker of this.blockers(at)) visit(blocker);
    };
    visit(ticket);
    return reached;
  }

  mustWait(ticket: Modelled): boolean {
    return this.blockers(ticket).some(
      (other) =>
        other.state === "running" ||
        !this.waitsFor(other).some((reached) => isAncestor(reached, ticket)),
    );
  }

  /** By running tickets alone: their calls wait for running tickets, whose calls … */
  wouldWaitForItself(ticket: Modelled): boolean {
    const seen: Modelled[] = [];
    const visit = (waiting: Modelled): boolean =>
      this.blockers(waiting).some((blocker) => {
        if (blocker.state !== "running" || seen.includes(blocker)) return false;
        seen.push(blocker);
        return (
          isAncestor(blocker, ticket) ||
          this.live.some(
            (below) => below.state === "waiting" && isAncestor(blocker, below) && visit(below),
          )
        );
      });
    return visit(ticket);
  }

  ready(ticket: Modelled): void {
    const before = ticket.state;
    if (before === "running" || before === "waiting") return;
    const mustWait = this.mustWait(ticket);
    let turn: Promise<void> | undefined;
    try {
      turn = ticket.ticket.ready();
    } catch (thrown) {
      expect(thrown).toBeInstanceOf(ToolError);
      expect(mustWait && this.wouldWaitForItself(ticket)).toBe(true);
      this.end(ticket);
      return;
    }
    if (turn === undefined) {
      expect(mustWait).toBe(false);
      ticket.state = "running";
      return;
    }
    expect(mustWait).toBe(true);
    expect(this.wouldWaitForItself(ticket)).toBe(false);
    ticket.state = "waiting";
    ticket.hasSettled = false;
    turn.then(
      () => (ticket.hasSettled = true),
      () => undefined,
    );
  }

  /** Several may have been let go at once, each as the one before it made possible. */
  #goInSomeOrder(released: readonly Modelled[]): boolean {
    return (
      released.length === 0 ||
      released.some((next) => {
        if (this.mustWait(next)) return false;
        next.state = "running";
        if (this.#goInSomeOrder(released.filter((other) => other !== next))) return true;
        next.state = "waiting";
        return false;
      })
    );
  }

  /** Takes over who was let go, and holds it against the rules. */
  async settle(): Promise<void> {
    for (let turns = 0; turns < 4; turns++) await Promise.resolve();
    const released = this.live.filter(({ state, hasSettled }) => state === "waiting" && hasSettled);
    expect(this.#goInSomeOrder(released), "was let go out of turn").toBe(true);
    for (const ticket of this.live) {
      if (ticket.state === "waiting") expect(this.mustWait(ticket), "was forgotten").toBe(true);
    }
    const runs = this.live.filter(({ state }) => state === "running");
    for (const one of runs) {
      for (const other of runs) {
        const overlap = one !== other && !isRelated(one, other) && excludes(one, other);
        expect(overlap, "two that conflict run at once").toBe(false);
      }
    }
  }
}

const everything = footprintOf([unknown("all")]);
const path = fc.constantFrom("/a", "/b", "/a/c", "/d");
const effect = fc.oneof(
  { weight: 6, arbitrary: path.map((each): Effect => write(each)) },
  { weight: 3, arbitrary: path.map((each): Effect => read(each)) },
  { weight: 1, arbitrary: fc.constant<Effect>(unknown("a command")) },
  { weight: 1, arbitrary: fc.constant<Effect>({ type: "external", server: "s", tool: "t" }) },
);
const footprint = fc.array(effect, { maxLength: 2 }).map(footprintOf);

const index = fc.nat({ max: 30 });
const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant("start" as const), footprint }) },
  { weight: 9, arbitrary: fc.record({ do: fc.constant("call" as const), index, footprint }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("reserve" as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("child" as const), index }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("claim" as const), index, footprint }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("ready" as const), index }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant("release" as const), index }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("abandon" as const), index }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("pause" as const), index }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("reclaim" as const), index, footprint }) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

function pick(from: readonly Modelled[], at: number): Modelled | undefined {
  return from.length === 0 ? undefined : from[at % from.length];
}

function childless(model: Model): Modelled[] {
  return model.live.filter((one) => !model.live.some((other) => isAncestor(one, other)));
}

/** Claims, and asks for the turn when a model is given. */
function claim(ticket: Modelled, claims: Footprint, model?: Model): void {
  ticket.ticket.claim(claims);
  ticket.footprint = claims;
  ticket.state = "claimed";
  model?.ready(ticket);
}

function apply(model: Model, action: Step): void {
  const inState = (...states: Modelled["state"][]): Modelled[] =>
    model.live.filter(({ state }) => states.includes(state));
  switch (action.do) {
    case "start":
      claim(model.reserve(), action.footprint, model);
      return;
    case "call": {
      const parent = pick(inState("running"), action.index);
      if (parent !== undefined) claim(model.reserve(parent), action.footprint, model);
      return;
    }
    case "reserve":
      model.reserve();
      return;
    case "child": {
      const parent = pick(inState("running"), action.index);
      if (parent !== undefined) model.reserve(parent);
      return;
    }
    case "claim": {
      const ticket = pick(inState("reserved"), action.index);
      if (ticket !== undefined) claim(ticket, action.footprint);
      return;
    }
    case "ready": {
      const ticket = pick(inState("claimed"), action.index);
      if (ticket !== undefined) model.ready(ticket);
      return;
    }
    case "release": {
      // A tool that is given up leaves calls of its own behind now and then.
      const ticket = pick(
        action.index % 5 === 0 ? inState("running") : childless(model),
        action.index,
      );
      if (ticket === undefined) return;
      model.end(ticket);
      return;
    }
    case "abandon": {
      const ticket = pick(inState("waiting", "claimed", "reserved"), action.index);
      if (ticket === undefined) return;
      model.end(ticket, "abandon");
      return;
    }
    case "pause": {
      const ticket = pick(
        childless(model).filter(({ state }) => state === "running"),
        action.index,
      );
      if (ticket === undefined) return;
      ticket.ticket.pause();
      ticket.state = "claimed";
      return;
    }
    case "reclaim": {
      const ticket = pick(
        childless(model).filter(({ state }) => state === "claimed" || state === "running"),
        action.index,
      );
      if (ticket === undefined) return;
      ticket.ticket.reclaim(action.footprint);
      ticket.footprint = action.footprint;
      ticket.state = "claimed";
      return;
    }
  }
}

/** All claim and ask; who runs ends as soon as it has no calls of its own left. */
async function runDry(model: Model): Promise<void> {
  for (;;) {
    for (const ticket of model.live) if (ticket.state === "reserved") claim(ticket, everything);
    await model.settle();
    for (const ticket of model.live) {
      if (ticket.state !== "claimed") continue;
      model.ready(ticket);
      await model.settle();
    }
    const done = childless(model).find(({ state }) => state === "running");
    if (done === undefined) break;
    model.end(done);
    await model.settle();
  }
  expect(model.live, "stuck for ever").toEqual([]);
}

describe("any interleaving", () => {
  it("follows the rules at every step, and everything comes to its turn", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 5, maxLength: 60, size: "max" }),
        async (steps) => {
          const model = new Model();
          for (const action of steps) {
            apply(model, action);
            await model.settle();
          }
          await runDry(model);
        },
      ),
      { numRuns: 250 },
    );
  });

  it("without parents no conflicting call ever overtakes an earlier one", async () => {
    const order = fc.array(fc.record({ footprint, claimLate: fc.boolean() }), {
      maxLength: 12,
      size: "max",
    });
    await fc.assert(
      fc.asyncProperty(order, fc.infiniteStream(index), async (calls, choices) => {
        const scheduler = createScheduler();
        const tickets = calls.map(() => scheduler.reserve());
        const started: number[] = [];
        const runs = new Set<number>();
        const start = (at: number): void => {
          for (const other of runs) {
            expect(conflicts(calls[other]!.footprint, calls[at]!.footprint)).toBe(false);
          }
          for (let earlier = 0; earlier < at; earlier++) {
            if (started.includes(earlier)) continue;
            expect(conflicts(calls[earlier]!.footprint, calls[at]!.footprint)).toBe(false);
          }
          started.push(at);
          runs.add(at);
        };
        const claim = (at: number): void => {
          tickets[at]!.claim(calls[at]!.footprint);
          const turn = tickets[at]!.ready();
          if (turn === undefined) start(at);
          else void turn.then(() => start(at));
        };
        calls.forEach(({ claimLate }, at) => claimLate || claim(at));
        calls.forEach(({ claimLate }, at) => claimLate && claim(at));
        for (let left = calls.length; left > 0; left--) {
          await Promise.resolve();
          const running = [...runs];
          const ends = running[choices.next().value! % running.length]!;
          runs.delete(ends);
          tickets[ends]!.release();
        }
        expect(started.toSorted((a, b) => a - b)).toEqual(calls.map((_, at) => at));
      }),
    );
  });
});
