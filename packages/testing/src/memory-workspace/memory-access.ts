import { hash } from "node:crypto";
import { ToolError, type WorkspaceAccess } from "@toolwright/core";
import { isAtOrBelow } from "@toolwright/core/internal";
import {
  type DirectoryEntry,
  type FileChange,
  type FileContent,
  type FileStat,
  type FileVersion,
  type JudgedRepository,
  type OpenFile,
  type PathOperation,
  type ResolvedPath,
  type TreeLook,
  unjudgedRepository,
  type WorkspaceSession,
} from "@toolwright/core/ports";
import { type MemoryDisk, type MemoryFile, type MemoryNode, parentOf } from "./memory-disk.ts";
import type { MemoryPaths } from "./memory-paths.ts";
import { assertApart, makeChanges, type MemoryChange } from "./memory-transaction.ts";

const defaultMaxBytes = 64 * 1024 * 1024;

type Rights = Parameters<WorkspaceSession["openCall"]>[0];

export function versionOf({ bytes }: MemoryFile): FileVersion {
  return `sha256:${hash("sha256", bytes, "hex")}`;
}

/** The memory of a session. */
export interface MemoryKnowledge {
  /** By real path. */
  readonly versions: Map<string, FileVersion>;
  readonly contents: Map<FileVersion, Uint8Array>;
}

/** Git cannot run on a disk in memory. */
export function judgeInMemory(): JudgedRepository {
  return unjudgedRepository("its repository is in memory only");
}

/** The file access of one call on a disk in memory. */
export class MemoryAccess implements WorkspaceAccess {
  readonly #disk: MemoryDisk;
  readonly #paths: MemoryPaths;
  readonly #known: Map<string, FileVersion>;
  readonly #contents: Map<FileVersion, Uint8Array>;
  readonly #rights: Rights;

  constructor(disk: MemoryDisk, paths: MemoryPaths, knowledge: MemoryKnowledge, rights: Rights) {
    this.#disk = disk;
    this.#paths = paths;
    this.#known = knowledge.versions;
    this.#contents = knowledge.contents;
    this.#rights = rights;
  }

  get roots(): readonly string[] {
    return this.#paths.roots;
  }

  get cwd(): string {
    return this.#paths.cwd;
  }

  resolve(path: string): ResolvedPath {
    this.#throwIfRevoked();
    return this.#paths.resolve(path);
  }

  judgeRepository(): JudgedRepository {
    this.#throwIfRevoked();
    return judgeInMemory();
  }

  mayRead(path: string): boolean {
    try {
      return this.#rights.isReadable(this.resolve(path));
    } catch {
      // Must never throw; an unresolvable path is unreadable as well.
      return false;
    }
  }

