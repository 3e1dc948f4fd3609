import { once } from "node:events";
import { readdirSync } from "node:fs";
import { repetitions } from "@toolwright/testing/internal";
import { describe, expect, it, onTestFinished } from "vitest";
import { filesAfter } from "../fixtures/patch-rounds.ts";
import { startChild } from "../fixtures/run-child.ts";
import {
  recordsIn,
  type TransactionWorld,
  transactionWorld,
} from "../fixtures/transaction-world.ts";
import { filesIn } from "../fixtures/tree.ts";
import { openWorkspace } from "../open-workspace.ts";

const isHidden = (path: string): boolean => path.includes(".toolwright-");

/** Lets a child make rounds of changes until it is killed, by the test or by itself. */
async function killAChild(
  { root, stateDirectory }: TransactionWorld,
  round: number,
  options: { readonly killAt?: number; readonly turns?: number },
): Promise<void> {
  const { killAt, turns = 0 } = options;
  const words = [
    root,
    stateDirectory,
    String(round),
    ...(killAt === undefined ? [] : [`${killAt}`]),
  ];
  const child = startChild("patch-forever.ts", { arguments: words });
  onTestFinished(() => void child.kill("SIGKILL"));
  const closed = once(child, "close");
  if (killAt === undefined) {
    await once(child.stdout ?? child, "data");
    // Turns of the event loop are as random a moment as any, and no time is measured.
    for (let turn = 0; turn < turns; turn++) await new Promise(setImmediate);
    child.kill("SIGKILL");
  }
  await closed;
}

/** The round whose files exist, all of them and nothing else. */
function roundIn(root: string): number {
  const files = filesIn(root);
  const round = Number(/^a (\d+)$/m.exec(files["a.txt"] ?? "")?.[1]);
  expect(files).toEqual(filesAfter(round));
  return round;
}

describe.skipIf(process.platform !== "linux")(
  "a process killed while it changes several files",
  () => {
    it("leaves all of them old or all of them new at the next opening, and no temporary files", {
      timeout: 120_000,
    }, async () => {
      const world = transactionWorld();
      let halfDone = 0;
      let round = 0;
      // On a busy machine, few children get far before they are killed.
      const isEnough = (): boolean => halfDone > repetitions(5) && round > 0;
      for (let kill = 0; kill < repetitions(60) || (!isEnough() && kill < 300); kill++) {
        await killAChild(world, round + 1, { turns: (kill * 7919) % 30_000 });
        if (Object.keys(filesIn(world.root)).some(isHidden)) halfDone++;
        openWorkspace({ roots: [world.root], stateDirectory: world.stateDirectory });
        const reached = roundIn(world.root);
        expect(reached).toBeGreaterThanOrEqual(round);
        round = reached;
        expect(recordsIn(world)).toEqual([]);
      }
      expect(isEnough()).toBe(true);
    });

    it("does so at every fourth name that it hands to the system", {
      timeout: 120_000,
    }, async () => {
      const reached: number[] = [];
      let halfDone = 0;
      // After the last name that a round passes to the system, the child ends on its own.
      for (let killAt = 0; reached.at(-1) !== 2; killAt += 4) {
        const world = transactionWorld();
        await killAChild(world, 1, { killAt });
        const wasHalfDone = Object.keys(filesIn(world.root)).some(isHidden);
        openWorkspace({ roots: [world.root], stateDirectory: world.stateDirectory });
        const round = roundIn(world.root);
        expect(recordsIn(world)).toEqual([]);
        if (wasHalfDone) halfDone++;
        reached.push(wasHalfDone || round === 0 ? round : 2);
        if (round === 0) {
          const directories = readdirSync(world.root).filter((name) => name.startsWith("moved-"));
          expect(directories).toEqual(["moved-0"]);
        }
      }
      expect(halfDone).toBeGreaterThan(5);
      expect(reached.filter((round) => round === 0).length).toBeGreaterThan(5);
      expect(reached.filter((round) => round === 1).length).toBeGreaterThan(0);
    });
  },
);
