import { appendFileSync, closeSync, fsync, mkdirSync, openSync, unlinkSync } from "node:fs";
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { promisify } from "node:util";
import { ToolError } from "@toolwright/core";
import { systemCode } from "../access/failures.ts";
import { type ProcessIdentity, ownIdentity } from "../temporary/process-identity.ts";
import { type Machine, thisMachine } from "./machine.ts";
import type { FileIdentity } from "./file-identity.ts";
import type { Place, Step } from "./step.ts";

const flushed = promisify(fsync);

/** Recorded before anything is created. */
export interface TransactionPlan {
  /** The roots of the workspace. */
  readonly roots: readonly string[];
  readonly machine: Machine;
  readonly steps: readonly Step[];
  /** Directories to be created, parents first. */
  readonly directories: readonly Omit<Place, "name">[];
}

/** Recorded before the first name changes: each step's file before and after. */
export interface TransactionFiles {
  readonly files: readonly {
    /** Null: nothing was there. */
    readonly before: FileIdentity | null;
    /** Null: nothing will be there. */
    readonly after: FileIdentity | null;
  }[];
}

const doneMark = "done";
const lastingMark = "lasting";

/** The content of a record; parts that its writer didn't reach are null or false. */
export interface RecordedTransaction {
  readonly plan: TransactionPlan;
  readonly files: TransactionFiles["files"] | null;
  readonly isDone: boolean;
  readonly isLasting: boolean;
}

/** Parses a record. Null if its writer didn't finish the plan: then nothing has changed yet. */
export function parseRecord(text: string): RecordedTransaction | null {
  // A line cut short by its writer's death has no line end.
  const lines = text.split("\n").slice(0, -1);
  const [plan, ready, ...marks] = lines.map((line): unknown => JSON.parse(line));
  if (plan === undefined) return null;
  return {
    // Written by this program, and only this user can write there.
    plan: plan as TransactionPlan,
    files: (ready as TransactionFiles | undefined)?.files ?? null,
    isDone: marks.includes(doneMark),
    isLasting: marks.includes(lastingMark),
  };
}

/**
 * The intent of one transaction on the disk, as lines of JSON that only this user can read: the
 * plan, then the files once all of them are ready, then progress marks. Its name identifies the
 * process in charge.
 */
export class TransactionRecord {
  readonly #path: string;
  readonly #descriptor: number;
  #isClosed = false;

  /** Errors: ToolError `internal` when it can't be written; then nothing was changed. */
  static async begin(
    directory: string,
    plan: Omit<TransactionPlan, "machine">,
  ): Promise<TransactionRecord> {
    const record = orUnusable(() => {
      mkdirSync(directory, { recursive: true, mode: 0o700 });
      return new TransactionRecord(join(directory, recordName(ownIdentity())));
    });
    try {
      await record.#append({ ...plan, machine: thisMachine() });
      return record;
    } catch (error) {
      record.remove();
      throw error;
    }
  }

  private constructor(path: string) {
    this.#path = path;
    this.#descriptor = openSync(path, "wx", 0o600);
  }

  async ready(files: TransactionFiles): Promise<void> {
    await this.#append(files);
  }

  /** All names are changed. Not flushed: after a power failure, the names show the same. */
  done(): void {
    appendFileSync(this.#descriptor, `${JSON.stringify(doneMark)}\n`);
  }

  /** All names are on the disk: any later change is another process's. */
  lasting(): void {
    appendFileSync(this.#descriptor, `${JSON.stringify(lastingMark)}\n`);
  }

  /** To be called when only the transaction's result is left. */
  remove(): void {
    this.close();
    unlinkSync(this.#path);
  }

  /** Leaves the record for the next opening of the workspace, unless it was removed. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    closeSync(this.#descriptor);
  }

  async #append(value: TransactionFiles | TransactionPlan): Promise<void> {
    try {
      appendFileSync(this.#descriptor, `${JSON.stringify(value)}\n`);
      await flushed(this.#descriptor);
    } catch (error) {
      throw systemCode(error) === null ? error : unusable(error);
    }
  }
}

export function recordName(
  { scope, pid, startedAt }: ProcessIdentity,
  random: string = randomBytes(8).toString("hex"),
): string {
  return `${scope}-${pid}-${startedAt}-${random}`;
}

const namePattern = /^([0-9a-f]{8})-([0-9]{1,10})-([0-9]{1,16})-([0-9a-f]{16})$/;

/** Null if the name isn't a record's. */
export function parseRecordName(
  name: string,
): { readonly owner: ProcessIdentity; readonly random: string } | null {
  const [, scope, pid, startedAt, random] = namePattern.exec(name) ?? [];
  if (scope === undefined || random === undefined) return null;
  return { owner: { scope, pid: Number(pid), startedAt: Number(startedAt) }, random };
}

function orUnusable<T>(use: () => T): T {
  try {
    return use();
  } catch (error) {
    throw unusable(error);
  }
}

function unusable(cause: unknown): ToolError {
  return new ToolError(
    "internal",
    "The planned changes could not be recorded in this program's state directory, so nothing " +
      "was changed. Check that the directory is writable and its disk is not full.",
    { cause },
  );
}
