import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { connect } from "node:net";
import { basename, join } from "node:path";
import { ToolError } from "@toolwright/core";
import type { Reverted } from "@toolwright/core/ports";
import { isWithin, pathsBetween } from "../path-containment.ts";
import { lookAtRoots, type ProtectedEntry, statsAt } from "./look-at-roots.ts";
import { readQuietly, revertChanges } from "./revert-changes.ts";

/** What is protected in directories that a command may write, from before it starts until after its end. */
export interface Upkeep {
  /** To be kept read-only by the sandbox. */
  readonly held: readonly string[];
  /** To be masked: sockets and FIFOs that somebody may be at the other end of. */
  readonly pipes: readonly string[];
  settle(): readonly Reverted[];
}

export interface UpkeepRequest {
  /** Directories that the command may write. */
  readonly roots: readonly string[];
  /** Paths of which any change was granted. */
  readonly granted: readonly string[];
}

export interface Upkeeper {
  open(request: UpkeepRequest): Promise<Upkeep>;
  /** Somebody else is about to change these: commands that run now didn't. */
  expect(paths: readonly string[]): void;
}

const maxFileBytes = 1024 * 1024;
const maxBytes = 32 * 1024 * 1024;
/** Each is a mount, and the time for one grows with their number. */
const maxHeld = 500;
const keptMs = 30 * 24 * 60 * 60 * 1_000;

/** Shapes: `stateDirectory` is where what was taken back is kept for a month. */
export function createUpkeeper(stateDirectory: string): Upkeeper {
  const running = new Set<string[]>();
  const contents = new Contents();
  const place = join(stateDirectory, "taken-back");
  return {
    async open({ roots, granted: grantedFirst }) {
      const before = lookAtRoots(roots);
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
          return revertChanges({ roots, before, contents: kept, isHeld, granted, openQuarantine });
        },
      };
    },
    expect(paths) {
      for (const granted of running) granted.push(...paths);
    },
  };
}

/** Right in a root, where a mount keeps nobody from moving or removing other things. */
function isAtRoot({ top, kind }: ProtectedEntry, roots: readonly string[]): boolean {
  const root = roots.findLast((each) => isWithin(top, each));
  if (root === undefined || kind === "link" || kind === "other") return false;
  const [first = "", ...more] = pathsBetween(root, top);
  return more.length <= 2 && (more.length === 0 || basename(first).startsWith("."));
}

/** Contents by path, read again only when a file's facts say so. */
class Contents {
  #known = new Map<string, { readonly stamp: string; readonly bytes: Uint8Array }>();

  /** Those that there is room for. */
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

/** A socket file that nobody listens at any more is only a file, and is to be removed by who wants to. */
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
    `Nothing was run: ${count} large files in the workspace are configuration that commands may not change, and at most ${maxHeld} can be kept from them. Open a smaller part of it as the workspace.`,
  );
}
