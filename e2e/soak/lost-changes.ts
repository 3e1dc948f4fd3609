import { createHash } from "node:crypto";
import { lstatSync, readFileSync, readlinkSync } from "node:fs";
import type { Toolwright } from "@toolwright/runtime";

type Journal = Toolwright["journal"];

/** A change of a path, as the journal knows it. */
interface Step {
  readonly by: string;
  readonly before: string;
  readonly after: string;
}

/**
 * The paths where a change of the journal isn't followed by what the next one found, or the last one isn't on the disk:
 * somebody wrote over something without having seen it. Only for a workspace in which no command has run.
 */
export async function lostChanges(journal: Journal): Promise<readonly string[]> {
  const steps = new Map<string, Step[]>();
  for (const { id, tool, kind, status } of await journal.entries({ limit: 100_000 })) {
    for (const { path, before, after } of await journal.changes(id)) {
      const by = `${id} ${kind === "call" ? tool : kind} ${status}`;
      const step = { by, before: keyOf(before), after: after === null ? "unknown" : keyOf(after) };
      steps.set(path, [step, ...(steps.get(path) ?? [])]);
    }
  }
  return [...steps].flatMap(([path, ofPath]) =>
    isWhole(path, ofPath) ? [] : [`changes are lost: ${path}: ${JSON.stringify(ofPath)}`],
  );
}

/** Each state is left as often as it is reached, but for the first one and the last one, which is on the disk. */
function isWhole(path: string, steps: readonly Step[]): boolean {
  const balance = new Map<string, number>();
  const add = (key: string, count: number) => balance.set(key, (balance.get(key) ?? 0) + count);
  for (const { before, after } of steps) {
    add(before, -1);
    add(after, 1);
  }
  const uneven = [...balance].filter(([, count]) => count !== 0);
  if (uneven.length > 2 || uneven.some(([, count]) => Math.abs(count) !== 1)) return false;
  const last = uneven.find(([, count]) => count === 1)?.[0];
  const now = stateOf(path);
  return last === undefined ? balance.has(now) : last === now;
}

interface State {
  readonly kind: string;
  readonly blob?: string | null;
  readonly target?: string;
}

function keyOf({ kind, blob, target }: State): string {
  return `${kind} ${blob ?? target ?? ""}`;
}

function stateOf(path: string): string {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return keyOf({ kind: "absent" });
  if (stat.isSymbolicLink()) return keyOf({ kind: "link", target: readlinkSync(path) });
  if (stat.isDirectory()) return keyOf({ kind: "directory" });
  const blob = createHash("sha256").update(readFileSync(path)).digest("hex");
  return keyOf({ kind: "file", blob });
}
