import { setImmediate } from "node:timers/promises";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { write } from "@toolwright/core";
import { expect, test } from "vitest";
import { treeWithModes, undoWorld } from "../fixtures/undo-world.ts";
import { anIntent, aRecord } from "../fixtures/journal-calls-of.ts";
import type { AwaitableJournal, JournalStore } from "../journal/journal-store.ts";
import { oldestFirst } from "../journal/oldest-first.ts";
import { createSnapshots } from "./create-snapshots.ts";
import { createUndo } from "./create-undo.ts";

/** The same journal, with answers delayed by a turn of the event loop. */
function later(store: JournalStore): AwaitableJournal {
  const isAtOnce = new Set<string | symbol>(["keep", "content"]);
  return new Proxy<AwaitableJournal>(store, {
    get(_target, name) {
      const method: unknown = Reflect.get(store, name);
      if (typeof method !== "function" || isAtOnce.has(name)) return bound(method, store);
      return async (...given: readonly unknown[]): Promise<unknown> => {
        await setImmediate();
        return Reflect.apply(method, store, given);
      };
    },
  });
}

function bound(method: unknown, store: JournalStore): unknown {
  return typeof method === "function" ? method.bind(store) : method;
}

test("calls are recorded, undone, redone and listed over a journal that answers later", async () => {
  const { root, stateDirectory, workspace, ...world } = undoWorld({ "a.txt": "one" });
  const store = later(world.store);
  const effects = [{ ...write("a.txt", "modify"), ...place(join(root, "a.txt")) }];
  const intent = anIntent("call-1", { effects });
  const { sessionId, callId } = intent;
  await store.recordIntent(intent);
  const snapshot = await createSnapshots({ store, workspace }).take({ sessionId, callId, effects });
  const before = treeWithModes(root);
  writeFileSync(join(root, "a.txt"), "two");
  await snapshot?.finish();
  await store.recordOutcome(aRecord(intent));
  const after = treeWithModes(root);

  const undo = createUndo({ store, workspace, stateDirectory });
  expect(await undo.undo()).toMatchObject({ outcome: "done" });
  expect(treeWithModes(root)).toEqual(before);
  expect(await undo.redo()).toMatchObject({ outcome: "done" });
  expect(treeWithModes(root)).toEqual(after);
  expect(after).not.toEqual(before);

  const kinds: string[] = [];
  for await (const { kind, status } of oldestFirst(store)) kinds.push(`${kind} ${status}`);
  expect(kinds).toEqual(["call ok", "undo ok", "redo ok"]);
});

function place(path: string): { readonly path: string; readonly realPath: string } {
  return { path, realPath: path };
}
