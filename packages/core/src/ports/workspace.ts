import type { JudgedRepository } from "./repository.ts";
import type { View } from "./view.ts";

/** Node's file access is quicker when it is synchronous; a remote workspace can't be. */
export type MaybePromise<T> = T | PromiseLike<T>;

export interface ResolvedPath {
  /** Absolute, normalised, links not followed. */
  readonly path: string;
  /** Every link followed, as far as the path exists. */
  readonly realPath: string;
  /** How to show it: relative to its root with `/` (`.` for the root itself), absolute outside. */
  readonly displayPath: string;
  /** The real path of the root that contains it; null when it is outside of all. */
  readonly root: string | null;
  /** Hard links of an existing regular file, else 1. */
  readonly linkCount: number;
  /** Whether the path, with links followed, is a directory; absent if nothing exists there. */
  readonly isDirectory?: boolean;
  /**
   * The handle that was asked for, as `output:7f3a9c21`, of an output that this workspace keeps. It is
   * a file of the runtime's own, outside of all roots, that may be read and never changed.
   */
  readonly storedOutput?: string;
}

export type FileKind = "file" | "directory" | "link" | "other";

export interface FileStat {
  readonly kind: FileKind;
  /** In bytes. */
  readonly size: number;
  readonly modifiedAtMs: number;
  /** Permission bits. */
  readonly mode: number;
}

export interface DirectoryEntry {
  readonly name: string;
  readonly kind: FileKind;
}

/**
 * A file's content at one moment. Equal versions mean equal bytes; a different version may still
 * mean equal bytes (a touched file over the size that is hashed).
 */
export type FileVersion = string;

export interface FileContent {
  readonly bytes: Uint8Array;
  readonly version: FileVersion;
}

/** An open regular file for reading parts of it in constant memory. */
export interface OpenFile {
  /** In bytes. */
  readonly size: number;
  /** Fills `buffer` from byte `position`; returns how many bytes were read, 0 at the end. */
  read(buffer: Uint8Array, position: number): MaybePromise<number>;
  version(): MaybePromise<FileVersion>;
  close(): MaybePromise<void>;
}

/** `inspect` is a look at what is there and which version, without its content. */
export type PathOperation = "read" | "inspect" | "write" | "delete";

/** Whether a call may do this to a real path; called for each path that it touches. */
export type PathPermit = (operation: PathOperation, path: ResolvedPath) => boolean;

/**
 * One change of several that happen together. `replaces` is the version it was prepared on, null
 * for "must not exist". Only regular files are deleted and moved so; a link is neither.
 */
export type FileChange =
  | {
      readonly type: "write";
      readonly path: string;
      readonly bytes: Uint8Array;
      readonly replaces: FileVersion | null;
      /** Permission bits; those of what is replaced when absent. */
      readonly mode?: number;
    }
  | { readonly type: "delete"; readonly path: string; readonly replaces: FileVersion }
  | {
      readonly type: "move";
      readonly from: string;
      /** Nothing may be there. */
      readonly to: string;
      /** The version at `from`. */
      readonly replaces: FileVersion;
      /** New content on the way; the mode stays. */
      readonly bytes?: Uint8Array;
    };

/**
 * Quick looks at very many files below one directory, which were found there without following
 * links. Paths are relative to it, normalised, with `/`, and are not resolved again: whoever shows
 * one asks whether it is `present` first, and opens it through the workspace.
 */
export interface TreeLook {
  /** Those of the paths that `mayRead` allows, in their order. */
  readable(paths: readonly string[]): MaybePromise<readonly string[]>;
  /** In the order of the paths; null where there is nothing (any more). */
  modifiedAtMs(paths: readonly string[]): MaybePromise<readonly (number | null)[]>;
  /**
   * Those of the paths at which there is a regular file now, in their order. Unlike the others it
   * looks without following a link, wherever on the way below the directory one was put.
   */
  present(paths: readonly string[]): MaybePromise<readonly string[]>;
  /**
   * Hands on every regular file below that `mayRead` allows. False when it couldn't be sure to find
   * all, whatever was handed on until then; absent where the workspace has no way that is quicker than
   * ripgrep.
   */
  readonly walk?: (request: TreeWalk) => MaybePromise<boolean>;
  /** The rules for ignore files in the directory; absent if the workspace doesn't know them. */
  readonly ignoreRules?: () => MaybePromise<IgnoreRules>;
}

