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

/** The record of a runtime's processes, for the next runtime to find. */
export interface ProcessRecord {
  add(group: number): void;
  /** Deletes the record after an orderly end. */
  close(): void;
}

/**
 * Records the processes of a host in a file in `<stateDirectory>/processes`. Linux only, where processes can
 * be identified later.
 */
export function openRecord(stateDirectory: string, mark: string): ProcessRecord {
  const own = ownIdentity();
  const file = join(stateDirectory, folder, mark);
  if (own === null || !write(file, own)) return { add() {}, close() {} };
  return {
    add(group) {
      const leader = readProcess(group);
      if (leader !== null) write(file, `${group} ${leader.startTime}\n`);
    },
    close: () => rmSync(file, { force: true }),
  };
}

/** A line that identifies this process; null where processes can't be identified later. */
export function ownIdentity(): string | null {
  const own = readProcess(process.pid);
  return own && `${JSON.stringify({ ...own, system: systemIdentity() })}\n`;
}

/** Whether the process of an identity in a file has certainly ended. */
export function isOwnerGone(file: string): boolean {
  return readRecord(file)?.isAlive === false;
}

function write(file: string, line: string): boolean {
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    appendFileSync(file, line, { mode: 0o600 });
    return true;
  } catch {
    // The directory is not writable. Programs still run, and the watchdog still guards them.
    return false;
  }
}

/**
 * Ends the processes left by runtimes that died, and deletes their records. Returns how many there were.
 *
 * A process counts as theirs if its environment has the mark, or if it leads a recorded group and has the
 * recorded start time; its id alone never counts. Records of another boot or process namespace are ignored.
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

/** Marks as hosts make them, long enough not to occur elsewhere by chance. */
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
    // A runtime in another namespace may still be alive.
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
    // The record is being written, removed or was cut off. That runtime's watchdog had the same task.
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
    // Nothing was ever recorded.
    return [];
  }
}
