import type { FileVersion, PathPermit, ReadFilter, ResolvedPath } from "@toolwright/core/ports";
import type { PlannedChange } from "../transaction/planned-change.ts";
import type { BoundedMap } from "../versions/bounded-map.ts";
import type { KnownContents } from "../versions/known-contents.ts";
import type { OpenRegularFile } from "./open-regular-file.ts";

/** The permissions of one call, and the state of its session. */
export interface CallRights {
  readonly permit: PathPermit;
  readonly isReadable: (path: ResolvedPath) => boolean;
  readonly readFilter?: (() => ReadFilter) | undefined;
  readonly isRevoked: () => boolean;
  readonly known: BoundedMap<string, FileVersion>;
  readonly contents: KnownContents;
  readonly openFiles: Set<OpenRegularFile>;
}

/**
 * Stores the version that a change produced. If the session hadn't read the replaced file, the new
 * version counts as unread: others wrote most of it.
 */
export function remember(
  { known, contents }: CallRights,
  change: PlannedChange,
  version: FileVersion | null,
): void {
  const { realPath } = change.found.resolved;
  const wasKnown = change.replaces === null || known.get(realPath) === change.replaces;
  if (change.type !== "write") known.delete(realPath);
  if (!wasKnown || version === null || change.type === "delete") return;
  known.set(change.type === "move" ? change.target.resolved.realPath : realPath, version);
  if (change.bytes !== undefined) contents.add(version, change.bytes);
}
