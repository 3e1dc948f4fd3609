import { join } from "node:path";
import { readStateFile, replaceStateFile } from "@toolwright/workspace/state";
import type { Eras, KnownEra } from "./eras.ts";

/** The servers learned longest ago are forgotten first. */
const maxServers = 1_000;
/**
 * After this time a server may be another version. The newest era needs no limit: a server that lost it
 * refuses.
 */
const lifetimeMs = 7 * 24 * 60 * 60 * 1000;

type Known = Readonly<Record<string, readonly [KnownEra, atMs: number]>>;

/**
 * Remembers servers' eras in the state directory for all processes of this user. If that fails, servers are
 * only probed again.
 */
export function keepEras(stateDirectory: string, now: () => number = Date.now): Eras {
  const file = join(stateDirectory, "mcp", "eras.json");
  let known: Known | null = null;
  return {
    get(key) {
      known ??= read(file);
      const [era, atMs] = Object.hasOwn(known, key) ? (known[key] ?? []) : [];
      if (era === undefined || atMs === undefined) return undefined;
      return era === "modern" || now() - atMs < lifetimeMs ? era : undefined;
    },
    set(key, era) {
      if (this.get(key) === (era ?? undefined)) return;
      // Another process may have added other servers.
      const { [key]: _before, ...others } = read(file);
      known = era === null ? others : { ...others, [key]: [era, now()] };
      const entries = Object.entries(known).slice(-maxServers);
      try {
        replaceStateFile(file, `${JSON.stringify(Object.fromEntries(entries))}\n`);
      } catch {
        // The disk is full or read-only: it is remembered only by this process.
      }
    },
  };
}

function read(file: string): Known {
  try {
    const value: unknown = JSON.parse(readStateFile(file).toString());
    if (typeof value !== "object" || value === null || Array.isArray(value)) return {};
    return Object.fromEntries(Object.entries(value).filter(([, entry]) => isEntry(entry)));
  } catch {
    return {};
  }
}

const eras: readonly unknown[] = ["modern", "legacy", "events"];

function isEntry(entry: unknown): boolean {
  return Array.isArray(entry) && eras.includes(entry[0]) && typeof entry[1] === "number";
}
