import { isAbsolute, relative } from "node:path";
import type { Toolwright } from "@toolwright/runtime";

type Entry = Awaited<ReturnType<Toolwright["journal"]["entries"]>>[number];

/** A call of the journal, for the list. */
export interface JournalRow {
  readonly id: Entry["id"];
  readonly label: string;
  /** The time, status and changes. */
  readonly description: string;
  readonly isUndoable: boolean;
}

/** The latest entries that changed something, or may have, newest first. */
export async function journalRows(
  { journal }: Pick<Toolwright, "journal">,
  folder: string,
): Promise<readonly JournalRow[]> {
  const entries = await journal.entries({ changing: true, limit: 100 });
  return entries.map((entry) => rowOf(entry, folder));
}

function rowOf(entry: Entry, folder: string): JournalRow {
  const { id, kind, tool, status, startedAtMs, changeCount, revertedBy, notUndoable } = entry;
  const changes = changeCount === null ? [] : [`${changeCount} changed`];
  const time = new Date(startedAtMs).toLocaleTimeString();
  return {
    id,
    label: kind === "call" ? `${tool} ${pathsOf(entry, folder)}`.trim() : kind,
    description: [time, status, ...changes, ...(revertedBy === null ? [] : ["undone"])].join(" · "),
    isUndoable:
      kind === "call" && (changeCount ?? 0) > 0 && revertedBy === null && notUndoable.length === 0,
  };
}

function pathsOf({ effects }: Entry, folder: string): string {
  const paths = effects.flatMap((effect) =>
    effect.type === "write" || effect.type === "delete" ? [shownPath(effect.path, folder)] : [],
  );
  const [first, ...others] = new Set(paths);
  if (first === undefined) return "";
  return others.length === 0 ? first : `${first} and ${others.length} more`;
}

/** Relative to the folder where it is in it. */
export function shownPath(path: string, folder: string): string {
  const shown = relative(folder, path);
  return shown === "" || shown.startsWith("..") || isAbsolute(shown) ? path : shown;
}
