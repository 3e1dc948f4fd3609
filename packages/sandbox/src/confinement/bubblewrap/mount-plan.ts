import { lstatSync, readdirSync, type Stats, statSync } from "node:fs";
import { dirname, isAbsolute, normalize } from "node:path";
import { ToolError } from "@toolwright/core";
import { nameIn, placeIn, type SandboxProfile, type View } from "@toolwright/core/ports";
import { realPathOf } from "../real-path.ts";
import { depthOf, isWithin, pathsBetween } from "../path-containment.ts";
import { isPlaceholder } from "./placeholder.ts";

/** Strictest first; of two kinds at one path, the stricter applies. */
const strictness = ["masked", "missing", "read-only", "writable", "readable", "hidden"] as const;

export type MountKind = (typeof strictness)[number];

/** One path as the sandboxed process sees it. */
export interface Mount {
  /** Absolute, without links. */
  readonly path: string;
  /** `missing`: does not exist and cannot be created. */
  readonly kind: MountKind;
  /** For existing paths; `missing` ones count as directories. */
  readonly isDirectory: boolean;
  /** The path outside of a file that is shown there. */
  readonly by?: string;
  /** Where it is outside, in a view; at the path itself by default. */
  readonly from?: string;
}

/** Private to each command, because they also hold other users' sockets. */
const temporaryDirectories = ["/tmp", "/var/tmp", "/run", "/var/run"] as const;

/**
 * The mounts that implement a profile, parents first.
 *
 * Shapes: `sockets` are the paths of bound sockets. Errors: ToolError `input-invalid` for a relative path,
 * for a writable path that does not exist, and for a read-only path that is a link or below one, since a link
 * can be replaced whatever is mounted on its target.
 */
export function planMounts(profile: SandboxProfile, sockets: readonly string[]): readonly Mount[] {
  const { views = [] } = profile;
  const writable = profile.writablePaths.map((asGiven) => ({
    asGiven,
    real: existing(asGiven, views),
  }));
  const roots = writable.map(({ real }) => real);
  const plan = new Plan(views);
  plan.add("/", "readable");
  for (const path of [...temporaryDirectories, ...(profile.hiddenPaths ?? [])]) {
    const real = realOrNull(path, views);
    if (real !== null && !roots.some((root) => isWithin(real, root))) plan.add(real, "hidden");
  }
  for (const path of profile.readablePaths ?? []) plan.addExisting(path, "readable");
  for (const view of views) {
    plan.add(view.root, "readable");
    // By its own path what is masked in it could be read.
    if (isDirectoryAt(outsideOf(view))) plan.add(outsideOf(view), "hidden");
  }
  for (const path of roots) plan.add(path, "writable");
  for (const path of profile.readOnlyPaths ?? []) protect(plan, inRoots(checked(path), writable));
  for (const path of profile.maskedPaths ?? []) plan.addExisting(path, "masked");
  for (const path of sockets.map((place) => nameIn(views, place))) {
    if (isShown(plan.kindOf(path))) plan.addExisting(path, "masked");
  }
  for (const { path, by } of profile.standIns ?? []) plan.show(path, by);
  return plan.inOrder();
}

/** The path by which a command could reach the view in place of the root. */
function outsideOf({ directory, namespace }: View): string {
  return namespace === undefined ? directory : dirname(directory.slice(namespace.root.length));
}

function isShown(kind: MountKind): boolean {
  return kind === "readable" || kind === "read-only" || kind === "writable";
}

class Plan {
  readonly #mounts = new Map<string, Mount>();
  readonly views: readonly View[];

  constructor(views: readonly View[]) {
    this.views = views;
  }

  /** Where a path of the command lies outside. */
  placeOf(path: string): string {
    return placeIn(this.views, path);
  }

  add(path: string, kind: MountKind, isDirectory = isDirectoryAt(this.placeOf(path))): void {
    const before = this.#mounts.get(path);
    if (before !== undefined && rankOf(before.kind) <= rankOf(kind)) return;
    this.#mounts.set(path, { path, kind, isDirectory });
  }

  addExisting(path: string, kind: MountKind): void {
    const real = realOrNull(checked(path), this.views);
    if (real !== null) this.add(real, kind);
  }

  show(path: string, by: string): void {
    const real = realOrNull(checked(path), this.views);
    if (real === null) return;
    const kind = this.#mounts.get(real)?.kind ?? "read-only";
    this.#mounts.set(real, { path: real, kind, isDirectory: false, by });
  }

  /** The kind that applies to a path so far. */
  kindOf(path: string): MountKind {
    return this.#over(path)?.kind ?? "readable";
  }

