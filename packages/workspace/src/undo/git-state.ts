import { sep } from "node:path";
import type { JournalStore, PathState } from "../journal/journal-store.ts";
import { isSameIndex } from "./checkpoint/git-index.ts";
import { isSameState } from "./path-state.ts";

/** Whether a path is the index of a repository that has its directory in the workspace. */
function isGitIndex(path: string): boolean {
  return path.endsWith(`${sep}index`) && /[/\\]\.git[/\\](?:.*[/\\])?index$/.test(path);
}

/**
 * Whether both states of a path are equivalent. git often rewrites its index only to store file
 * times, for example during `git status`.
 */
export function isSameAt(
  store: Pick<JournalStore, "content">,
  path: string,
  a: PathState,
  b: PathState,
): boolean {
  if (isSameState(a, b)) return true;
  if (!isGitIndex(path) || a.kind !== "file" || b.kind !== "file") return false;
  if (a.blob === null || b.blob === null) return false;
  const [was, is] = [store.content(a.blob), store.content(b.blob)];
  return was !== null && is !== null && isSameIndex(Buffer.from(was), Buffer.from(is));
}
