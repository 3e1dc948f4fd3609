import { type Effect, kindOf } from "./effect.ts";

/**
 * What a call excludes while it runs, computed once from its effects so that comparing is cheap.
 * Opaque outside this file; made by `footprintOf`, compared by `conflicts`.
 */
export interface Footprint {
  /**
   * `nothing`: conflicts with nothing. `parts`: conflicts with what is listed and with `everything`.
   * `everything`: a barrier.
   */
  readonly extent: "nothing" | "parts" | "everything";
  /** Paths in the form that `pathKey` gives. */
  readonly reads: readonly string[];
  readonly changes: readonly string[];
  readonly servers: readonly string[];
}

const none: readonly string[] = [];
const nothing: Footprint = { extent: "nothing", reads: none, changes: none, servers: none };
const everything: Footprint = { extent: "everything", reads: none, changes: none, servers: none };

/** The footprint of resolved effects, which have their `realPath`. */
export function footprintOf(effects: readonly Effect[]): Footprint {
  let hasParts = false;
  let reads: string[] | null = null;
  let changes: string[] | null = null;
  let servers: string[] | null = null;
  for (const effect of effects) {
    const part = kindOf(effect).footprint(effect);
    if (part === "everything") return everything;
    if (part === "nothing") continue;
    hasParts = true;
    if (part.reads !== undefined) (reads ??= []).push(...part.reads.map(pathKey));
    if (part.changes !== undefined) (changes ??= []).push(...part.changes.map(pathKey));
    if (part.servers !== undefined) (servers ??= []).push(...part.servers);
  }
  if (!hasParts) return nothing;
  return {
    extent: "parts",
    reads: reads ?? none,
    changes: changes ?? none,
    servers: servers ?? none,
  };
}

/** Whether the two must not run at the same time. Symmetric. */
export function conflicts(a: Footprint, b: Footprint): boolean {
  if (a.extent === "nothing" || b.extent === "nothing") return false;
  if (a.extent === "everything" || b.extent === "everything") return true;
  return (
    overlap(a.changes, b.changes) ||
    overlap(a.changes, b.reads) ||
    overlap(a.reads, b.changes) ||
    (a.servers.length > 0 && a.servers.some((server) => b.servers.includes(server)))
  );
}

const notAscii = /[^\0-\x7f]/;
const notNormalised = /(?:^|\/)\.{1,2}(?:\/|$)|\/\//;

/**
 * A path as a disk sees it that folds case and Unicode forms, with `/` between segments and none at
 * the end. The empty key overlaps every path. On a disk that doesn't fold, two files may count as one
 * and wait for each other needlessly, which is safe.
 */
function pathKey(path: string): string {
  let key = path.includes("\\") ? path.replaceAll("\\", "/") : path;
  // Comparing segments alone, `a/../b` would seem to lie below `a`.
  if (key.startsWith("//")) key = key.replace(/^\/+/, "/");
  if (notNormalised.test(key)) return "";
  if (key.endsWith("/")) key = key.slice(0, -1);
  // Lower, then upper case makes `ẞ`, `ß` and `ss` equal, and the Kelvin sign and `k`.
  return notAscii.test(key)
    ? key.normalize("NFC").toLowerCase().toUpperCase().normalize("NFC")
    : key.toUpperCase();
}

/** Up to this number, comparing every pair is faster than building a set. */
const maxPairs = 64;

/** Whether a path of one list is, contains or lies within a path of the other. */
function overlap(some: readonly string[], others: readonly string[]): boolean {
  if (some.length === 0 || others.length === 0) return false;
  if (some.length * others.length > maxPairs) {
    // A patch of thousands of files must not block the process with millions of comparisons.
    return containsAny(new Set(some), others) || containsAny(new Set(others), some);
  }
  for (const path of some) {
    for (const other of others) if (isWithin(path, other) || isWithin(other, path)) return true;
  }
  return false;
}

function isWithin(path: string, directory: string): boolean {
  return (
    directory === "" ||
    (path.startsWith(directory) &&
      (path.length === directory.length || path[directory.length] === "/"))
  );
}

/** Whether one of `paths`, or a directory above it, is in the set. */
function containsAny(directories: ReadonlySet<string>, paths: readonly string[]): boolean {
  if (directories.has("")) return true;
  return paths.some((path) => {
    for (let end = path.length; end > 0; end = path.lastIndexOf("/", end - 1)) {
      if (directories.has(path.slice(0, end))) return true;
    }
    return false;
  });
}
