import { isAbsolute, relative } from "node:path";
import type { Toolwright } from "@toolwright/runtime";
import type { Editor } from "./editor.ts";

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
  { journal, session }: Pick<Toolwright, "journal" | "session">,
  folder: string,
  say: Editor["say"],
): Promise<readonly JournalRow[]> {
  const entries = await journal.entries({ changing: true, limit: 100 });
  return entries.map((entry) =>
    rowOf(entry, folder, { say, translate: session.language.translate }),
  );
}

function rowOf(
  entry: Entry,
  folder: string,
  { say, translate }: { readonly say: Editor["say"]; readonly translate: (text: string) => string },
): JournalRow {
  const { id, kind, tool, status, startedAtMs, changeCount, revertedBy, notUndoable } = entry;
  const changes =
    changeCount === null ? [] : [say("{count} changed", { count: String(changeCount) })];
  const time = new Date(startedAtMs).toLocaleTimeString();
  return {
    id,
    label: kind === "call" ? `${tool} ${pathsOf(entry, folder, say)}`.trim() : translate(kind),
    description: [
      time,
      translate(status),
      ...changes,
      ...(revertedBy === null ? [] : [say("undone")]),
    ].join(" · "),
    isUndoable:
      kind === "call" && (changeCount ?? 0) > 0 && revertedBy === null && notUndoable.length === 0,
  };
}

function pathsOf({ effects }: Entry, folder: string, say: Editor["say"]): string {
  const paths = effects.flatMap((effect) =>
    effect.type === "write" || effect.type === "delete" ? [shownPath(effect.path, folder)] : [],
  );
  const [first, ...others] = new Set(paths);
  if (first === undefined) return "";
  return others.length === 0
    ? first
    : say("{path} and {count} more", { path: first, count: String(others.length) });
}

/** Relative to the folder where it is in it. */
export function shownPath(path: string, folder: string): string {
  const shown = relative(folder, path);
  return shown === "" || shown.startsWith("..") || isAbsolute(shown) ? path : shown;
}
