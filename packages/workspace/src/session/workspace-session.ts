import type { WorkspaceAccess } from "@toolwright/core";
import type { FileVersion, WorkspaceSession } from "@toolwright/core/ports";
import { CallAccess, type WorkspaceParts } from "../access/call-access.ts";
import type { OpenRegularFile } from "../access/open-regular-file.ts";
import { BoundedMap } from "../versions/bounded-map.ts";
import { KnownContents } from "../versions/known-contents.ts";

/** Paths whose version a session remembers; the oldest are forgotten first. */
const maxKnownVersions = 100_000;

/**
 * State shared by the calls of one session: the versions and contents it has read, and open files.
 */
export class NodeWorkspaceSession implements WorkspaceSession {
  readonly known = new BoundedMap<string, FileVersion>(maxKnownVersions);
  readonly contents = new KnownContents();
  readonly openFiles = new Set<OpenRegularFile>();
  readonly #parts: WorkspaceParts;
  #isClosed = false;

  constructor(parts: WorkspaceParts) {
    this.#parts = parts;
  }

  openCall({
    permit,
    isReadable,
    readFilter,
    isRevoked,
  }: Parameters<WorkspaceSession["openCall"]>[0]): WorkspaceAccess {
    return new CallAccess(this.#parts, {
      permit,
      isReadable,
      readFilter,
      isRevoked: () => this.#isClosed || isRevoked(),
      known: this.known,
      contents: this.contents,
      openFiles: this.openFiles,
    });
  }

  close(): void {
    this.#isClosed = true;
    for (const file of this.openFiles) file.close();
  }
}
