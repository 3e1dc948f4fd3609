import { type Effect, isPathEffect } from "../effects/effect.ts";
import type { ReadEffect } from "../effects/kinds/read.ts";
import { mayLeadToGlob, mayMatchGlob, mayMatchLastName } from "../effects/shell-glob.ts";
import type { FileBelow } from "../ports/workspace.ts";
import { readFilter } from "./ask-policy.ts";
import { limits } from "./limits.ts";
import type { Resolved } from "./stages.ts";

/**
 * The effects, in which a recursive read doesn't count as reading protected files if a bounded search finds
 * none below it. Files created later are not seen. A tree too large to search counts as having protected
 * files.
 */
export async function withoutMissingSecrets(
  stage: Resolved,
  effects: readonly Effect[],
): Promise<readonly Effect[]> {
  if (!effects.some(isOpenRead)) return effects;
  const mayRead = readFilter(stage);
  const { workspace } = stage.call.session;
  const settled: Effect[] = [];
  for (const effect of effects) {
    if (!isOpenRead(effect) || effect.isOutside === true) {
      settled.push(effect);
      continue;
    }
    // A pattern matches paths as given, so behind a link it is ignored and everything counts.
    const glob = effect.path === effect.realPath ? effect.glob : undefined;
    const place = effect.realPath ?? effect.path;
    const { paths, isWhole } = await workspace.findBelow(place, {
      isWanted: (file) =>
        !(effect.skipsHidden === true && isHiddenBelow(file.path, place)) &&
        (effect.names?.some((name) => mayMatchLastName(file.path, name)) ?? true) &&
        isSeen(file, glob) &&
        (isOpen(file, effect, glob) || !mayRead(file.realPath)),
      maxEntries: limits.entriesLookedAt,
    });
    const isFree = isWhole && paths.length === 0;
    settled.push(isFree ? { ...effect, leavesOutProtected: true } : effect);
  }
  return settled;
}

function isOpenRead(effect: Effect): effect is ReadEffect {
  return (
    isPathEffect(effect) &&
    effect.type === "read" &&
    effect.recursive === true &&
    effect.leavesOutProtected !== true
  );
}

/** Whether a name below `place` begins with a dot; the names of `place` itself don't count. */
function isHiddenBelow(path: string, place: string): boolean {
  const below = path.startsWith(place) ? path.slice(place.length) : path;
  return below.split(/[\\/]/).some((name) => name.startsWith("."));
}

/** Whether a command that reads by the pattern, or reads everything, reaches the file. */
function isSeen({ path, leadsToDirectory }: FileBelow, glob: string | undefined): boolean {
  if (glob === undefined) return true;
  return leadsToDirectory ? mayLeadToGlob(path, glob) : mayMatchGlob(path, glob);
}

/** The search doesn't look into directories behind links, which a pattern follows, too. */
function isOpen(
  { leadsToDirectory }: FileBelow,
  { followsLinks }: ReadEffect,
  glob: string | undefined,
): boolean {
  return leadsToDirectory && (followsLinks === true || glob !== undefined);
}
