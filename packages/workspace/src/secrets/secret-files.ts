import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readdirSync,
  readSync,
  statSync,
} from "node:fs";
import { basename, join, sep } from "node:path";
import { isSecretName } from "@toolwright/core/internal";
import { realPathOf } from "../paths/real-path.ts";
import { type NamedValue, parseSecretFile } from "./parse-secret-file.ts";

/** Limits for reading: secret files are small, and few. */
const maxFileBytes = 256 * 1024;
/** For each view of the roots. */
const maxFiles = 64;

interface KnownFile {
  readonly stamp: string;
  readonly values: readonly NamedValue[];
}

/**
 * The values in files whose names mark them as secret: those directly in a root, and those that a
 * call is about to read. Links out of the roots aren't followed; unreadable files have no values.
 */
export class SecretFiles {
  /** Real paths. */
  readonly #roots: readonly string[];
  /** The directories that stand for the roots elsewhere, such as in stages. */
  #views: readonly (readonly string[])[] = [];
  readonly #files = new Map<string, KnownFile>();
  readonly #listings = new Map<
    string,
    { readonly stamp: string; readonly paths: readonly string[] }
  >();
  readonly #included = new Set<string>();

  constructor(roots: readonly string[]) {
    this.#roots = roots;
  }

  /** Adds directories that stand for the roots elsewhere. */
  addView(directories: readonly string[]): void {
    this.#views = [...this.#views, directories];
  }

  /** Reads nothing below them any more. Their values stay, as values of the file that `nameOf` returns. */
  removeView(directories: readonly string[], nameOf: (path: string) => string): void {
    this.#views = this.#views.filter((each) => each !== directories);
    for (const path of this.#included)
      if (isBelowAny(directories, path)) this.#included.delete(path);
    for (const directory of directories) this.#listings.delete(directory);
    for (const [path, { values }] of this.#files) {
      if (!isBelowAny(directories, path)) continue;
      this.#files.delete(path);
      const known = this.#files.get(nameOf(path)) ?? { stamp: "", values: [] };
      this.#files.set(nameOf(path), { ...known, values: joined(known.values, values) });
    }
  }

  /** Adds a file that a call may read. Returns whether it is new. */
  include(realPath: string): boolean {
    if (this.#included.has(realPath) || this.#included.size >= this.#limit) return false;
    if (!this.#isProtected(realPath)) return false;
    this.#included.add(realPath);
    return true;
  }

  /** Reads the changed files. Returns whether there were any. */
  refresh(): boolean {
    const paths = [
      ...new Set([...this.#allRoots.flatMap((root) => this.#listed(root)), ...this.#included]),
    ];
    let hasChanged = false;
    for (const path of paths.slice(0, this.#limit)) {
      const stamp = stampOf(path);
      if (this.#files.get(path)?.stamp === stamp) continue;
      const before = this.#files.get(path)?.values ?? [];
      const values = stamp === "" ? [] : this.#read(path);
      // Previous values of a file may still appear in some output.
      this.#files.set(path, { stamp, values: joined(values, before) });
      hasChanged ||= values.length > 0;
    }
    return hasChanged;
  }

  /** Sorted by the files' paths; those of the roots themselves come first, so their secrets keep their names. */
  values(): readonly NamedValue[] {
    const elsewhere = this.#views.flat();
    const rank = (path: string): string => `${isBelowAny(elsewhere, path) ? 1 : 0}${path}`;
    return [...this.#files]
      .toSorted(([one], [other]) => (rank(one) < rank(other) ? -1 : 1))
      .flatMap(([, { values }]) => values);
  }

  get #limit(): number {
    return maxFiles * (1 + this.#views.length);
  }

  get #allRoots(): readonly string[] {
    return [...this.#roots, ...this.#views.flat()];
  }

  #listed(root: string): readonly string[] {
    const stamp = stampOf(root);
    const known = this.#listings.get(root);
    if (known?.stamp === stamp) return known.paths;
    const names = attempt(() => readdirSync(root)) ?? [];
    const paths = names
      .filter((name) => isSecretName(name.toLowerCase()))
      .toSorted()
      .map((name) => join(root, name));
    this.#listings.set(root, { stamp, paths });
    return paths;
  }

  /** The root's own name protects nothing inside it. */
  #isProtected(path: string): boolean {
    const root = this.#rootOf(path);
    if (root === undefined) return false;
    return path.slice(root.length).toLowerCase().split(sep).some(isSecretName);
  }

  #rootOf(path: string): string | undefined {
    return this.#allRoots.find((root) => isBelow(root, path));
  }

  #read(path: string): readonly NamedValue[] {
    const real = attempt(() => realPathOf(path));
    if (real === undefined || this.#rootOf(real) === undefined) return [];
    const text = attempt(() => readSmallFile(real));
    return text === undefined ? [] : parseSecretFile(basename(path).toLowerCase(), text);
  }
}

function isBelow(root: string, path: string): boolean {
  return path.startsWith(root.endsWith(sep) ? root : root + sep);
}

function isBelowAny(roots: readonly string[], path: string): boolean {
  return roots.some((root) => isBelow(root, path));
}

/** The values, then those before that are not among them. */
function joined(
  values: readonly NamedValue[],
  before: readonly NamedValue[],
): readonly NamedValue[] {
  const kept = before.filter(({ value }) => !values.some((other) => other.value === value));
  return [...values, ...kept].slice(0, 1_000);
}

/** A stamp that changes whenever the content may have changed. */
function stampOf(path: string): string {
  const stats = attempt(() => statSync(path, { bigint: true }));
  return stats === undefined ? "" : `${stats.ino}:${stats.size}:${stats.mtimeNs}:${stats.ctimeNs}`;
}

/** Neither waits for a pipe nor follows a link that has just been put there. */
function readSmallFile(path: string): string {
  const descriptor = openSync(
    path,
    constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0),
  );
  try {
    if (!fstatSync(descriptor).isFile()) return "";
    const buffer = Buffer.alloc(Math.min(fstatSync(descriptor).size, maxFileBytes));
    const length = readSync(descriptor, buffer, 0, buffer.length, 0);
    const text = buffer.toString("utf8", 0, length);
    return text.includes("\0") ? "" : text.replace(/^\uFEFF/, "");
  } finally {
    closeSync(descriptor);
  }
}

/** An unreadable file has no secrets that could be shown. */
function attempt<Value>(work: () => Value): Value | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
