import type { WorkspaceAccess } from "@toolwright/core";
import { describe, expect, it } from "vitest";
import { checkedContainment } from "../access/checked-containment.ts";
import type { Containment } from "../access/contained-directory.ts";
import { descriptorContainment } from "../access/descriptor-containment.ts";
import { type Fault, faultyContainment } from "../fixtures/faulty-containment.ts";
import { filesAfter, patchRound } from "../fixtures/patch-rounds.ts";
import { openCall } from "../fixtures/temporary-workspace.ts";
import {
  giveRecordsTo,
  recordsIn,
  type TransactionWorld,
  transactionWorld,
} from "../fixtures/transaction-world.ts";
import { filesIn, treeOf } from "../fixtures/tree.ts";
import { workspaceWith } from "../open-workspace.ts";

interface World extends TransactionWorld {
  readonly options: { readonly stateDirectory?: string };
  readonly access: WorkspaceAccess;
}

function openWorld(containment: Containment, hasState: boolean): World {
  const world = transactionWorld();
  const options = hasState ? { stateDirectory: world.stateDirectory } : {};
  return { ...world, options, access: openCall(workspaceWith(containment, [world.root], options)) };
}

const inputOutputError = Object.assign(new Error("EIO: i/o error"), { code: "EIO" });
const fail = (): never => {
  throw inputOutputError;
};

/** One round of changes with a fault after each number of names, until none is hit. */
async function forEachFault(
  containment: Containment,
  { hasState, isLasting }: { readonly hasState: boolean; readonly isLasting: boolean },
  check: (world: World, end: PromiseSettledResult<void>) => void,
): Promise<readonly string[]> {
  const ends: string[] = [];
  for (let left = 0; ; left++) {
    const fault: Fault = { left: Number.POSITIVE_INFINITY, isLasting, happen: fail };
    const world = openWorld(faultyContainment(containment, fault), hasState);
    fault.left = left;
    const [end] = await Promise.allSettled([patchRound(world.access, 1)]);
    check(world, end);
    ends.push(end.status);
    if (fault.left >= 0) return ends;
  }
}

const containments: readonly (readonly [string, Containment])[] = [
  ["by checks", checkedContainment],
  ...(process.platform === "linux" ? [["by descriptors", descriptorContainment] as const] : []),
];

describe.each(containments)("several changes at once, contained %s", (_name, containment) => {
  it.each([true, false])(
    "happen entirely or not at all, whichever system call fails (with records: %s)",
    { timeout: 60_000 },
    async (hasState) => {
      const options = { hasState, isLasting: false };
      const before = treeOf(openWorld(containment, false).root);
      const ends = await forEachFault(containment, options, (world, end) => {
        if (end.status === "rejected") {
          expect(end.reason).toMatchObject({ code: "internal" });
          expect(end.reason.message).toMatch(/^'\S+' could not be changed: the device failed/);
          expect(treeOf(world.root)).toEqual(before);
          expect(recordsIn(world)).toEqual([]);
          return;
        }
        // One backup may be left for the next opening to clean up.
        expect(filesIn(world.root)).toMatchObject(filesAfter(1));
        const left = Object.keys(filesIn(world.root)).length - Object.keys(filesAfter(1)).length;
        expect(left).toBeLessThanOrEqual(1);
        if (hasState) expect(recordsIn(world)).toHaveLength(left);
        giveRecordsTo(world);
        workspaceWith(containment, [world.root], world.options);
        if (hasState) expect(filesIn(world.root)).toEqual(filesAfter(1));
      });
      expect(ends.filter((end) => end === "rejected").length).toBeGreaterThan(20);
      expect(ends.at(-1)).toBe("fulfilled");
    },
  );

  it("are entirely undone or entirely done at the next opening when the disk fails permanently", {
    timeout: 60_000,
  }, async () => {
    const options = { hasState: true, isLasting: true };
    const failures: string[] = [];
    await forEachFault(containment, options, (world, end) => {
      if (end.status === "rejected") failures.push(end.reason.message);
      giveRecordsTo(world);
      workspaceWith(containment, [world.root], world.options);
      expect(filesIn(world.root)).toEqual(filesAfter(end.status === "rejected" ? 0 : 1));
      expect(recordsIn(world)).toEqual([]);
    });
    const stuck = failures.filter((message) => message.includes("The undo is tried again"));
    expect(stuck.length).toBeGreaterThan(5);
  });
});
