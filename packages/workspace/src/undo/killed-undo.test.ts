import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { repetitions } from "@toolwright/testing/internal";
import { describe, expect, it, onTestFinished } from "vitest";
import { openCrashWorld } from "../fixtures/crash-world.ts";
import { startChild } from "../fixtures/run-child.ts";
import { freshDirectory } from "../fixtures/temporary-workspace.ts";
import { filesIn } from "../fixtures/tree.ts";
import type { JournalStore } from "../journal/journal-store.ts";
import { stateLook } from "./state-look.ts";

const rounds = repetitions(25);

/** Every file is written as one piece of equal numbers, with the same number after `end`. */
function numberIn(content: string): string {
  const [, number = ""] = /end (\d+)\n$/.exec(content) ?? [];
  const [first, ...lines] = content.split("\n").slice(0, -2);
  expect([first, ...lines].every((line) => line === number)).toBe(true);
  expect(number).not.toBe("");
  return number;
}

/** The newest entries of a path must match its current state. */
function expectTruth(store: JournalStore, stateOf: (path: string) => unknown): void {
  const seen = new Set<string>();
  for (const entry of store.entries({ changing: true, limit: 40 })) {
    expect(entry.status).not.toBe("open");
    for (const { path, after } of store.changes(entry.id)) {
      if (seen.has(path)) continue;
      seen.add(path);
      expect({ entry: entry.id, path, is: stateOf(path) }).toEqual({
        entry: entry.id,
        path,
        is: after,
      });
    }
  }
}

describe.skipIf(process.platform !== "linux")("a process killed at any moment", () => {
  it("leaves whole files, whole patches, whole undos, no litter and a journal that is true", {
    timeout: 120_000,
  }, async () => {
    const outside = freshDirectory();
    const root = join(outside, "ws");
    const state = join(outside, "state");
    const records = join(state, "undo");
    mkdirSync(root);
    let interrupted = 0;
    let reverts = 0;
    // On a busy machine, few children get far before they are killed.
    const isEnough = (): boolean => interrupted > rounds / 5 && reverts > rounds;
    for (let round = 1; round <= rounds || (!isEnough() && round <= 100); round++) {
      const child = startChild("undo-forever.ts", { arguments: [root, state, String(round)] });
      onTestFinished(() => void child.kill("SIGKILL"));
      const closed = once(child, "close");
      await once(child.stdout ?? child, "data");
      // Turns of the event loop are as random a moment as any, and no time is measured.
      for (let turn = 0; turn < (round * 40_009) % 200_000; turn++) {
        await new Promise(setImmediate);
      }
      child.kill("SIGKILL");
      await closed;

      const { store, workspace, notices } = await openCrashWorld(root, state);
      const files = filesIn(root);
      const numbers = new Map(
        Object.entries(files).map(([path, content]) => [path, numberIn(content)]),
      );
      expect(Object.keys(files).filter((path) => path.includes(".toolwright-"))).toEqual([]);
      const pair = ["pair/a.txt", "pair/deep/b.txt", "pair/c.txt"].map((path) => numbers.get(path));
      expect(new Set(pair).size).toBe(1);
      const look = stateLook(workspace);
      expectTruth(store, (path) => look(path, (bytes) => store.keep(bytes)));
      expect(existsSync(records) ? readdirSync(records) : []).toEqual([]);
      expect(notices).toEqual([]);
      const all = store.entries({ limit: 1_000_000 });
      interrupted = all.filter(({ status }) => status === "interrupted").length;
      reverts = all.filter(({ kind }) => kind !== "call").length;
      store.close();
    }
    expect(isEnough()).toBe(true);
  });
});
