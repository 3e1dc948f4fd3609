import { closeSync } from "node:fs";
import { sep } from "node:path";
import { ToolError, type WorkspaceAccess } from "@toolwright/core";
import { storedOutputUnchanged, shownPath } from "@toolwright/core/internal";
import type {
  DirectoryEntry,
  FileChange,
  FileContent,
  FileStat,
  FileVersion,
  JudgedRepository,
  OpenFile,
  PathOperation,
  ResolvedPath,
  TreeLook,
  View,
} from "@toolwright/core/ports";
import { makeDirectory } from "../changes/directory-chain.ts";
import { movePath } from "../changes/move-path.ts";
import { removePath } from "../changes/remove-path.ts";
import { writeFile } from "../changes/write-file.ts";
import { withPathLocks } from "../locks/path-lock.ts";
import { isInside } from "../paths/containment.ts";
import type { FoundPath, PathResolver } from "../paths/path-resolver.ts";
import { type TransactionContext, applyChanges } from "../transaction/apply-changes.ts";
import { type PlannedChange, assertApart, pathsOf } from "../transaction/planned-change.ts";
import { TooManyBytes } from "../versions/read-whole.ts";
import {
  changed,
  isGoneText,
  kindOf,
  missingOutput,
  notADirectory,
  notAFile,
  notDeclared,
} from "./failures.ts";
import { isOutputHandle } from "../output-store/output-places.ts";
import type { OpenedFile } from "./contained-directory.ts";
import { type CallRights, remember } from "./call-rights.ts";
import { checkCreatable } from "./creation.ts";
import { listFound, openFound, statFound, tooLarge, versionOf } from "./look.ts";
import { missingFile } from "./missing-file.ts";
import { OpenRegularFile } from "./open-regular-file.ts";
import { createTreeLook } from "./tree-look.ts";
import { judgeNamed } from "./viewed-containment.ts";
import { inRounds, inRoundsAsync } from "./rounds.ts";

const defaultMaxBytes = 64 * 1024 * 1024;

/** State shared by the calls of one workspace. */
export interface WorkspaceParts extends TransactionContext {
  readonly resolver: PathResolver;
}

/**
 * The file access of one call on this machine's disk. Reading is synchronous, which is several
 * times faster; changes wait for the disk and let other work run.
 */
export class CallAccess implements WorkspaceAccess {
  readonly roots: readonly string[];
  readonly views: readonly View[];
  readonly cwd: string;
  readonly #parts: WorkspaceParts;
  readonly #rights: CallRights;
  /** The last opened path and its resolution, which saves resolving it again. */
  #opened: ResolvedPath | null = null;
  #openedAs = "";

  constructor(parts: WorkspaceParts, rights: CallRights) {
    this.#parts = parts;
    this.#rights = rights;
    this.roots = parts.resolver.roots;
    this.views = parts.resolver.views;
    this.cwd = parts.resolver.cwd;
  }