export interface IgnoreRules {
  /** The directory lies in a git repository, whose ignore files hold no further than that. */
  readonly isInRepository: boolean;
  /** ripgrep understands the rules of this directory, and of those above it, as git does. */
  readonly isAsRipgrepReads: boolean;
}

/** Whether files may be read without approval, by their real paths: absolute and normalised. */
export interface ReadFilter {
  (realPath: string): boolean;
  /** The same for the names in one real directory, which is quicker for many of them. */
  readonly inDirectory?: (realDirectory: string) => (name: string) => boolean;
}

export interface TreeWalk {
  /** Entries of these names are passed over, with all below. */
  readonly without: ReadonlySet<string>;
  /** .gitignore and the like, also those of the directories above. */
  readonly heedsIgnoreFiles: boolean;
  /** How many names a file has below the directory at most; null for any number. */
  readonly maxDepth: number | null;
  /** Whether a file of this name is of any interest; asked before everything else. */
  readonly isWanted: (name: string) => boolean;
  /**
   * Takes the names of the files in one directory, which is relative and empty for the beginning.
   * False when that is enough.
   */
  readonly take: (directory: string, names: readonly string[]) => MaybePromise<boolean>;
  /** Asked now and then; true ends the walk. */
  readonly isOver: () => boolean;
}

/**
 * The file access of one call. Every path is as asked (relative to `cwd`, or absolute) and is
 * resolved and contained anew at each use; every use must be covered by the call's effects.
 *
 * Errors (ToolError): `input-invalid` (NUL, empty, too long), `path-outside-workspace`,
 * `permission-denied` (not covered by the call's effects, or by the system), `file-not-found`
 * (naming near names), `not-a-file` (directories, devices, FIFOs, sockets), `file-too-large`,
 * `file-changed` (what a write replaces isn't what it was prepared on), `cancelled` once the call
 * is over.
 */
export interface WorkspaceAccess {
  readonly roots: readonly string[];
  /** As `Workspace.views`. */
  readonly views?: readonly View[];
  readonly cwd: string;
  resolve(path: string): MaybePromise<ResolvedPath>;
  /** As `Workspace.judgeRepository`. */
  judgeRepository(directory: string): JudgedRepository;
  /** Whether this call may read the path without approval. Used to skip paths; never throws. */
  mayRead(path: string): MaybePromise<boolean>;
  /** Errors: as `stat` for the directory. Its own methods answer "no" once the call is over. */
  lookBelow(directory: string): MaybePromise<TreeLook>;
  /** Null when there is nothing. Doesn't follow a link at the end of the path. */
  stat(path: string): MaybePromise<FileStat | null>;
  /** Unsorted; links are told as links. */
  list(path: string): MaybePromise<readonly DirectoryEntry[]>;
  /** Default limit: 64 MiB. */
  read(path: string, options?: { readonly maxBytes?: number }): MaybePromise<FileContent>;
  open(path: string): MaybePromise<OpenFile>;
  /** Null when there is no such file. */
  version(path: string): MaybePromise<FileVersion | null>;
  /** The version that this session last read or wrote there; null for none. */
  knownVersion(path: string): MaybePromise<FileVersion | null>;
  /**
   * The bytes of the version that this session knows, for comparing them with somebody else's
   * change; null when they weren't kept: too large, too long ago, or not read as a whole.
   */
  knownContent(path: string): MaybePromise<Uint8Array | null>;
  /** Remembers that the session now knows this version's content. */
  noteRead(path: string, version: FileVersion): void;
  /**
   * Puts the bytes there, wholly or not at all, keeping the mode of what it replaces and making
   * missing parent directories. `replaces` is the version it was prepared on, null for "must not
   * exist": anything else there is `file-changed`. Returns the new version, which counts as known.
   */
  write(
    path: string,
    bytes: Uint8Array,
    options: { readonly replaces: FileVersion | null; readonly mode?: number },
  ): MaybePromise<FileVersion>;
  /** Makes the directory and its missing parents; false when it was there already. */
  makeDirectory(path: string): MaybePromise<boolean>;
  /** Never overwrites: `file-changed` when there is something at `to`. */
  move(from: string, to: string): MaybePromise<void>;
  /**
   * All of the changes or none, each path in one of them at most: everything is checked first and
   * written beside its place, then put in place at once. Against failures always, against the death
   * of the process where the workspace keeps a record of it. Returns the new versions in order,
   * null for a deletion; they count as known when what they replace was.
   *
   * Errors: as `write`; `input-invalid` for a path that is in two changes.
   */
  apply(changes: readonly FileChange[]): MaybePromise<readonly (FileVersion | null)[]>;
  /** Removes a file, a link (not its target) or, when `recursive`, a directory. */
  remove(path: string, options?: { readonly recursive?: boolean }): MaybePromise<void>;
}