  /** The mount that determines a path: the deepest at or above it, or a masked one. */
  #over(path: string): Mount | undefined {
    let deepest: Mount | undefined;
    for (const mount of this.#mounts.values()) {
      if (!isWithin(path, mount.path)) continue;
      if (mount.kind === "masked") return mount;
      if (deepest === undefined || mount.path.length > deepest.path.length) deepest = mount;
    }
    return deepest;
  }

  rootOf(path: string): string | null {
    const over = this.#over(path);
    return over?.kind === "writable" ? over.path : null;
  }

  inOrder(): Mount[] {
    const all = [...this.#mounts.values()];
    const masked = all.filter(({ kind }) => kind === "masked");
    return all
      .filter((mount) => !masked.some((each) => each !== mount && isWithin(mount.path, each.path)))
      .filter((mount) => mount.kind !== "masked" || !this.#isOutOfSight(mount.path))
      .toSorted((a, b) => depthOf(a.path) - depthOf(b.path) || (a.path < b.path ? -1 : 1))
      .map((mount) => {
        const place = this.placeOf(mount.path);
        return place === mount.path ? mount : { ...mount, from: place };
      });
  }

  /** Whether it lies in a hidden directory, where a mask would only reveal its existence. */
  #isOutOfSight(path: string): boolean {
    const parents = pathsBetween("/", path).slice(0, -1).reverse();
    const over = parents
      .map((parent) => this.#mounts.get(parent))
      .find((each) => each !== undefined);
    return over?.kind === "hidden";
  }
}

/**
 * Makes a path read-only, or impossible to create. Each directory above it becomes a mount of its own;
 * otherwise the command could move that directory and create another.
 */
function protect(plan: Plan, path: string): void {
  const root = plan.rootOf(path);
  if (root === null) return;
  const way = pathsBetween(root, path);
  if (way.length === 0) return plan.add(path, "read-only");
  for (const step of way) {
    const place = plan.placeOf(step);
    const stat = lstatOrNull(place);
    if (stat?.isSymbolicLink() === true) throw isLink(step);
    const isLast = step === way.at(-1);
    if (stat === null || isNothingYet(place, stat, isLast)) return plan.add(step, "missing", true);
    if (isLast || !stat.isDirectory()) return plan.add(step, "read-only");
    plan.add(step, "writable");
  }
}

/** Whether a directory exists only as a mount point, or may be about to become one. */
function isNothingYet(path: string, stat: Stats, isLast: boolean): boolean {
  return stat.isDirectory() && (isPlaceholder(path) || (isLast && readdirSync(path).length === 0));
}

function isLink(path: string): ToolError {
  return new ToolError(
    "input-invalid",
    `'${path}' is a link, which a sandboxed command could replace, so nothing was run. Replace the link by its target, or remove it from the protected paths.`,
    { details: { path } },
  );
}

interface WritablePath {
  readonly asGiven: string;
  readonly real: string;
}

/** The path with the real path of the root that it is written below. */
function inRoots(path: string, roots: readonly WritablePath[]): string {
  const root = roots.find(({ asGiven }) => isWithin(path, normalize(asGiven)));
  return root === undefined ? path : root.real + path.slice(normalize(root.asGiven).length);
}

function rankOf(kind: MountKind): number {
  return strictness.indexOf(kind);
}

function checked(path: string): string {
  if (isAbsolute(path) && !path.includes("\0")) return withoutFinalSlash(normalize(path));
  throw new ToolError(
    "input-invalid",
    `A path of a sandbox must be absolute: '${path}' is relative.`,
  );
}

function withoutFinalSlash(path: string): string {
  return path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path;
}

function existing(path: string, views: readonly View[]): string {
  const real = realOrNull(checked(path), views);
  if (real !== null) return real;
  throw new ToolError(
    "input-invalid",
    `'${path}' cannot be made writable for the command because it does not exist. Name its directory.`,
    { details: { path } },
  );
}

/**
 * Errors: `input-invalid` for a link in a view that names the root itself: what it leads to outside isn't what it
 * leads to inside.
 */
function realOrNull(path: string, views: readonly View[]): string | null {
  const place = placeIn(views, path);
  const isViewed = place !== path;
  try {
    const real = realPathOf(place);
    if (!isViewed || !views.some(({ root }) => isWithin(real, root))) return nameIn(views, real);
  } catch {
    // It does not exist or is not visible to us, and so not to the command.
    if (!isViewed || lstatOrNull(place)?.isSymbolicLink() !== true) return null;
  }
  throw isLink(path);
}

function lstatOrNull(path: string): Stats | null {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) ?? null;
  } catch {
    return null;
  }
}

function isDirectoryAt(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
