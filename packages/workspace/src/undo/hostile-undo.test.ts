import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Effect } from "@toolwright/core";
import { repetitions } from "@toolwright/testing/internal";
import { describe, expect, it, onTestFinished } from "vitest";
import { openCrashWorld } from "../fixtures/crash-world.ts";
import { aRecord, anIntent } from "../fixtures/journal-calls-of.ts";
import { outputOf, startChild } from "../fixtures/run-child.ts";
import { freshDirectory, writeFiles } from "../fixtures/temporary-workspace.ts";
import { treeOf } from "../fixtures/tree.ts";
import { undoWorld } from "../fixtures/undo-world.ts";

interface DiskWorld {
  readonly outside: string;
  readonly root: string;
  readonly state: string;
}

function diskWorld(files: Readonly<Record<string, string>>): DiskWorld {
  const outside = freshDirectory();
  const [root, state] = [join(outside, "ws"), join(outside, "state")];
  mkdirSync(root);
  mkdirSync(state);
  writeFiles(root, files);
  return { outside, root, state };
}

async function call(
  { root, state }: DiskWorld,
  callId: string,
  path: string,
  run: () => void,
): Promise<void> {
  const { store, snapshots } = await openCrashWorld(root, state);
  const full = join(root, path);
  const effects: readonly Effect[] = [{ type: "write", path: full, realPath: full }];
  const intent = anIntent(callId, { effects, startedAtMs: Date.now() });
  store.recordIntent(intent);
  const snapshot = await snapshots.take({ sessionId: "session-1", callId, effects });
  run();
  await snapshot?.finish();
  store.recordOutcome(aRecord(intent));
  store.close();
}

describe("undo with concurrent processes", () => {
  it("runs one at a time when two processes undo", async () => {
    const world = diskWorld({ "a.txt": "0" });
    const path = join(world.root, "a.txt");
    for (const text of ["1", "2", "3", "4"]) {
      await call(world, `call-${text}`, "a.txt", () => writeFileSync(path, text));
    }
    const words = { arguments: [world.root, world.state] };
    const ends = await Promise.all(
      [1, 2, 3].map(async () => JSON.parse(await outputOf(startChild("undo-once.ts", words)))),
    );
    expect(ends.map(({ outcome }) => outcome)).toEqual(["done", "done", "done"]);
    expect(readFileSync(path, "utf8")).toBe("1");
  });

  it.runIf(process.getuid?.() === 0)(
    "changes nothing if this user may not write to one path, and says so",
    async () => {
      const world = diskWorld({ "a.txt": "a", "closed/b.txt": "b" });
      const paths = ["a.txt", "closed/b.txt"].map((path) => join(world.root, path));
      const effects = paths.map((path): Effect => ({ type: "write", path, realPath: path }));
      const { store, snapshots } = await openCrashWorld(world.root, world.state);
      const intent = anIntent("call-1", { effects, startedAtMs: Date.now() });
      store.recordIntent(intent);
      const request = { sessionId: "session-1", callId: "call-1", effects };
      const snapshot = await snapshots.take(request);
      for (const path of paths) writeFileSync(path, "changed");
      await snapshot?.finish();
      store.recordOutcome(aRecord(intent));
      store.close();
      spawnSync("chown", ["-R", "12345", world.outside]);
      chownSync(join(world.root, "closed"), 0, 0);
      chmodSync(join(world.root, "closed"), 0o755);
      const before = treeOf(world.root);
      const child = startChild("undo-once.ts", {
        uid: 12_345,
        arguments: [world.root, world.state],
      });
      const { outcome } = JSON.parse(await outputOf(child));
      expect(outcome).toMatch(/does not permit it/);
      expect(treeOf(world.root)).toEqual(before);
    },
  );

  it.runIf(process.platform === "linux")(
    "never reads or changes anything outside while a directory is swapped for a link",
    { timeout: 120_000 },
    async () => {
      const world = undoWorld({ "dir/file.txt": "inside" });
      writeFiles(world.outside, { "other/file.txt": "OUTSIDE", "other/more.txt": "OUTSIDE" });
      const other = join(world.outside, "other");
      const before = treeOf(other);
      await world.call([{ type: "write", path: "dir/file.txt" }], () =>
        writeFileSync(join(world.root, "dir/file.txt"), "changed"),
      );
      const swapper = startChild("swap-directory.ts", {
        arguments: [join(world.root, "dir"), other],
      });
      onTestFinished(() => void swapper.kill("SIGKILL"));
      await once(swapper.stdout ?? swapper, "data");
      const ends = new Map<string, number>();
      for (let round = 0; round < repetitions(300); round++) {
        const end = await (round % 2 === 0 ? world.undo.undo() : world.undo.redo()).catch(
          (error: { readonly code?: string }) => ({ outcome: error.code ?? "unknown" }),
        );
        ends.set(end.outcome, (ends.get(end.outcome) ?? 0) + 1);
        if (end.outcome !== "foreign") continue;
        // Only a directory of the workspace may have been read, or nothing.
        expect(JSON.stringify(end)).not.toContain("OUTSIDE");
      }
      swapper.kill("SIGKILL");
      await once(swapper, "close");
      expect(treeOf(other)).toEqual(before);
      for (const entry of world.store.entries({ limit: 10_000 })) {
        for (const { before: was, after } of world.store.changes(entry.id)) {
          for (const state of [was, after]) {
            if (state?.kind !== "file" || state.blob === null) continue;
            const text = Buffer.from(world.store.content(state.blob) ?? []).toString();
            expect(["inside", "changed"]).toContain(text);
          }
        }
      }
      expect(ends.size).toBeGreaterThan(1);
    },
  );
});