  /**
   * For the file that this call opened last, returns the earlier resolution. No permission relies
   * on it: each use is resolved and checked on its own.
   */
  resolve(path: string): ResolvedPath {
    this.#checkRevoked();
    if (this.#opened !== null && this.#openedAs === path) return this.#opened;
    return this.#parts.resolver.resolve(path).resolved;
  }

  judgeRepository(directory: string): JudgedRepository {
    this.#checkRevoked();
    return judgeNamed(this.views, directory);
  }

  mayRead(path: string): boolean {
    try {
      this.#checkRevoked();
      return this.#rights.isReadable(this.#parts.resolver.resolve(path).resolved);
    } catch {
      // `mayRead` promises never to throw; a path that can't be resolved can't be read either.
      return false;
    }
  }

  lookBelow(directory: string): TreeLook {
    const found = this.#permitted("inspect", directory).resolved;
    const { root } = found;
    return createTreeLook({
      directory: found,
      containment: this.#parts.containment,
      mayRead:
        root === null
          ? // A root may be further down.
            (path) => this.mayRead(path)
          : (this.#rights.readFilter?.() ??
            ((path) => this.#rights.isReadable(describeInside(path, root)))),
      isRevoked: this.#rights.isRevoked,
    });
  }

  stat(path: string): FileStat | null {
    return inRounds(path, "looked up", () =>
      statFound(this.#parts.containment, this.#permittedEntry("inspect", path)),
    );
  }

  list(path: string): readonly DirectoryEntry[] {
    return inRounds(path, "listed", () =>
      listFound(this.#parts.containment, this.#existing(this.#permitted("read", path))),
    );
  }

  read(
    path: string,
    { maxBytes = defaultMaxBytes }: { readonly maxBytes?: number } = {},
  ): FileContent {
    return inRounds(path, "read", () => {
      const { descriptor, stats, realPath } = this.#openForReading(path);
      try {
        const { versions } = this.#parts;
        const content = versions.readContent(descriptor, realPath, stats.size, maxBytes);
        this.#rights.contents.add(content.version, content.bytes);
        return content;
      } catch (error) {
        if (error instanceof TooManyBytes) throw tooLarge(path, error, maxBytes);
        throw error;
      } finally {
        closeSync(descriptor);
      }
    });
  }

  open(path: string): OpenFile {
    return inRounds(path, "opened", () => {
      const { descriptor, stats, realPath } = this.#openForReading(path);
      const file = new OpenRegularFile(descriptor, {
        asked: path,
        size: stats.size,
        realPath,
        versions: this.#parts.versions,
        checkRevoked: this.#checkRevoked,
        onClose: (closed) => this.#rights.openFiles.delete(closed),
      });
      this.#rights.openFiles.add(file);
      return file;
    });
  }

  version(path: string): FileVersion | null {
    return inRounds(path, "read", () => versionOf(this.#parts, this.#permitted("inspect", path)));
  }

  knownVersion(path: string): FileVersion | null {
    return this.#rights.known.get(this.resolve(path).realPath) ?? null;
  }

  knownContent(path: string): Uint8Array | null {
    const version = this.knownVersion(path);
    return version === null ? null : this.#rights.contents.get(version);
  }

  noteRead(path: string, version: FileVersion): void {
    this.#rights.known.set(this.resolve(path).realPath, version);
  }

  async write(
    path: string,
    bytes: Uint8Array,
    { replaces, mode }: { readonly replaces: FileVersion | null; readonly mode?: number },
  ): Promise<FileVersion> {
    return inRoundsAsync(path, "written", async () => {
      const found = this.#permitted("write", path);
      const { realPath, root } = found.resolved;
      if (found.stats?.isDirectory() || realPath === root) throw notAFile(path, "directory");
      if (found.stats === null) this.#checkMissing(found, replaces);
      return withPathLocks([realPath], async () => {
        const write = { found, bytes, replaces, mode, checkRevoked: this.#checkRevoked };
        const version = await writeFile(this.#parts, write);
        this.#rights.known.set(realPath, version);
        this.#rights.contents.add(version, bytes);
        return version;
      });
    });
  }

  async apply(changes: readonly FileChange[]): Promise<readonly (FileVersion | null)[]> {
    this.#checkRevoked();
    const [first] = changes;
    if (first === undefined) return [];
    return inRoundsAsync(first.type === "move" ? first.from : first.path, "changed", async () => {
      const planned = changes.map((change) => this.#planned(change));
      assertApart(planned);
      const paths = planned.flatMap(pathsOf).map(({ resolved }) => resolved.realPath);
      return withPathLocks(paths, async () => {
        const versions = await applyChanges(this.#parts, planned, this.#checkRevoked);
        planned.forEach((change, index) => remember(this.#rights, change, versions[index] ?? null));
        return versions;
      });
    });
  }

  async makeDirectory(path: string): Promise<boolean> {
    return inRoundsAsync(path, "made", async () => {
      const found = this.#permitted("write", path);
      if (found.stats?.isDirectory()) return false;
      if (found.stats !== null) throw notADirectory(path);
      this.#checkMissing(found, null);
      return makeDirectory(this.#parts, found);
    });
  }

  async move(from: string, to: string): Promise<void> {
    return inRoundsAsync(from, "moved", async () => {
      const source = this.#existing(this.#permittedEntry("delete", from));
      const target = this.#permittedEntry("write", to);
      this.#checkNoRoot(source);
      checkMovable(source);
      this.#checkFree(target);
      const paths = [source.resolved.realPath, target.resolved.realPath];
      return withPathLocks(paths, async () => {
        const isCurrent = this.#isKnown(source);
        await movePath(this.#parts, { from: source, to: target, checkRevoked: this.#checkRevoked });
        this.#rights.known.delete(source.resolved.realPath);
        if (isCurrent) this.#noteMoved(to);
      });
    });
  }

  async remove(
    path: string,
    { recursive = false }: { readonly recursive?: boolean } = {},
  ): Promise<void> {
    return inRoundsAsync(path, "removed", async () => {
      const found = this.#existing(this.#permittedEntry("delete", path));
      this.#checkNoRoot(found);
      return withPathLocks([found.resolved.realPath], async () => {
        await removePath(this.#parts, { found, recursive, checkRevoked: this.#checkRevoked });
        this.#rights.known.delete(found.resolved.realPath);
      });
    });
  }

  readonly #checkRevoked = (): void => {
    if (!this.#rights.isRevoked()) return;
    throw new ToolError("cancelled", "The call is over, and so is its access to files.");
  };

  #openForReading(path: string): OpenedFile & { readonly realPath: string } {
    this.#checkRevoked();
    this.#opened = null;
    const { resolver, containment } = this.#parts;
    const requested = resolver.requested(path);
    const direct = isOutputHandle(path) ? null : containment.openUnlinked(requested);
    if (direct === null) {
      const found = this.#existing(this.#permitted("read", path));
      const opened = openFound(containment, found);
      this.#noteOpened(path, found.resolved);
      return { ...opened, realPath: found.resolved.realPath };
    }
    const { descriptor, stats } = direct;
    try {
      const { resolved } = resolver.describeUnlinked(path, requested, stats);
      if (!this.#rights.permit("read", resolved)) throw notDeclared("read", path);
      this.#noteOpened(path, resolved);
      return { descriptor, stats, realPath: resolved.realPath };
    } catch (error) {
      closeSync(descriptor);
      throw error;
    }
  }

  #noteOpened(path: string, resolved: ResolvedPath): void {
    this.#openedAs = path;
    this.#opened = resolved;
  }

  #permitted(operation: PathOperation, path: string): FoundPath {
    this.#checkRevoked();
    if (operation === "write" || operation === "delete") this.#opened = null;
    const found = this.#parts.resolver.resolve(path);
    this.#checkKind(operation, found);
    if (this.#rights.permit(operation, found.resolved)) return found;
    throw notDeclared(operation, path);
  }

  /** For a final link the link itself is meant, but the call may have declared its target. */
  #permittedEntry(operation: PathOperation, path: string): FoundPath {
    this.#checkRevoked();
    if (operation === "write" || operation === "delete") this.#opened = null;
    const found = this.#parts.resolver.resolveEntry(path);
    this.#checkKind(operation, found);
    if (this.#rights.permit(operation, found.resolved)) return found;
    if (found.stats?.isSymbolicLink()) {
      const { resolved } = this.#parts.resolver.resolve(path);
      if (this.#rights.permit(operation, resolved)) return found;
    }
    throw notDeclared(operation, path);
  }

  /** Refuses changes of a stored output, whatever the call may do. */
  #checkKind(operation: PathOperation, { resolved: { storedOutput } }: FoundPath): void {
    if (storedOutput === undefined || operation === "read" || operation === "inspect") return;
    throw storedOutputUnchanged(storedOutput);
  }

  #existing(found: FoundPath): FoundPath {
    if (found.stats !== null) return found;
    if (found.resolved.storedOutput !== undefined) throw missingOutput(found.resolved.storedOutput);
    throw missingFile(found, {
      resolver: this.#parts.resolver,
      containment: this.#parts.containment,
      isRevealable: (path) => this.#rights.permit("read", path) || this.#rights.isReadable(path),
    });
  }

  #checkMissing(found: FoundPath, replaces: FileVersion | null): void {
    if (replaces !== null) throw changed(found.asked, isGoneText);
    checkCreatable(found, this.#parts.resolver);
  }

  #checkFree(target: FoundPath): void {
    if (target.stats !== null) {
      throw changed(target.asked, "already exists, and a move overwrites nothing.");
    }
    this.#checkMissing(target, null);
  }

  #checkNoRoot({ asked, resolved }: FoundPath): void {
    if (!this.roots.some((root) => isInside(resolved.realPath, root, sep))) return;
    throw new ToolError(
      "permission-denied",
      `${shownPath(asked)} is or contains a root of the workspace, which is never moved or removed.`,
    );
  }

  #planned(change: FileChange): PlannedChange {
    if (change.type === "write") {
      const { path, bytes, replaces, mode } = change;
      const found = this.#permitted("write", path);
      if (found.stats?.isDirectory()) throw notAFile(path, "directory");
      if (found.stats === null) this.#checkMissing(found, replaces);
      return { type: "write", found, bytes, replaces, ...(mode !== undefined && { mode }) };
    }
    const path = change.type === "delete" ? change.path : change.from;
    const found = this.#existing(this.#permittedEntry("delete", path));
    const kind = found.stats === null ? "file" : kindOf(found.stats);
    if (kind !== "file") throw notAFile(path, kind);
    const { replaces } = change;
    if (change.type === "delete") return { type: "delete", found, replaces };
    const target = this.#permittedEntry("write", change.to);
    this.#checkFree(target);
    const { bytes } = change;
    return { type: "move", found, target, replaces, ...(bytes !== undefined && { bytes }) };
  }

  /** Whether the session knows the current version. */
  #isKnown(found: FoundPath): boolean {
    const known = this.#rights.known.get(found.resolved.realPath);
    if (known === undefined || !found.stats?.isFile()) return false;
    return versionOf(this.#parts, found) === known;
  }

  #noteMoved(to: string): void {
    const found = this.#parts.resolver.resolveEntry(to);
    const version = versionOf(this.#parts, found);
    if (version !== null) this.#rights.known.set(found.resolved.realPath, version);
  }
}

/** A real path below a root, in the form that `resolve` returns. */
function describeInside(path: string, root: string): ResolvedPath {
  const displayPath = path.slice(root.endsWith(sep) ? root.length : root.length + 1);
  return { path, realPath: path, displayPath, root, linkCount: 1 };
}

function checkMovable({ asked, stats }: FoundPath): void {
  const kind = stats === null ? "file" : kindOf(stats);
  if (kind !== "file" && kind !== "directory" && kind !== "link") throw notAFile(asked, kind);
}
