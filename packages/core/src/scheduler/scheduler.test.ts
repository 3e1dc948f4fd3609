import { describe, expect, it } from "vitest";
import { footprintOf } from "../effects/conflict.ts";
import { type Effect, read, unknown, write } from "../effects/effect.ts";
import { ToolError } from "../errors.ts";
import { createScheduler, type Scheduler, type Ticket } from "./scheduler.ts";

const nothing = footprintOf([]);
const barrier = footprintOf([unknown("a command")]);
const reads = (path: string) => footprintOf([read(path)]);
const writes = (path: string) => footprintOf([write(path)]);
const server = (name: string) =>
  footprintOf([{ type: "external", server: name, tool: "x" } satisfies Effect]);

function claimed(scheduler: Scheduler, footprint = nothing, parent?: Ticket): Ticket {
  const ticket = scheduler.reserve(parent);
  ticket.claim(footprint);
  return ticket;
}

function running(scheduler: Scheduler, footprint = nothing, parent?: Ticket): Ticket {
  const ticket = claimed(scheduler, footprint, parent);
  expect(ticket.ready()).toBeUndefined();
  return ticket;
}

/** Asks for its turn; tells whether it has come. Fails when it needn't wait. */
function waiting(ticket: Ticket): { readonly state: () => Promise<"waiting" | "running"> } {
  const turn = ticket.ready();
  expect(turn).toBeInstanceOf(Promise);
  let state: "waiting" | "running" = "waiting";
  turn?.then(
    () => (state = "running"),
    () => undefined,
  );
  return {
    async state() {
      await Promise.resolve();
      await Promise.resolve();
      return state;
    },
  };
}

describe("one after the other", () => {
  it("lets a lone call go at once", () => {
    expect(claimed(createScheduler(), barrier).ready()).toBeUndefined();
  });

  it("lets calls that don't conflict go side by side", () => {
    const scheduler = createScheduler();
    running(scheduler, reads("/a"));
    running(scheduler, reads("/a"));
    running(scheduler, writes("/b"));
  });

  it("keeps a later read behind an earlier write that itself still waits", async () => {
    const scheduler = createScheduler();
    const first = running(scheduler, reads("/a"));
    const second = claimed(scheduler, writes("/a"));
    const third = claimed(scheduler, reads("/a"));
    const write2 = waiting(second);
    const read3 = waiting(third);
    first.release();
    expect(await write2.state()).toBe("running");
    expect(await read3.state()).toBe("waiting");
    second.release();
    expect(await read3.state()).toBe("running");
  });

  it("waits for an earlier call that hasn't claimed yet, unless nothing could conflict", async () => {
    const scheduler = createScheduler();
    const early = scheduler.reserve();
    expect(claimed(scheduler, nothing).ready()).toBeUndefined();
    const late = waiting(claimed(scheduler, writes("/a")));
    expect(await late.state()).toBe("waiting");
    early.claim(writes("/b"));
    expect(await late.state()).toBe("running");
  });

  it("goes by the order of the places, not by who claims or asks first", async () => {
    const scheduler = createScheduler();
    const early = scheduler.reserve();
    const late = waiting(claimed(scheduler, writes("/a")));
    early.claim(writes("/a"));
    expect(early.ready()).toBeUndefined();
    expect(await late.state()).toBe("waiting");
    early.release();
    expect(await late.state()).toBe("running");
  });

  it("lets everything but agents wait behind a barrier", async () => {
    const scheduler = createScheduler();
    const command = running(scheduler, barrier);
    running(scheduler, nothing);
    const late = waiting(claimed(scheduler, reads("/a")));
    expect(await late.state()).toBe("waiting");
    command.release();
    expect(await late.state()).toBe("running");
  });
});

describe("leaving the line", () => {
  it("moves the others up when one is abandoned while it waits", async () => {
    const scheduler = createScheduler();
    const reader = running(scheduler, reads("/a"));
    const writer = claimed(scheduler, writes("/a"));
    const turn = writer.ready();
    const late = waiting(claimed(scheduler, reads("/a")));
    writer.abandon("stop pressed");
    await expect(turn).rejects.toBe("stop pressed");
    expect(await late.state()).toBe("running");
    reader.release();
  });

  it("rejects as cancelled without a reason, and refuses to go on afterwards", async () => {
    const scheduler = createScheduler();
    running(scheduler, barrier);
    const ticket = claimed(scheduler, barrier);
    const turn = ticket.ready();
    ticket.release();
    ticket.release();
    await expect(turn).rejects.toMatchObject({ code: "cancelled" });
    expect(() => ticket.ready()).toThrow(expect.objectContaining({ code: "cancelled" }));
    expect(() => ticket.reclaim(nothing)).toThrow(ToolError);
  });

  it("lets others go when a call ends before it has claimed", async () => {
    const scheduler = createScheduler();
    const never = scheduler.reserve();
    const late = waiting(claimed(scheduler, reads("/a")));
    never.release();
    expect(await late.state()).toBe("running");
  });

  it("keeps nothing of those that left", () => {
    const scheduler = createScheduler();
    const stays = running(scheduler, reads("/a"));
    const first = running(scheduler, nothing);
    let last = first;
    for (let count = 0; count < 1_000; count++) {
      const next = running(scheduler, reads("/b"), last);
      last.release();
      last = next;
    }
    expect(reachable(stays)).toBeLessThan(30);
    expect(reachable(first)).toBeLessThan(30);
  });
});

