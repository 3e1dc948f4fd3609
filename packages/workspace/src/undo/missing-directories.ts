import { dirname } from "node:path";
import { absent } from "./path-state.ts";
import type { Places } from "./places.ts";
import { compareText, type Restoration } from "./restoration.ts";

/** What `mkdir` gives under the usual umask; what was there before isn't known. */
const usualMode = 0o755;

/** With directories that are missing by now, so that what comes back has one to be in. */
export function withMissingDirectories(
  places: Places,
  restorations: readonly Restoration[],
): readonly Restoration[] {
  const all = new Map(restorations.map((each) => [each.path, each]));
  for (const { path, to } of restorations) {
    if (to.kind === "absent") continue;
    for (let directory = dirname(path); ; directory = dirname(directory)) {
      if (all.has(directory) || directory === dirname(directory)) break;
      if (places.isDirectory(directory)) break;
      all.set(directory, {
        path: directory,
        from: absent,
        to: { kind: "directory", mode: usualMode },
      });
    }
  }
  return [...all.values()].toSorted((a, b) => compareText(a.path, b.path));
}