  lookBelow(directory: string): TreeLook {
    const { realPath } = this.#permitted("inspect", directory);
    const fullPath = (path: string): string => `${realPath === "/" ? "" : realPath}/${path}`;
    return {
      readable: (paths) => paths.filter((path) => this.mayRead(fullPath(path))),
      modifiedAtMs: (paths) =>
        this.#rights.isRevoked()
          ? paths.map(() => null)
          : paths.map((path) => this.#disk.at(fullPath(path))?.modifiedAtMs ?? null),
      present: (paths) =>
        this.#rights.isRevoked()
          ? []
          : paths.filter((path) => this.#disk.at(fullPath(path))?.kind === "file"),
    };
  }

  stat(path: string): FileStat | null {
    const node = this.#disk.at(this.#permittedEntry("inspect", path).realPath);
    if (node === null) return null;
    return {
      kind: node.kind,
      size: node.kind === "file" ? node.bytes.byteLength : 0,
      modifiedAtMs: node.modifiedAtMs,
      mode: node.kind === "file" ? node.mode : 0o755,
    };
  }

  list(path: string): readonly DirectoryEntry[] {
    const { realPath } = this.#permitted("read", path);
    const node = this.#existing(path, realPath);
    if (node.kind !== "directory") {
      throw new ToolError("input-invalid", `'${path}' is not a directory.`);
    }
    return Array.from(node.entries, ([name, { kind }]) => ({ name, kind }));
  }

  read(path: string, { maxBytes = defaultMaxBytes } = {}): FileContent {
    const file = this.#file(path, this.#permitted("read", path).realPath);
    if (file.bytes.byteLength > maxBytes) {
      const { byteLength } = file.bytes;
      throw new ToolError("file-too-large", `'${path}' has ${byteLength} bytes, over ${maxBytes}.`);
    }
    this.#contents.set(versionOf(file), file.bytes);
    return { bytes: file.bytes.slice(), version: versionOf(file) };
  }

  open(path: string): OpenFile {
    const file = this.#file(path, this.#permitted("read", path).realPath);
    let isOpen = true;
    const throwIfClosed = (): void => {
      this.#throwIfRevoked();
      if (!isOpen) throw new ToolError("internal", `'${path}' was closed.`);
    };
    return {
      size: file.bytes.byteLength,
      read(buffer, position) {
        throwIfClosed();
        const part = file.bytes.subarray(position, position + buffer.byteLength);
        buffer.set(part);
        return part.byteLength;
      },
      version() {
        throwIfClosed();
        return versionOf(file);
      },
      close() {
        isOpen = false;
      },
    };
  }

  version(path: string): FileVersion | null {
    const { realPath } = this.#permitted("inspect", path);
    return this.#disk.at(realPath) === null ? null : versionOf(this.#file(path, realPath));
  }

  knownVersion(path: string): FileVersion | null {
    return this.#known.get(this.resolve(path).realPath) ?? null;
  }

  knownContent(path: string): Uint8Array | null {
    const version = this.knownVersion(path);
    return version === null ? null : (this.#contents.get(version)?.slice() ?? null);
  }

  noteRead(path: string, version: FileVersion): void {
    this.#known.set(this.resolve(path).realPath, version);
  }

  write(
    path: string,
    bytes: Uint8Array,
    { replaces, mode }: { readonly replaces: FileVersion | null; readonly mode?: number },
  ): FileVersion {
    const { realPath } = this.#permitted("write", path);
    const node = this.#disk.at(realPath);
    if (node !== null && node.kind !== "file") throw notAFile(path, node);
    const version = node === null ? null : versionOf(node);
    if (version !== replaces) throw changed(path, node === null ? "is gone" : "is not as expected");
    this.#throwIfFileIsInTheWay(path, realPath);
    // A new node instead of new bytes, so that hard links and open files keep the old content.
    this.#disk.put(realPath, bytes, mode ?? node?.mode ?? 0o644);
    const written = this.#file(path, realPath);
    this.#know(realPath, written);
    return versionOf(written);
  }

  apply(changes: readonly FileChange[]): readonly (FileVersion | null)[] {
    this.#throwIfRevoked();
    const checked = changes.map((change) => this.#checked(change));
    assertApart(checked);
    const versions = makeChanges(this.#disk, checked, versionOf);
    for (const { change, source, target } of checked) {
      const { replaces } = change;
      const wasKnown = replaces === null || this.#known.get(source.realPath) === replaces;
      if (change.type !== "write") this.#known.delete(source.realPath);
      const place = (target ?? source).realPath;
      const file = this.#disk.at(place);
      if (wasKnown && change.type !== "delete" && file?.kind === "file") this.#know(place, file);
    }
    return versions;
  }

  makeDirectory(path: string): boolean {
    const { realPath } = this.#permitted("write", path);
    const node = this.#disk.at(realPath);
    if (node !== null && node.kind !== "directory") {
      throw new ToolError("input-invalid", `'${path}' is not a directory.`);
    }
    this.#throwIfFileIsInTheWay(path, realPath);
    return this.#disk.makeDirectory(realPath);
  }

  move(from: string, to: string): void {
    const source = this.#permittedEntry("delete", from).realPath;
    const target = this.#permittedEntry("write", to).realPath;
    const node = this.#existing(from, source);
    this.#throwIfRoot(from, source);
    if (node.kind === "other") throw notAFile(from, node);
    if (this.#disk.at(target) !== null) throw changed(to, "exists already");
    if (isAtOrBelow(target, source)) {
      throw new ToolError("input-invalid", `'${from}' cannot be moved into itself ('${to}').`);
    }
    this.#throwIfFileIsInTheWay(to, target);
    const known = this.#known.get(source);
    this.#disk.rename(source, target);
    this.#known.delete(source);
    if (known !== undefined && node.kind === "file" && versionOf(node) === known) {
      this.#known.set(target, known);
    }
  }

  remove(path: string, { recursive = false } = {}): void {
    const { realPath } = this.#permittedEntry("delete", path);
    const node = this.#existing(path, realPath);
    this.#throwIfRoot(path, realPath);
    if (node.kind === "directory" && node.entries.size > 0 && !recursive)
      throw notAFile(path, node);
    for (const below of this.#disk.below(realPath).toReversed()) this.#disk.remove(below);
    this.#disk.remove(realPath);
    this.#known.delete(realPath);
  }

  #know(realPath: string, file: MemoryFile): void {
    const version = versionOf(file);
    this.#known.set(realPath, version);
    this.#contents.set(version, file.bytes);
  }

  /** Errors: whatever prevents the change. */
  #checked(change: FileChange): MemoryChange {
    if (change.type === "write") {
      const { path, replaces } = change;
      const source = this.#permitted("write", path);
      const node = this.#disk.at(source.realPath);
      if (node !== null && node.kind !== "file") throw notAFile(path, node);
      if ((node === null ? null : versionOf(node)) !== replaces) {
        throw changed(path, node === null ? "is gone" : "is not as expected");
      }
      this.#throwIfFileIsInTheWay(path, source.realPath);
      return { change, source, target: null, file: node };
    }
    const path = change.type === "delete" ? change.path : change.from;
    const source = this.#permittedEntry("delete", path);
    const file = this.#file(path, source.realPath);
    if (versionOf(file) !== change.replaces) throw changed(path, "is not as expected");
    if (change.type === "delete") return { change, source, target: null, file };
    const target = this.#permittedEntry("write", change.to);
    if (this.#disk.at(target.realPath) !== null) throw changed(change.to, "exists already");
    this.#throwIfFileIsInTheWay(change.to, target.realPath);
    return { change, source, target, file };
  }

  #throwIfRevoked(): void {
    if (!this.#rights.isRevoked()) return;
    throw new ToolError("cancelled", "The call has ended, so it no longer has access to files.");
  }

  #permitted(operation: PathOperation, path: string): ResolvedPath {
    this.#throwIfRevoked();
    const resolved = this.#paths.resolve(path);
    if (this.#rights.permit(operation, resolved)) return resolved;
    throw notPermitted(operation, path);
  }

  /** Checks a link itself; the call may have declared it by its target. */
  #permittedEntry(operation: PathOperation, path: string): ResolvedPath {
    this.#throwIfRevoked();
    const resolved = this.#paths.resolveEntry(path);
    if (this.#rights.permit(operation, resolved)) return resolved;
    if (this.#disk.at(resolved.realPath)?.kind === "link") {
      if (this.#rights.permit(operation, this.#paths.resolve(path))) return resolved;
    }
    throw notPermitted(operation, path);
  }

  #existing(path: string, realPath: string): MemoryNode {
    const node = this.#disk.at(realPath);
    if (node !== null) return node;
    throw new ToolError("file-not-found", `'${path}' does not exist.${this.#nearNames(realPath)}`);
  }

  #file(path: string, realPath: string): MemoryFile {
    const node = this.#existing(path, realPath);
    if (node.kind === "file") return node;
    throw notAFile(path, node);
  }

  /** Suggests only names that may be read without approval. */
  #nearNames(realPath: string): string {
    const directory = parentOf(realPath);
    const node = this.#disk.at(directory);
    if (node?.kind !== "directory") return "";
    const names = Array.from(node.entries.keys())
      .filter((name) => this.mayRead(`${directory}/${name}`))
      .slice(0, 3);
    return names.length === 0 ? "" : ` There: ${names.join(", ")}.`;
  }

  #throwIfRoot(path: string, realPath: string): void {
    if (!this.roots.some((root) => isAtOrBelow(root, realPath))) return;
    throw new ToolError(
      "permission-denied",
      `'${path}' is a root of the workspace or contains one.`,
    );
  }

  #throwIfFileIsInTheWay(path: string, realPath: string): void {
    for (let above = parentOf(realPath); above !== "/"; above = parentOf(above)) {
      const node = this.#disk.at(above);
      if (node === null || node.kind === "directory") continue;
      throw new ToolError("input-invalid", `'${path}' goes through a file.`);
    }
  }
}

function notPermitted(operation: PathOperation, path: string): ToolError {
  const message = `The call did not declare to ${operation} '${path}', so it may not.`;
  return new ToolError("permission-denied", message);
}

function notAFile(path: string, { kind }: MemoryNode): ToolError {
  return new ToolError("not-a-file", `'${path}' is a ${kind}, not a file.`);
}

function changed(path: string, what: string): ToolError {
  return new ToolError("file-changed", `'${path}' ${what}. Read it again.`);
}