describe("a person is asked", () => {
  it("holds the place while paused, and goes on at once when nothing came between", async () => {
    const scheduler = createScheduler();
    const asked = running(scheduler, writes("/a"));
    asked.pause();
    const late = waiting(claimed(scheduler, reads("/a")));
    running(scheduler, reads("/b"));
    expect(await late.state()).toBe("waiting");
    expect(asked.ready()).toBeUndefined();
    asked.release();
    expect(await late.state()).toBe("running");
  });

  it("keeps the place of a call whose input was edited, with what it claims now", async () => {
    const scheduler = createScheduler();
    const edited = running(scheduler, writes("/a"));
    const onA = waiting(claimed(scheduler, writes("/a")));
    const onB = claimed(scheduler, writes("/b"));
    edited.reclaim(writes("/b"));
    expect(await onA.state()).toBe("running");
    const behind = waiting(onB);
    expect(edited.ready()).toBeUndefined();
    expect(await behind.state()).toBe("waiting");
    edited.release();
    expect(await behind.state()).toBe("running");
  });

  it("waits for what runs meanwhile, also behind it, when the edited claims conflict", async () => {
    const scheduler = createScheduler();
    const edited = running(scheduler, writes("/a"));
    const later = running(scheduler, writes("/b"));
    edited.reclaim(writes("/b"));
    const turn = waiting(edited);
    expect(await turn.state()).toBe("waiting");
    later.release();
    expect(await turn.state()).toBe("running");
  });

  it("moves a waiting call up when its new claims are free", async () => {
    const scheduler = createScheduler();
    running(scheduler, writes("/a"));
    const edited = claimed(scheduler, writes("/a"));
    const turn = waiting(edited);
    edited.reclaim(writes("/b"));
    expect(await turn.state()).toBe("running");
  });
});

