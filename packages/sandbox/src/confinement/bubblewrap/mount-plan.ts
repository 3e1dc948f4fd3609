import { lstatSync, readdirSync, realpathSync, type Stats, statSync } from "node:fs";
import { isAbsolute, normalize } from "node:path";
import { ToolError } from "@toolwright/core";
import type { SandboxProfile } from "@toolwright/core/ports";
import { depthOf, isWithin, pathsBetween } from "../path-containment.ts";
import { isPlaceholder } from "./placeholder.ts";

/** From the strictest on: of two at one path the first holds. */
const strictness = ["masked", "missing", "read-only", "writable", "readable", "hidden"] as const;

export type MountKind = (typeof strictness)[number];

/** What is put over one path of the system, as the confined process sees it. */
export interface Mount {
  /** Absolute, without links. */
  readonly path: string;
  /** `missing` is what doesn't exist and can't be created. */
  readonly kind: MountKind;
  /** Of what is there; `missing` ones count as directories. */
  readonly isDirectory: boolean;
  /** A file that is shown there, by where it is outside. */
  readonly by?: string;
}

/** Private to each command; other users' sockets are in them, too. */
const temporaryDirectories = ["/tmp", "/var/tmp", "/run", "/var/run"] as const;

/**
 * The mounts that make a profile true, each after those that contain it.
 *
 * Shapes: `sockets` are the paths of sockets that somebody is bound to.
 * Errors: ToolError `input-invalid` for a writable path that doesn't exist, a relative one, and a
 * read-only one that is, or is below, a link: a link can be replaced whatever is mounted on its target.
 */
export function planMounts(profile: SandboxProfile, sockets: readonly string[]): readonly Mount[] {
  const writable = profile.writablePaths.map((asGiven) => ({ asGiven, real: existing(asGiven) }));
  const roots = writable.map(({ real }) => real);
  const plan = new Plan();
  plan.add("/", "readable");
  for (const path of [...temporaryDirectories, ...(profile.hiddenPaths ?? [])]) {
    const real = realOrNull(path);
    if (real !== null && !roots.some((root) => isWithin(real, root))) plan.add(real, "hidden");
  }
  for (const path of profile.readablePaths ?? []) plan.addExisting(path, "readable");
  for (const path of roots) plan.add(path, "writable");
  for (const path of profile.readOnlyPaths ?? []) protect(plan, inRoots(checked(path), writable));
  for (const path of profile.maskedPaths ?? []) plan.addExisting(path, "masked");
  for (const path of sockets) {
    if (isShown(plan.kindOf(path))) plan.addExisting(path, "masked");
  }
  for (const { path, by } of profile.standIns ?? []) plan.show(path, by);
  return plan.inOrder();
}

function isShown(kind: MountKind): boolean {
  return kind === "readable" || kind === "read-only" || kind === "writable";
}

class Plan {
  readonly #mounts = new Map<string, Mount>();

  add(path: string, kind: MountKind, isDirectory = isDirectoryAt(path)): void {
    const before = this.#mounts.get(path);
    if (before !== undefined && rankOf(before.kind) <= rankOf(kind)) return;
    this.#mounts.set(path, { path, kind, isDirectory });
  }

  addExisting(path: string, kind: MountKind): void {
    const real = realOrNull(checked(path));
    if (real !== null) this.add(real, kind);
  }

  show(path: string, by: string): void {
    const real = realOrNull(checked(path));
    if (real === null) return;
    const kind = this.#mounts.get(real)?.kind ?? "read-only";
    this.#mounts.set(real, { path: real, kind, isDirectory: false, by });
  }

  /** What a path is by now. */
  kindOf(path: string): MountKind {
    return this.#over(path)?.kind ?? "readable";
  }

  /** The deepest path that decides over another, or is it. */
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
      .toSorted((a, b) => depthOf(a.path) - depthOf(b.path) || (a.path < b.path ? -1 : 1));
  }

  /** Below a hidden directory, where a mask would only show that there is something. */
  #isOutOfSight(path: string): boolean {
    const parents = pathsBetween("/", path).slice(0, -1).reverse();
    const over = parents
      .map((parent) => this.#mounts.get(parent))
      .find((each) => each !== undefined);
    return over?.kind === "hidden";
  }
}

/**
 * Makes one path read-only, or impossible to create. Each directory on the way to it becomes a mount
 * of its own, or the command could move it away and put another in its place.
 */
function protect(plan: Plan, path: string): void {
  const root = plan.rootOf(path);
  if (root === null) return;
  const way = pathsBetween(root, path);
  if (way.length === 0) return plan.add(path, "read-only");
  for (const step of way) {
    const stat = lstatOrNull(step);
    if (stat?.isSymbolicLink() === true) throw isLink(step);
    const isLast = step === way.at(-1);
    if (stat === null || isNothingYet(step, stat, isLast)) return plan.add(step, "missing", true);
    if (isLast || !stat.isDirectory()) return plan.add(step, "read-only");
    plan.add(step, "writable");
  }
}

/** Made only to be mounted on, by another command; or perhaps just being made by one. */
function isNothingYet(path: string, stat: Stats, isLast: boolean): boolean {
  return stat.isDirectory() && (isPlaceholder(path) || (isLast && readdirSync(path).length === 0));
}

function isLink(path: string): ToolError {
  return new ToolError(
    "input-invalid",
    `'${path}' is a link, and a link can't be kept from being replaced by a sandboxed command, so nothing was run. Replace it by what it leads to, or take it off the protected paths.`,
    { details: { path } },
  );
}

interface WritablePath {
  readonly asGiven: string;
  readonly real: string;
}

/** With the real path of the root that it is written below. */
function inRoots(path: string, roots: readonly WritablePath[]): string {
  const root = roots.find(({ asGiven }) => isWithin(path, normalize(asGiven)));
  return root === undefined ? path : root.real + path.slice(normalize(root.asGiven).length);
}

function rankOf(kind: MountKind): number {
  return strictness.indexOf(kind);
}

function checked(path: string): string {
  if (isAbsolute(path) && !path.includes("\0")) return withoutFinalSlash(normalize(path));
  throw new ToolError("input-invalid", `A path of a sandbox must be absolute: '${path}' isn't.`);
}

function withoutFinalSlash(path: string): string {
  return path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path;
}

function existing(path: string): string {
  const real = realOrNull(checked(path));
  if (real !== null) return real;
  throw new ToolError(
    "input-invalid",
    `'${path}' can't be made writable for the command: it doesn't exist. Name its directory.`,
    { details: { path } },
  );
}

function realOrNull(path: string): string | null {
  try {
    return realpathSync.native(path);
  } catch {
    // Not there, or not for us to see, and so not for the command either.
    return null;
  }
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
