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

/** The plan of an undo, so that the next start can roll it back if it is interrupted. */
export interface RestoreRecord {
  readonly entry: EntryId;
  readonly roots: readonly string[];
  readonly restorations: readonly Restoration[];
}

/**
 * Writes a record to the disk. Returns a function that removes it. Errors: ToolError `internal`.
 */
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
    // The rename makes the record appear complete, or not at all.
    renameSync(`${path}.new`, path);
  } catch (cause) {
    throw new ToolError(
      "internal",
      "The planned changes could not be recorded in this program's state directory, so nothing was " +
        "changed. Check that the directory is writable and its disk is not full.",
      { cause },
    );
  }
  return () => unlinkSync(path);
}

/**
 * Passes every record whose process has ended to `take`, and removes it if that returns true.
 * System errors are ignored, and the record is tried again the next time.
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
    // An incomplete record: nothing has changed yet.
    if (isOver(owner.owner, stats)) unlinkSync(path);
    return;
  }
  const record = JSON.parse(readStateFile(path).toString()) as RestoreRecord & {
    readonly machine: Machine;
  };
  if (!isOver(owner.owner, stats) && !wasRestartedSince(record.machine)) return;
  // The rename succeeds for one process only, and shows that this process has taken over.
  const claimed = join(directory, recordName(ownIdentity(), owner.random));
  renameSync(path, claimed);
  let isDone = false;
  try {
    isDone = await take(record);
  } catch (error) {
    // Opening a workspace must not fail because of this.
    if (!ToolError.isInstance(error)) throw error;
  } finally {
    if (isDone) unlinkSync(claimed);
    else renameSync(claimed, path);
  }
}