describe("children", () => {
  it("don't wait for their ancestors' claims, nor for what follows those", async () => {
    const scheduler = createScheduler();
    const parent = running(scheduler, barrier);
    const behind = waiting(claimed(scheduler, barrier));
    const child = running(scheduler, barrier, parent);
    const grandchild = running(scheduler, barrier, child);
    grandchild.release();
    child.release();
    expect(await behind.state()).toBe("waiting");
    parent.release();
    expect(await behind.state()).toBe("running");
  });

  it("go before a barrier that waits behind their parent, wait for one that runs", async () => {
    const scheduler = createScheduler();
    const reader = running(scheduler, reads("/a"));
    const parent = running(scheduler, nothing);
    const command = claimed(scheduler, barrier);
    const commandTurn = waiting(command);
    const first = running(scheduler, writes("/b"), parent);
    reader.release();
    expect(await commandTurn.state()).toBe("waiting");
    first.release();
    expect(await commandTurn.state()).toBe("running");
    const second = waiting(claimed(scheduler, writes("/b"), parent));
    expect(await second.state()).toBe("waiting");
    command.release();
    expect(await second.state()).toBe("running");
  });

  it("pass a barrier whose person is being asked; it goes on after them", async () => {
    const scheduler = createScheduler();
    const parent = running(scheduler, nothing);
    const command = running(scheduler, barrier);
    command.pause();
    const child = running(scheduler, writes("/a"), parent);
    const again = waiting(command);
    expect(await again.state()).toBe("waiting");
    child.release();
    expect(await again.state()).toBe("running");
  });

  it("wait for earlier siblings and for what precedes their ancestors", async () => {
    const scheduler = createScheduler();
    const before = running(scheduler, writes("/a"));
    const parent = running(scheduler, nothing);
    const follows = waiting(claimed(scheduler, writes("/a")));
    const elder = claimed(scheduler, reads("/a"), parent);
    const younger = claimed(scheduler, writes("/a"), parent);
    const elderTurn = waiting(elder);
    const youngerTurn = waiting(younger);
    before.release();
    expect(await elderTurn.state()).toBe("running");
    expect(await youngerTurn.state()).toBe("waiting");
    elder.release();
    expect(await youngerTurn.state()).toBe("running");
    expect(await follows.state()).toBe("waiting");
    younger.release();
    expect(await follows.state()).toBe("running");
  });

  it("of a released parent keep their places, later ones take its parent's", async () => {
    const scheduler = createScheduler();
    const grandparent = running(scheduler, nothing);
    const parent = running(scheduler, nothing, grandparent);
    const child = running(scheduler, nothing, parent);
    const sibling = running(scheduler, writes("/a"), parent);
    const last = waiting(claimed(scheduler, writes("/a")));
    const grandchild = scheduler.reserve(child);
    parent.release();
    child.release();
    grandchild.claim(writes("/a"));
    const orphan = claimed(scheduler, writes("/a"), parent);
    const first = waiting(grandchild);
    const second = waiting(orphan);
    expect(await first.state()).toBe("waiting");
    sibling.release();
    expect(await first.state()).toBe("running");
    expect(await second.state()).toBe("waiting");
    grandchild.release();
    expect(await second.state()).toBe("running");
    expect(await last.state()).toBe("waiting");
    orphan.release();
    expect(await last.state()).toBe("running");
  });

  it("don't wait for an earlier place that waits for their ancestor", async () => {
    const scheduler = createScheduler();
    const delegating = running(scheduler, nothing);
    const holder = running(scheduler, writes("/a"));
    // Before `holder` in the line, but it came when `holder` ran already.
    const stuck = claimed(scheduler, footprintOf([write("/a"), write("/b")]), delegating);
    const stuckTurn = waiting(stuck);
    const child = running(scheduler, writes("/b"), holder);
    child.release();
    holder.release();
    expect(await stuckTurn.state()).toBe("running");
  });

  it("don't wait for what waits for a call of another that waits for their ancestor", () => {
    const scheduler = createScheduler();
    const delegating = running(scheduler, nothing);
    const holder = running(scheduler, writes("/a"));
    const other = running(scheduler, writes("/c"));
    waiting(claimed(scheduler, writes("/a"), other));
    waiting(claimed(scheduler, footprintOf([write("/b"), write("/c")]), delegating));
    running(scheduler, writes("/b"), holder);
  });

  it("are let go when what they wait for comes to wait for their ancestor", async () => {
    const scheduler = createScheduler();
    const first = running(scheduler, server("x"));
    const delegating = running(scheduler, nothing);
    const holder = running(scheduler, writes("/a"));
    const early = claimed(scheduler, writes("/b"), delegating);
    const child = waiting(claimed(scheduler, writes("/b"), holder));
    expect(await child.state()).toBe("waiting");
    early.reclaim(footprintOf([write("/a"), write("/b")]));
    expect(await child.state()).toBe("waiting");
    const earlyTurn = waiting(early);
    expect(await child.state()).toBe("running");
    expect(await earlyTurn.state()).toBe("waiting");
    first.release();
  });

  it("of two lock holders that want each other's locks are told, the second at once", async () => {
    const scheduler = createScheduler();
    const one = running(scheduler, writes("/a"));
    const other = running(scheduler, writes("/b"));
    const first = waiting(claimed(scheduler, writes("/b"), one));
    const second = claimed(scheduler, writes("/a"), other);
    expect(() => second.ready()).toThrow(
      expect.objectContaining({
        code: "internal",
        message: expect.stringMatching(/wait for each other/),
      }),
    );
    second.release();
    expect(await first.state()).toBe("waiting");
    other.release();
    expect(await first.state()).toBe("running");
  });

  it("are told by a rejection when an edit makes them wait for each other", async () => {
    const scheduler = createScheduler();
    const one = running(scheduler, writes("/a"));
    const other = running(scheduler, writes("/b"));
    const third = running(scheduler, writes("/c"));
    waiting(claimed(scheduler, writes("/b"), one));
    const edited = claimed(scheduler, writes("/c"), other);
    const turn = edited.ready();
    edited.reclaim(writes("/a"));
    await expect(turn).rejects.toMatchObject({ code: "internal" });
    third.release();
  });
});

describe("misuse", () => {
  it("is told: no claim, two claims, a parent of another scheduler", () => {
    const scheduler = createScheduler();
    const ticket = scheduler.reserve();
    expect(() => ticket.ready()).toThrow(/hasn't claimed/);
    expect(() => ticket.reclaim(nothing)).toThrow(/hasn't claimed/);
    ticket.claim(nothing);
    expect(() => ticket.claim(nothing)).toThrow(/reclaim/);
    expect(() => createScheduler().reserve(ticket)).toThrow(/another scheduler/);
  });

  it("is told: a call made before its parent runs, a change while calls of it are left", () => {
    const scheduler = createScheduler();
    const parent = claimed(scheduler, writes("/a"));
    expect(() => scheduler.reserve(parent)).toThrow(/that runs/);
    expect(parent.ready()).toBeUndefined();
    const child = scheduler.reserve(parent);
    expect(() => parent.pause()).toThrow(/executes/);
    expect(() => parent.reclaim(nothing)).toThrow(/executes/);
    child.release();
    parent.pause();
  });

  it("asking again gives the same answer", () => {
    const scheduler = createScheduler();
    const first = running(scheduler, barrier);
    expect(first.ready()).toBeUndefined();
    const second = claimed(scheduler, barrier);
    expect(second.ready()).toBe(second.ready());
  });
});

/** How many objects can be reached from one. */
function reachable(root: object): number {
  const seen = new Set<object>([root]);
  for (const at of seen) {
    for (const value of Object.values(at)) {
      if (typeof value === "object" && value !== null) seen.add(value);
    }
  }
  return seen.size;
}
