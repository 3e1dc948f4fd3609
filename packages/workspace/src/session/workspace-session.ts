import type { WorkspaceAccess } from "@toolwright/core";
import type { FileVersion, WorkspaceSession } from "@toolwright/core/ports";
import { CallAccess, type WorkspaceParts } from "../access/call-access.ts";
import type { OpenRegularFile } from "../access/open-regular-file.ts";
import { withUnsavedTexts } from "../unsaved/unsaved-access.ts";
import type { UnsavedFiles } from "../unsaved/unsaved-files.ts";
import { BoundedMap } from "../versions/bounded-map.ts";
import { KnownContents } from "../versions/known-contents.ts";

/** Paths whose version a session remembers; the oldest are forgotten first. */
const maxKnownVersions = 100_000;

/**
 * State shared by the calls of one session: the versions and contents it has read, and open files.
 */
export class NodeWorkspaceSession implements WorkspaceSession {
  readonly known: BoundedMap<string, FileVersion>;
  readonly contents: KnownContents;
  readonly openFiles = new Set<OpenRegularFile>();
  readonly #parts: WorkspaceParts;
  readonly #unsaved: UnsavedFiles | null;
  #isClosed = false;

  constructor(
    parts: WorkspaceParts,
    unsaved: UnsavedFiles | null,
    like: NodeWorkspaceSession | null = null,
  ) {
    this.known = like?.known ?? new BoundedMap(maxKnownVersions);
    this.contents = like?.contents ?? new KnownContents();
    this.#parts = parts;
    this.#unsaved = unsaved;
  }

  openCall({
    permit,
    isReadable,
    readFilter,
    isRevoked: isOver,
  }: Parameters<WorkspaceSession["openCall"]>[0]): WorkspaceAccess {
    const { known, contents, openFiles } = this;
    const isRevoked = (): boolean => this.#isClosed || isOver();
    const rights = { permit, isReadable, readFilter, isRevoked, known, contents, openFiles };
    const access = new CallAccess(this.#parts, rights);
    if (this.#unsaved === null) return access;
    return withUnsavedTexts(access, { files: this.#unsaved, permit, isRevoked, contents });
  }

  close(): void {
    this.#isClosed = true;
    for (const file of this.openFiles) file.close();
  }
}
