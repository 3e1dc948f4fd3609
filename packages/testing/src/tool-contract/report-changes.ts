import type { PathAccess } from "./access.ts";
import type { DirectoryChange } from "./directory-snapshot.ts";
import { kindOf, type Observation } from "./observation.ts";

/** Every change must be among the effects, unless an unknown program ran. */
export function reportChanges(
  observations: readonly Observation[],
  changes: readonly DirectoryChange[],
): void {
  const [first] = observations;
  if (first === undefined || observations.some(hasUnspecifiedRun)) return;
  for (const { path, change, isDirectory } of changes) {
    const access: PathAccess = {
      type: "path",
      operation: change === "deleted" ? "delete" : isDirectory ? "make" : "write",
      places: [path],
      via: "seen by comparing the directory",
    };
    const isKnown = observations.some(
      (call) => call.hasReportedChange(path) || (call.hasRun && call.isDeclared(access)),
    );
    if (!isKnown) first.add(kindOf(access), first.describe(access), null);
  }
}

function hasUnspecifiedRun({ effects }: Observation): boolean {
  return effects.some((effect) => effect.type === "run" && !effect.specified);
}

/** After the outcome, nothing may change. */
export function reportLateChanges(
  observations: readonly Observation[],
  changes: readonly DirectoryChange[],
): void {
  const [first] = observations;
  for (const { path, change } of first === undefined ? [] : changes) {
    if (observations.some((call) => call.hasReportedChange(path))) continue;
    const what = `${change} ${first?.show(path)} after its result`;
    first?.add("late-access", `${what} (seen by comparing the directory)`, null);
  }
}
