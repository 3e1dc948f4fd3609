// Question: what do labels cost on the way of a call?
// Workload: the tools of `dispatch.ts` under 100 policy rules: one without effects, and one that reads a file's
// path, whose results have labels; called in turn in a session with labels and in one without.
// Baseline in the same run: the session without labels. Each pair of short rounds gives one ratio, so that a busy
// machine affects both; the figure is the median of the ratios.
// Source of the goal: labels cost at most 3 % of a call.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  createPolicy,
  createRegistry,
  createSession,
  defineTool,
  read,
  type Rule,
  type Session,
} from "@toolwright/core";
import { createLabels } from "@toolwright/core/internal";
import { openWorkspace } from "@toolwright/workspace";
import { z } from "zod";
import { describeMachine, goal, spreadOf, table } from "./support/measure.ts";

const schema = z.object({ path: z.string().describe("A path.") });
const input = { path: "a.txt" };
const pairs = 600;
const callsInRound = 200;

const folder = mkdtempSync(join(tmpdir(), "toolwright-labels-"));
writeFileSync(join(folder, "a.txt"), "a\n");
try {
  const [without, with_] = [await openBenchSession(false), await openBenchSession(true)];
  const rows = [["what", "median ratio", "middle half"]];
  for (const name of ["no_effects", "reads"]) {
    await checkLabels(without, with_, name);
    const { median, low, high } = await ratios(without, with_, name);
    rows.push([name, `x${median.toFixed(3)}`, `${low.toFixed(3)}-${high.toFixed(3)}`]);
    goal(`labels of '${name}'`, (median - 1) * 100, 3, "%");
  }
  console.log(`\nLabels. ${describeMachine()}\n\n${table(rows)}`);
  await Promise.all([without.close(), with_.close()]);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function openBenchSession(hasLabels: boolean): Promise<Session> {
  const registry = createRegistry();
  const base = {
    kind: "read",
    description: "Does nothing.",
    input: schema,
    execute: async ({ path }: z.infer<typeof schema>) => ({ content: path }),
  } as const;
  await registry.register([
    defineTool({ ...base, name: "no_effects", effects: () => [] }),
    defineTool({ ...base, name: "reads", effects: ({ path }) => [read(path)] }),
  ]);
  const rules: Rule[] = Array.from({ length: 100 }, (_, index) =>
    index % 2 === 0
      ? { deny: `read(private-${index}/**)` }
      : { ask: `write(src/part-${index}/**)` },
  );
  const workspace = openWorkspace({ roots: [folder] });
  const { roots } = workspace;
  const policy = createPolicy({
    mode: "default",
    roots,
    layers: [{ name: "user", source: "bench", rules }],
  });
  const labels = createLabels({ roots });
  return createSession({ registry, policy, workspace, ...(hasLabels && { labels }) });
}

async function checkLabels(without: Session, with_: Session, name: string): Promise<void> {
  const [bare, labelled] = [await without.call({ name, input }), await with_.call({ name, input })];
  const { labels, ...rest } = labelled.metadata;
  const expected = name === "reads" ? '["workspace"]' : undefined;
  if (JSON.stringify(labels) !== expected || JSON.stringify(rest) !== JSON.stringify(bare.metadata))
    throw new Error(`${name} has the labels ${JSON.stringify(labels)}`);
}

async function ratios(without: Session, with_: Session, name: string) {
  const round = async (session: Session): Promise<number> => {
    const start = performance.now();
    for (let i = 0; i < callsInRound; i += 1) await session.call({ name, input });
    return performance.now() - start;
  };
  for (let warm = 0; warm < 50; warm += 1) await round(warm % 2 === 0 ? without : with_);
  const found: number[] = [];
  for (let pair = 0; pair < pairs; pair += 1) {
    // The order alternates, so that neither pays for the other's garbage.
    const isTurned = pair % 2 === 1;
    const first = await round(isTurned ? with_ : without);
    const second = await round(isTurned ? without : with_);
    found.push(isTurned ? first / second : second / first);
  }
  return spreadOf(found);
}
