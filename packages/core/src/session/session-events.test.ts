import { createMemoryWorkspace } from "@toolwright/testing";
import { expect, test } from "vitest";
import { createPolicy } from "../policy/create-policy.ts";
import { createRegistry } from "../registry/registry.ts";
import { defineTool } from "../tool/define-tool.ts";
import { createSession } from "./create-session.ts";
import type { SessionEvent } from "./session-events.ts";

const mebibyte = "x".repeat(1024 * 1024);

async function openTelling() {
  const registry = createRegistry();
  await registry.register([
    defineTool({
      name: "tell",
      kind: "other",
      description: "Tells as many MiB as it is asked to.",
      input: { type: "object", properties: { times: { type: "integer" } } },
      effects: () => [],
      execute: ({ times = 0 }: { readonly times?: number }, { update }) => {
        for (let at = 0; at < times; at += 1) update({ output: mebibyte });
        return { content: "told" };
      },
    }),
  ]);
  const workspace = createMemoryWorkspace({ files: {} });
  const policy = createPolicy({ mode: "default", roots: workspace.roots, layers: [] });
  return createSession({ registry, workspace, policy });
}

test("a subscriber that comes late goes on after the event it knows, and is told of a gap", async () => {
  const session = await openTelling();
  const live: SessionEvent[] = [];
  const late: SessionEvent[] = [];
  let missed = 0;
  const onMissed = (count: number): void => {
    missed += count;
  };
  session.subscribe((event) => live.push(event));
  await session.call({ name: "tell", input: { times: 1 } });
  expect(live.map(({ seq }) => seq)).toEqual([1, 2, 3, 4]);

  const leave = session.subscribe((event) => late.push(event), { after: 1, onMissed });
  await session.call({ name: "tell", input: { times: 1 } });
  leave();
  expect(late).toEqual(live.slice(1));
  expect(missed).toBe(0);

  await session.call({ name: "tell", input: { times: 9 } });
  const known = late.length + 1;
  const after: SessionEvent[] = [];
  session.subscribe((event) => after.push(event), { after: known, onMissed });
  expect(missed).toBeGreaterThan(0);
  expect(after.length).toBeGreaterThan(0);
  expect(after).toEqual(live.slice(known + missed));
  await session.close();
});
