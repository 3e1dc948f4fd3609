import { join } from "node:path";
import type { Workspace } from "@toolwright/core";
import type {
  FileVersion,
  JudgedRepository,
  MaybePromise,
  ResolvedPath,
  View,
  WorkspaceSession,
} from "@toolwright/core/ports";
import type { WorkspaceParts } from "./access/call-access.ts";
import { checkedContainment } from "./access/checked-containment.ts";
import type { Containment } from "./access/contained-directory.ts";
import {
  canContainByDescriptor,
  descriptorContainment,
  descriptorContainmentIn,
} from "./access/descriptor-containment.ts";
import { findBelow, type FindOptions, type FoundBelow } from "./access/find-below.ts";
import { versionOf } from "./access/look.ts";
import { inRounds } from "./access/rounds.ts";
import { judgeNamed, viewedContainment } from "./access/viewed-containment.ts";
import { homeDirectory } from "./directories.ts";
import { createEnvironment } from "./environment.ts";
import { ProcessLock } from "./locks/process-lock.ts";
import { PathResolver } from "./paths/path-resolver.ts";
import { openCwd, openRoots, openViews } from "./roots.ts";
import { NodeWorkspaceSession } from "./session/workspace-session.ts";
import { OutputPlaces } from "./output-store/output-places.ts";
import { Litter } from "./temporary/litter.ts";
import { recoverTransactions } from "./transaction/recover-transactions.ts";
import { UnsavedFiles } from "./unsaved/unsaved-files.ts";
import type { UnsavedTexts } from "./unsaved/unsaved-texts.ts";
import { FileVersions } from "./versions/file-versions.ts";

export interface OpenWorkspaceOptions {
  /** Existing directories; links are followed once, now. */
  readonly roots: readonly string[];
  /** The directory that relative paths start from, inside a root. Default: the first root. */
  readonly cwd?: string;
  /** The home directory, which is too broad for a root. Default: the user's. */
  readonly home?: string;
  /** Accepts `/`, the home directory and its ancestors as roots. Default: false. */
  readonly allowBroadRoots?: boolean;
  /**
   * Directory for locks between processes, records of unfinished changes, and stored outputs.
   * Without it, output handles don't resolve and processes don't exclude each other. `apply` then
   * undoes failures but not crashes, and temporary files of killed processes are only removed
   * before the next write to their directory.
   */
  readonly stateDirectory?: string;
  /**
   * Existing directories that stand for roots, by root: files are read and changed there, under the
   * root's names. Nothing that a killed process left in a view is repaired: delete the view then.
   */
  readonly views?: Readonly<Record<string, string | Omit<View, "root">>>;
  /** The texts of an editor, which are read in place of the files. Searches and commands read the disk. */
  readonly unsaved?: UnsavedTexts;
}

/**
 * Opens directories for tools to work in.
 *
 * Errors: WorkspaceError for roots and views that don't exist, aren't directories or are too broad,
 * for views that don't belong to a root or overlap another directory, and for a current directory
 * outside the roots.
 */
export function openWorkspace(options: OpenWorkspaceOptions): Workspace {
  const roots = openRoots({
    roots: options.roots,
    home: options.home ?? homeDirectory(createEnvironment()),
    allowBroadRoots: options.allowBroadRoots ?? false,
  });
  const views = openViews(options.views ?? {}, roots);
  const opened = [...roots, ...views.map(({ directory }) => directory)];
  const canUseDescriptors =
    process.platform === "linux" &&
    opened.every((directory) => canContainByDescriptor(directory, views));
  const direct = views.some(({ namespace }) => namespace !== undefined)
    ? descriptorContainmentIn(views)
    : descriptorContainment;
  const containment = canUseDescriptors ? direct : checkedContainment;
  return workspaceWith(containment, roots, options, views);
}

/** The same for roots that are already real paths, with the given containment. */
export function workspaceWith(
  direct: Containment,
  roots: readonly string[],
  {
    cwd,
    stateDirectory,
    unsaved,
  }: Pick<OpenWorkspaceOptions, "cwd" | "stateDirectory" | "unsaved">,
  views: readonly View[] = [],
): Workspace {
  const hasViews = views.length > 0;
  const containment = hasViews ? viewedContainment(direct, views) : direct;
  const openedCwd = openCwd(cwd, roots, views);
  const resolver = new PathResolver({
    roots,
    cwd: openedCwd,
    views,
    ...(stateDirectory !== undefined && { outputs: new OutputPlaces(stateDirectory, openedCwd) }),
  });
  const inState = (name: string): string | null =>
    stateDirectory === undefined ? null : join(stateDirectory, name);
  // Records use a root's name and would be repaired in the root itself, so views leave none.
  const inRecords = (name: string): string | null => (hasViews ? null : inState(name));
  const locks = inState("locks");
  const litter = new Litter({ containment, roots, recordDirectory: inRecords("writing") });
  const recordDirectory = inRecords("transactions");
  if (recordDirectory !== null) recoverTransactions({ containment, roots, recordDirectory });
  litter.afterCrashes();
  const versions = new FileVersions();
  const parts = {
    resolver,
    containment,
    versions,
    litter,
    roots,
    recordDirectory,
    processLock: locks === null ? null : new ProcessLock(locks),
  };
  if (unsaved === undefined) return new NodeWorkspace(parts, null);
  const files = { texts: unsaved, resolver, containment, versions, now: Date.now };
  return new NodeWorkspace(parts, new UnsavedFiles(files));
}

/**
 * The parts that make up a workspace, for other modules of this package. Throws for a workspace
 * that wasn't opened here.
 */
export function partsOf(workspace: Workspace): WorkspaceParts {
  const parts = allParts.get(workspace);
  if (parts === undefined) throw new TypeError("This is not a workspace on a disk.");
  return parts;
}

const allParts = new WeakMap<Workspace, WorkspaceParts>();

class NodeWorkspace implements Workspace {
  readonly roots: readonly string[];
  readonly views: readonly View[];
  readonly cwd: string;
  readonly #parts: WorkspaceParts;
  readonly #unsaved: UnsavedFiles | null;

  constructor(parts: WorkspaceParts, unsaved: UnsavedFiles | null) {
    allParts.set(this, parts);
    this.#parts = parts;
    this.#unsaved = unsaved;
    this.roots = parts.resolver.roots;
    this.views = parts.resolver.views;
    this.cwd = parts.resolver.cwd;
  }

  resolve(path: string): ResolvedPath {
    return this.#parts.resolver.resolve(path).resolved;
  }

  judgeRepository(directory: string): JudgedRepository {
    return judgeNamed(this.views, directory);
  }

  version(path: ResolvedPath): MaybePromise<FileVersion | null> {
    const version = this.#diskVersion(path);
    if (version === null || this.#unsaved === null) return version;
    return this.#unsaved.at(path.realPath).then((content) => content?.version ?? version);
  }

  #diskVersion({ displayPath, realPath }: ResolvedPath): FileVersion | null {
    return inRounds(displayPath, "read", () => {
      const found = { ...this.#parts.resolver.resolve(realPath), asked: displayPath };
      // The path may now be, or go through, a link to something else.
      return found.resolved.realPath === realPath ? versionOf(this.#parts, found) : null;
    });
  }

  findBelow(directory: string, options: FindOptions): FoundBelow {
    return findBelow(directory, { ...options, views: this.views });
  }

  openSession(_sessionId: string, like?: WorkspaceSession): WorkspaceSession {
    const shared = like instanceof NodeWorkspaceSession ? like : null;
    return new NodeWorkspaceSession(this.#parts, this.#unsaved, shared);
  }
}
