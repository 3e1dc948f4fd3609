import { mkdirSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { deletion, write } from "@toolwright/core";
import { describe, expect, it } from "vitest";
import { checkedContainment } from "../access/checked-containment.ts";
import type { Containment } from "../access/contained-directory.ts";
import { descriptorContainment } from "../access/descriptor-containment.ts";
import { type Fault, faultyContainment } from "../fixtures/faulty-containment.ts";
import { undoWorld, type UndoWorld } from "../fixtures/undo-world.ts";
import { workspaceWith } from "../open-workspace.ts";
import { ownIdentity } from "../temporary/process-identity.ts";
import { recordName } from "../transaction/transaction-record.ts";
import { recoverUndo } from "./recover-undo.ts";

const fail = (): never => {
  throw Object.assign(new Error("EIO: i/o error"), { code: "EIO" });
};

/** A call with every kind of change that can be undone. */
async function worldOf(containment: Containment): Promise<UndoWorld> {
  const world = undoWorld(
    { "a.txt": "a\n", "gone/b.txt": "b\n", "gone/deep/c.txt": "c\n", "swap.txt": "s\n" },
    { containment },
  );
  symlinkSync("a.txt", join(world.root, "link"));
  const effects = [
    write("a.txt"),
    deletion("gone"),
    write("new/d.txt", "create"),
    deletion("swap.txt"),
    write("swap.txt/in.txt", "create"),
    deletion("link"),
  ];
  await world.call(effects, () => {
    writeFileSync(join(world.root, "a.txt"), "changed\n");
    rmSync(join(world.root, "gone"), { recursive: true });
    mkdirSync(join(world.root, "new"));
    writeFileSync(join(world.root, "new/d.txt"), "d\n");
    rmSync(join(world.root, "swap.txt"));
    mkdirSync(join(world.root, "swap.txt"));
    writeFileSync(join(world.root, "swap.txt/in.txt"), "in\n");
    rmSync(join(world.root, "link"));
    symlinkSync("elsewhere", join(world.root, "link"));
  });
  return world;
}

function giveRecordsTo(directory: string): void {
  const gone = { ...ownIdentity(), pid: 2_000_000_000 };
  for (const name of readdirSync(directory)) {
    renameSync(join(directory, name), join(directory, recordName(gone)));
  }
}

const containments: readonly (readonly [string, Containment])[] = [
  ["by checks", checkedContainment],
  ...(process.platform === "linux" ? [["by descriptors", descriptorContainment] as const] : []),
];

describe.each(containments)("an undo, contained %s", (_name, inner) => {
  it.each([false, true])(
    "happens entirely or not at all, whichever system call fails (permanently: %s)",
    { timeout: 120_000 },
    async (isLasting) => {
      const clean = await worldOf(inner);
      const after = clean.tree();
      await clean.undo.undo();
      const before = clean.tree();
      const ends = { done: 0, refused: 0, half: 0 };
      for (let left = 0; ; left += isLasting ? 2 : 1) {
        const fault: Fault = { left: Number.POSITIVE_INFINITY, isLasting, happen: fail };
        const world = await worldOf(faultyContainment(inner, fault));
        fault.left = left;
        const [end] = await Promise.allSettled([world.undo.undo()]);
        const wasHit = fault.left < 0;
        fault.left = Number.POSITIVE_INFINITY;
        const isDone = end.status === "fulfilled" && end.value.outcome === "done";
        const records = join(world.stateDirectory, "undo");
        const isHalf =
          !isDone &&
          readdirSync(world.stateDirectory).includes("undo") &&
          readdirSync(records).length > 0;
        if (isHalf) {
          giveRecordsTo(records);
          const { store, stateDirectory } = world;
          const workspace = workspaceWith(inner, [world.root], { stateDirectory });
          await recoverUndo({ store, workspace, stateDirectory });
          expect(readdirSync(records)).toEqual([]);
        }
        expect(withoutLitter(world.tree())).toEqual(isDone ? before : after);
        ends[isDone ? "done" : isHalf ? "half" : "refused"] += 1;
        if (!wasHit) break;
      }
      expect(ends.refused).toBeGreaterThan(15);
      if (isLasting) expect(ends.half).toBeGreaterThan(2);
      expect(ends.done).toBeGreaterThan(0);
    },
  );
});

/** A new file that can't be removed from the failing disk is cleaned up by a later start. */
function withoutLitter(tree: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(tree).filter(([path]) => !path.includes(".toolwright-")),
  );
}
