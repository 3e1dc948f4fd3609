import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { isSameProcess, readProcess } from "../process-tree/linux-processes.ts";
import { endTree } from "../process-tree/end-tree.ts";
import { groupTree, markedTree } from "../process-tree/process-tree.ts";

/** What a runtime has started, kept where the next one finds it. */
export interface ProcessRecord {
  add(group: number): void;
  /** Everything was ended in order: there is nothing to find. */
  close(): void;
}

/**
 * Writes down that this process starts others under a mark, one file a host in
 * `<stateDirectory>/processes`. Only on Linux, where identities can be told later.
 */
export function openRecord(stateDirectory: string, mark: string): ProcessRecord {
  const own = readProcess(process.pid);
  const file = join(stateDirectory, folder, mark);
  if (own === null || !write(file, `${JSON.stringify({ ...own, system: systemIdentity() })}\n`)) {
    return { add() {}, close() {} };
  }
  return {
    add(group) {
      const leader = readProcess(group);
      if (leader !== null) write(file, `${group} ${leader.startTime}\n`);
    },
    close: () => rmSync(file, { force: true }),
  };
}

function write(file: string, line: string): boolean {
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    appendFileSync(file, line, { mode: 0o600 });
    return true;
  } catch {
    // No place to write: the watchdog is still there, and programs are to run.
    return false;
  }
}

/**
 * Ends what runtimes have left that are gone without a word, and forgets those. Returns how many
 * processes there were.
 *
 * A process is one of theirs when it carries the mark in its environment, or when it leads a group
 * that was written down with its start time; its number alone never counts. Records of another boot
 * or another process namespace are let be.
 */
export async function reapLeftovers(stateDirectory: string): Promise<number> {
  const directory = join(stateDirectory, folder);
  let count = 0;
  for (const mark of listOrNone(directory)) {
    const file = join(directory, mark);
    const record = readRecord(file);
    if (record === null || !markPattern.test(mark) || record.isAlive) continue;
    if (record.isOfThisBoot) count += await reap(mark, record.groups);
    rmSync(file, { force: true });
  }
  return count;
}

const folder = "processes";

/** As hosts make them, and long enough not to be in a foreign environment by chance. */
const markPattern = /^[\w-]{12}\.$/;

async function reap(mark: string, groups: RuntimeRecord["groups"]): Promise<number> {
  const ours = groups.filter(
    ({ processId, startTime }) => readProcess(processId)?.startTime === startTime,
  );
  const marked = markedTree(mark);
  const count = Math.max(marked.countLiving(), ours.length);
  for (const { processId } of ours) groupTree(processId, () => false).signal("SIGKILL");
  await endTree(marked, 0);
  return count;
}

interface RuntimeRecord {
  readonly isAlive: boolean;
  readonly isOfThisBoot: boolean;
  readonly groups: readonly { readonly processId: number; readonly startTime: string }[];
}

function readRecord(file: string): RuntimeRecord | null {
  try {
    const [first = "", ...lines] = readFileSync(file, "utf8").split("\n");
    const runtime = JSON.parse(first) as {
      processId: number;
      startTime: string;
      system: SystemIdentity;
    };
    const system = systemIdentity();
    // Of another namespace we can't tell whether it lives.
    if (runtime.system.namespace !== system.namespace) return null;
    const isOfThisBoot = runtime.system.boot === system.boot;
    return {
      isAlive: isOfThisBoot && isSameProcess({ ...runtime, group: 0 }),
      isOfThisBoot,
      groups: lines.flatMap((line) => {
        const [processId, startTime] = line.split(" ");
        return startTime === undefined ? [] : [{ processId: Number(processId), startTime }];
      }),
    };
  } catch {
    // Just being written, just removed by another, or cut off: its processes carry no record, but the
    // watchdog of that runtime had the same task.
    return null;
  }
}

interface SystemIdentity {
  readonly boot: string;
  readonly namespace: string;
}

function systemIdentity(): SystemIdentity {
  return {
    boot: readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim(),
    namespace: readlinkSync("/proc/self/ns/pid"),
  };
}

function listOrNone(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch {
    // Nothing was ever written down.
    return [];
  }
}
