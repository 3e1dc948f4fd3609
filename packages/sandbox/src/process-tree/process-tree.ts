import { spawnSync } from "node:child_process";
import {
  childrenOf,
  findGroup,
  findMarked,
  isSameProcess,
  type LinuxProcess,
  readProcess,
} from "./linux-processes.ts";

/** Processes that are ended together. Every method looks anew and never throws. */
export interface ProcessTree {
  /** Also counts what was found only now. */
  countLiving(): number;
  isGone(): boolean;
  /** `SIGTERM` also wakes those that were stopped, so that they can follow it. */
  signal(signal: "SIGTERM" | "SIGKILL"): void;
}

/** Whether the leader was reaped. Until then its number is its own; after that somebody else's. */
type HasExited = () => boolean;

/**
 * The process group that a program was started as the leader of, and nothing else.
 *
 * Shapes: on Linux zombies don't count; elsewhere `countLiving` is 1 for any number.
 */
export function groupTree(leader: number, hasExited: HasExited): ProcessTree {
  if (process.platform === "win32") return windowsTree(leader);
  let isOver = false;
  let known: LinuxProcess[] = [];
  const exists = (): boolean => {
    if (isOver) return false;
    if (groupExists(leader)) return true;
    // A number isn't given away while a group has it, and may be any time after that.
    isOver = hasExited();
    return false;
  };
  const look = (): LinuxProcess[] => (known = exists() ? findGroup(leader) : []);
  const isLinux = process.platform === "linux";
  return {
    countLiving: () => (isLinux ? look().length : Number(exists())),
    isGone: () => !exists() || (isLinux && !known.some(isSameProcess) && look().length === 0),
    signal(signal) {
      for (const each of withWaking(signal)) if (exists()) send(-leader, each);
    },
  };
}

/**
 * The group, and what left it: on Linux its leader's descendants, and whatever carries the mark in
 * its environment, in groups and sessions of its own too. Elsewhere the group.
 */
export function wholeTree(leader: number, mark: string, hasExited: HasExited): ProcessTree {
  const group = groupTree(leader, hasExited);
  if (process.platform !== "linux") return group;
  const away = processSet(() =>
    withDescendants([...(hasExited() ? [] : [leader]), ...findMarked(mark)]).filter(
      (each) => each.group !== leader,
    ),
  );
  return {
    countLiving: () => group.countLiving() + away.countLiving(),
    isGone: () => group.isGone() && away.isGone(),
    signal(signal) {
      // First, as some are found by their parents, which may be in the group.
      away.signal(signal);
      group.signal(signal);
    },
  };
}

/**
 * Whatever carries the mark, and its descendants, but for some groups. Nothing outside Linux.
 */
export function markedTree(
  mark: string,
  exceptGroups: ReadonlySet<number> = new Set(),
): ProcessTree {
  return processSet(() =>
    process.platform === "linux"
      ? withDescendants(findMarked(mark)).filter(({ group }) => !exceptGroups.has(group))
      : [],
  );
}

/** Processes one by one. What was found once belongs to them until it has ended. */
function processSet(find: () => LinuxProcess[]): ProcessTree {
  let known: LinuxProcess[] = [];
  const look = (): LinuxProcess[] => {
    const found = find();
    const others = known.filter(
      (each) => !found.some(({ processId }) => processId === each.processId),
    );
    return (known = [...found, ...others.filter(isSameProcess)]);
  };
  return {
    countLiving: () => look().length,
    // Looking at those we know is cheap; the whole system is searched once they are gone.
    isGone: () => !known.some(isSameProcess) && look().length === 0,
    signal(signal) {
      const living = look();
      for (const each of withWaking(signal)) {
        for (const one of living) if (isSameProcess(one)) send(one.processId, each);
      }
    },
  };
}

function withWaking(signal: "SIGTERM" | "SIGKILL"): readonly NodeJS.Signals[] {
  return signal === "SIGTERM" ? ["SIGTERM", "SIGCONT"] : [signal];
}

/** Windows has neither groups nor a soft signal for programs without a window. */
function windowsTree(leader: number): ProcessTree {
  const exists = (): boolean => send(leader, 0);
  return {
    countLiving: () => (exists() ? 1 : 0),
    isGone: () => !exists(),
    signal() {
      spawnSync("taskkill", ["/pid", String(leader), "/T", "/F"], {
        stdio: "ignore",
        windowsHide: true,
      });
    },
  };
}

function withDescendants(roots: readonly number[]): LinuxProcess[] {
  const found = new Map<number, LinuxProcess>();
  const visit = (processId: number): void => {
    if (found.has(processId)) return;
    const each = readProcess(processId);
    if (each === null) return;
    found.set(processId, each);
    childrenOf(processId).forEach(visit);
  };
  roots.forEach(visit);
  return [...found.values()];
}

function groupExists(leader: number): boolean {
  return send(-leader, 0);
}

/** False when there is nothing to send to. */
function send(target: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(target, signal);
  } catch (thrown) {
    // Somebody else's now (it changed its user): there, though we can't end it. For a group, macOS
    // says the same of one that has only zombies left.
    const isForbidden = (thrown as NodeJS.ErrnoException).code === "EPERM";
    return isForbidden && (target > 0 || process.platform === "linux");
  }
}
