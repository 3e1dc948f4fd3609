import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { connect } from "node:net";
import { basename, join } from "node:path";
import { ToolError } from "@toolwright/core";
import type { Reverted } from "@toolwright/core/ports";
import { isWithin, pathsBetween } from "../path-containment.ts";
import { lookAtRoots, type ProtectedEntry, statsAt } from "./look-at-roots.ts";
import { readQuietly, revertChanges } from "./revert-changes.ts";

/**
 * Protects files in the directories that a command may write, from before its start until after its end.
 */
export interface Upkeep {
  /** Paths for the sandbox to keep read-only. */
  readonly held: readonly string[];
  /** Sockets and FIFOs in use, to be masked. */
  readonly pipes: readonly string[];
  settle(): readonly Reverted[];
}

export interface UpkeepRequest {
  /** The directories that the command may write. */
  readonly roots: readonly string[];
  /** Paths whose changes were all granted. */
  readonly granted: readonly string[];
}

export interface Upkeeper {
  open(request: UpkeepRequest): Promise<Upkeep>;
  /** Announces a change by someone else, which must not be blamed on running commands. */
  expect(paths: readonly string[]): void;
}

const maxFileBytes = 1024 * 1024;
const maxBytes = 32 * 1024 * 1024;
/** Each is a mount, and mounting slows down with their number. */
const maxHeld = 500;
const keptMs = 30 * 24 * 60 * 60 * 1_000;

/** Shapes: `stateDirectory` keeps reverted changes for a month. */
export function createUpkeeper(
  stateDirectory: string,
  listedAt: (directory: string) => string = (directory) => directory,
): Upkeeper {
  const running = new Set<string[]>();
  const contents = new Contents();
  const place = join(stateDirectory, "taken-back");
  return {
    async open({ roots, granted: grantedFirst }) {
      const before = lookAtRoots(roots, { listedAt });
      const granted = [...grantedFirst];
      const isFree = ({ path }: ProtectedEntry): boolean =>
        !granted.some((each) => isWithin(path, each));
      const entries = [...before.entries.values()].filter(isFree);
      const held = new Set(entries.filter((each) => isAtRoot(each, roots)).map(({ top }) => top));
      for (const place of granted)
        for (const top of held) if (isWithin(place, top)) held.delete(top);
      const isBelowHeld = (path: string): boolean => [...held].some((each) => isWithin(path, each));
      const open = entries.filter(
        ({ path, kind, stats }) => kind === "file" && (!isBelowHeld(path) || stats.nlink > 1n),
      );
      const kept = contents.of(open);
      for (const { path } of open) if (!kept.has(path)) held.add(path);
      if (held.size > maxHeld) throw tooMany(held.size);
      running.add(granted);
      return {
        held: [...held],
        pipes: await inUse(before.pipes),
        settle() {
          running.delete(granted);
          const isHeld = (path: string): boolean => isBelowHeld(path) && !kept.has(path);
          const openQuarantine = (): string => openDirectory(place);
          return revertChanges({
            roots,
            before,
            listedAt,
            contents: kept,
            isHeld,
            granted,
            openQuarantine,
          });
        },
      };
    },
    expect(paths) {
      for (const granted of running) granted.push(...paths);
    },
  };
}

/** Whether it lies directly in a root, where a mount prevents no other moves or removals. */
function isAtRoot({ top, kind }: ProtectedEntry, roots: readonly string[]): boolean {
  const root = roots.findLast((each) => isWithin(top, each));
  if (root === undefined || kind === "link" || kind === "other") return false;
  const [first = "", ...more] = pathsBetween(root, top);
  return more.length <= 2 && (more.length === 0 || basename(first).startsWith("."));
}

/** File contents by path, read again only when the facts of a file change. */
class Contents {
  #known = new Map<string, { readonly stamp: string; readonly bytes: Uint8Array }>();

  /** The contents that fit the limits. */
  of(entries: readonly ProtectedEntry[]): ReadonlyMap<string, Uint8Array> {
    const known = new Map<string, { readonly stamp: string; readonly bytes: Uint8Array }>();
    let bytesLeft = maxBytes;
    for (const { path, stats, lookedAtMs } of entries) {
      if (stats.size > maxFileBytes || stats.size > bytesLeft) continue;
      const { dev, ino, size, mtimeNs, ctimeNs } = stats;
      const stamp = [dev, ino, size, mtimeNs, ctimeNs].join(" ");
      const isSettled = lookedAtMs - Number(stats.ctimeMs) > 1_000;
      const before = isSettled ? this.#known.get(path) : undefined;
      const bytes = before?.stamp === stamp ? before.bytes : readQuietly(path);
      if (bytes === null) continue;
      bytesLeft -= bytes.byteLength;
      known.set(path, { stamp, bytes });
    }
    this.#known = known;
    return new Map(Array.from(known, ([path, { bytes }]) => [path, bytes]));
  }
}

/** The pipes in use. A socket file without a listener is an ordinary file that may be removed. */
async function inUse(pipes: readonly string[]): Promise<readonly string[]> {
  const answers = await Promise.all(
    pipes.map(async (path) => statsAt(path)?.isSocket() !== true || !(await isStale(path))),
  );
  return pipes.filter((_, index) => answers[index]);
}

function isStale(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    const end = (answer: boolean): void => {
      socket.destroy();
      resolve(answer);
    };
    socket.once("connect", () => end(false));
    socket.once("error", (error: NodeJS.ErrnoException) => end(error.code === "ECONNREFUSED"));
    socket.setTimeout(100, () => end(false));
  });
}

function openDirectory(place: string): string {
  mkdirSync(place, { recursive: true, mode: 0o700 });
  for (const name of readdirSync(place)) {
    const old = join(place, name);
    const { mtimeMs } = statSync(old, { throwIfNoEntry: false }) ?? { mtimeMs: Date.now() };
    if (mtimeMs < Date.now() - keptMs) rmSync(old, { recursive: true, force: true });
  }
  return mkdtempSync(join(place, `${Date.now()}-`));
}

function tooMany(count: number): ToolError {
  return new ToolError(
    "command-failed",
    `Nothing was run: the workspace has ${count} large configuration files that commands may not change, and at most ${maxHeld} can be protected. Open a smaller part of it as the workspace.`,
  );
}
