import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Effect } from "@toolwright/core";
import { expect, it } from "vitest";
import { undoWorld } from "../fixtures/undo-world.ts";

const external: Effect = { type: "external", server: "notes", tool: "save" };

it("undoes what a third-party server changed in the workspace", async () => {
  const world = undoWorld({ "a.txt": "before" }, { hasCheckpoints: true });
  const before = world.tree();
  await world.call([external], () => {
    writeFileSync(join(world.root, "a.txt"), "after");
    writeFileSync(join(world.root, "new.txt"), "made");
  });
  expect(readFileSync(join(world.root, "a.txt"), "utf8")).toBe("after");
  expect(await world.undo.undo()).toMatchObject({ outcome: "done" });
  expect(world.tree()).toEqual(before);
});

it("says beforehand that effects outside the workspace can't be undone", async () => {
  const world = undoWorld({ "a.txt": "1" }, { hasCheckpoints: true });
  const outlook = await world.outlook([external]);
  expect(outlook.undoable).toBe(true);
  expect(outlook.reasons.join(" ")).toContain("in a third-party service");
});

it("says that it can't be undone without checkpoints", async () => {
  const outlook = await undoWorld({ "a.txt": "1" }).outlook([external]);
  expect(outlook.undoable).toBe(false);
});
