import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { ToolError } from "@toolwright/core";
import { systemCode } from "../access/failures.ts";
import type { EntryId } from "../journal/journal-store.ts";
import { isOver } from "../temporary/clean-directory.ts";
import { ownIdentity } from "../temporary/process-identity.ts";
import { type Machine, thisMachine, wasRestartedSince } from "../transaction/machine.ts";
import { parseRecordName, recordName } from "../transaction/transaction-record.ts";
import type { Restoration } from "./restoration.ts";
import { namesIn } from "../state/names-in.ts";
import { readStateFile } from "../state/read-state-file.ts";

/** What an undo is about to do, so that the next start can take it back when it is cut off. */
export interface RestoreRecord {
  readonly entry: EntryId;
  readonly roots: readonly string[];
  readonly restorations: readonly Restoration[];
}

/** Puts a record on the disk. Returns the way to remove it. Errors: ToolError `internal`. */
export function writeRestoreRecord(directory: string, record: RestoreRecord): () => void {
  const path = join(directory, recordName(ownIdentity()));
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    const descriptor = openSync(`${path}.new`, "wx", 0o600);
    try {
      writeFileSync(descriptor, JSON.stringify({ ...record, machine: thisMachine() }));
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    // Whole, or not there at all.
    renameSync(`${path}.new`, path);
  } catch (cause) {
    throw new ToolError(
      "internal",
      "What is about to change could not be recorded in this program's state directory, so nothing " +
        "was changed. Check that the directory is writable and its disk not full.",
      { cause },
    );
  }
  return () => unlinkSync(path);
}

/**
 * Hands every record whose process is gone to `take`, and removes it when that returns true. Never
 * fails for what the system refuses: that is tried again the next time.
 */
export async function takeLeftRecords(
  directory: string,
  take: (record: RestoreRecord) => Promise<boolean>,
): Promise<void> {
  for (const name of namesIn(directory)) {
    const path = join(directory, name);
    try {
      await takeRecord(directory, name, path, take);
    } catch (error) {
      if (systemCode(error) === null && !(error instanceof SyntaxError)) throw error;
    }
  }
}

async function takeRecord(
  directory: string,
  name: string,
  path: string,
  take: (record: RestoreRecord) => Promise<boolean>,
): Promise<void> {
  const owner = parseRecordName(name.replace(/\.new$/, ""));
  if (owner === null) return;
  const stats = statSync(path);
  if (name.endsWith(".new")) {
    // It never came to change anything.
    if (isOver(owner.owner, stats)) unlinkSync(path);
    return;
  }
  const record = JSON.parse(readStateFile(path).toString()) as RestoreRecord & {
    readonly machine: Machine;
  };
  if (!isOver(owner.owner, stats) && !wasRestartedSince(record.machine)) return;
  // Renaming succeeds for one only, and says that this process has taken it over.
  const claimed = join(directory, recordName(ownIdentity(), owner.random));
  renameSync(path, claimed);
  let isDone = false;
  try {
    isDone = await take(record);
  } catch (error) {
    // Whatever it is, opening a workspace doesn't fail for it.
    if (!ToolError.isInstance(error)) throw error;
  } finally {
    if (isDone) unlinkSync(claimed);
    else renameSync(claimed, path);
  }
}