/** One session's view: it remembers what the session has read. */
export interface WorkspaceSession {
  openCall(options: {
    readonly permit: PathPermit;
    /** Whether the policy allows reading a path without approval; answers `mayRead`. */
    readonly isReadable: (path: ResolvedPath) => boolean;
    /** The same for very many real paths inside a root; by default `isReadable` answers for each. */
    readonly readFilter?: () => ReadFilter;
    /** Every later access throws `cancelled`. */
    readonly isRevoked: () => boolean;
  }): WorkspaceAccess;
  close(): void;
}

/** A file, link or other entry that isn't a directory, found by `findBelow`. */
export interface FileBelow {
  /** Its own. */
  readonly path: string;
  /** A link's target; the entry's own path if there is no target. */
  readonly realPath: string;
  /** A link to a directory: what is in it was not looked at. */
  readonly leadsToDirectory: boolean;
}

/** The root directories and the file access given to tools. */
export interface Workspace {
  /** Real, absolute paths. */
  readonly roots: readonly string[];
  /** Directories that stand for roots. Who opens a path without the workspace must look there; absent: none. */
  readonly views?: readonly View[];
  readonly cwd: string;
  /**
   * Path resolution alone: reads no content. Throws `input-invalid` for what is no path,
   * `path-outside-workspace` for a link inside a root that leads out of all of them and for
   * `/proc`, `/dev` and `/sys`. A path *named* outside resolves, with `root: null`.
   */
  resolve(path: string): MaybePromise<ResolvedPath>;
  /**
   * Part of resolving where a command runs: which repository git would find from this real directory, and whether
   * its settings are known to be harmless. Starts nothing and never throws. A repository that cannot be
   * read is a doubt.
   */
  judgeRepository(directory: string): JudgedRepository;
  /** The content's version now, null when there is no file. For rechecking what was prepared. */
  version(path: ResolvedPath): MaybePromise<FileVersion | null>;
  /**
   * The paths below a real directory that are wanted, found without following links; of a file that
   * one itself. `isWhole` is false when the look ended early: too many entries, or a directory that
   * can't be read. Never throws; where there is nothing it finds nothing.
   */
  findBelow(
    directory: string,
    options: { readonly isWanted: (file: FileBelow) => boolean; readonly maxEntries: number },
  ): MaybePromise<{ readonly paths: readonly string[]; readonly isWhole: boolean }>;
  /** With `like`, it shares what that session has read, so that a stage's calls may edit it. */
  openSession(sessionId: string, like?: WorkspaceSession): WorkspaceSession;
}
