import {
  copyFileSync,
  constants,
  mkdirSync,
  renameSync,
  rmdirSync,
  statSync,
  unlinkSync,
} from "node:fs";
import { basename, dirname, join, sep } from "node:path";
import {
  type ContainedDirectory,
  type Containment,
  baseOf,
} from "../access/contained-directory.ts";
import { PathMoved, isGone, systemCode } from "../access/failures.ts";
import { statIn } from "../changes/replaced-file.ts";
import { removeIfThere } from "../changes/temporary-file.ts";
import { isInside } from "../paths/containment.ts";
import { isOver } from "../temporary/clean-directory.ts";
import { ownIdentity } from "../temporary/process-identity.ts";
import { type FileIdentity, isFile } from "./file-identity.ts";
import { wasRestartedSince } from "./machine.ts";
import { type Place, type Step, undoStep } from "./step.ts";
import {
  parseRecord,
  parseRecordName,
  type RecordedTransaction,
  recordName,
  type TransactionFiles,
} from "./transaction-record.ts";
import { namesIn } from "../state/names-in.ts";
import { readStateFile } from "../state/read-state-file.ts";

export interface RecoveryOptions {
  readonly containment: Containment;
  readonly roots: readonly string[];
  /** Where intents are recorded. */
  readonly recordDirectory: string;
}

/**
 * Completes or undoes the transactions of processes that died. Files changed by others since are
 * left as they are, and the content that would have been restored there is kept in the record
 * directory. To be called when a workspace is opened. System failures are ignored, and the recovery
 * is tried again at the next opening.
 */
export function recoverTransactions(options: RecoveryOptions): void {
  for (const name of namesIn(options.recordDirectory)) {
    try {
      recoverOne(options, name);
    } catch (error) {
      const isOfSystem = systemCode(error) !== null || error instanceof PathMoved;
      if (!isOfSystem && !(error instanceof SyntaxError)) throw error;
    }
  }
}

function recoverOne(options: RecoveryOptions, name: string): void {
  const path = join(options.recordDirectory, name);
  const owner = parseRecordName(name);
  if (owner === null) return;
  const stats = statSync(path);
  const recorded = parseRecord(readStateFile(path).toString());
  const isLeft =
    isOver(owner.owner, stats) || (recorded !== null && wasRestartedSince(recorded.plan.machine));
  if (!isLeft) return;
  if (recorded !== null && !concerns(recorded, options.roots)) return;
  // The rename succeeds for one process only, and shows that this process has taken over.
  const claimed = join(options.recordDirectory, recordName(ownIdentity(), owner.random));
  renameSync(path, claimed);
  try {
    if (recorded !== null) new Recovery(options, recorded).run();
    unlinkSync(claimed);
  } catch (error) {
    renameSync(claimed, path);
    throw error;
  }
}

function concerns({ plan }: RecordedTransaction, roots: readonly string[]): boolean {
  return plan.roots.some((recorded) =>
    roots.some((root) => isInside(root, recorded, sep) || isInside(recorded, root, sep)),
  );
}

/** The place of a step: as before the step, as after it, partly done, or changed by others. */
type State = "before" | "after" | "between" | "foreign";

interface RecordedStep {
  readonly step: Step;
  readonly files: TransactionFiles["files"][number];
}

class Recovery {
  readonly #options: RecoveryOptions;
  readonly #recorded: RecordedTransaction;

  constructor(options: RecoveryOptions, recorded: RecordedTransaction) {
    this.#options = options;
    this.#recorded = recorded;
  }

  run(): void {
    const { plan, files } = this.#recorded;
    const steps = plan.steps.flatMap((step, index): RecordedStep[] => {
      const known = files?.[index];
      return known === undefined ? [] : [{ step, files: known }];
    });
    const happened = this.#hasHappened(steps);
    if (!happened) for (const step of steps.toReversed()) this.#undo(step);
    for (const [index, step] of plan.steps.entries()) {
      this.#clean(step, happened ? null : (files?.[index]?.before ?? null));
    }
    if (!happened)
      for (const { root, directory } of plan.directories.toReversed()) {
        this.#removeDirectory(root, directory);
      }
  }

  #hasHappened(steps: readonly RecordedStep[]): boolean {
    const { files, isDone, isLasting } = this.#recorded;
    if (files === null) return false;
    if (isLasting) return true;
    const states = steps.map((step) => this.#stateOf(step));
    return states.every((state) => state === "after" || (isDone && state === "foreign"));
  }

  #stateOf({ step, files: { before, after } }: RecordedStep): State {
    const is = (place: Place, identity: typeof before): boolean =>
      this.#inside(place, (directory) =>
        identity === null
          ? statIn(directory, place.name) === null
          : isFile(directory, place.name, identity),
      ) ?? identity === null;
    switch (step.type) {
      case "put":
        if (is(step.at, after)) return "after";
        return is(step.at, before) ? "before" : "foreign";
      case "take": {
        if (is(step.at, before)) return "before";
        const isKept = is({ ...step.at, name: step.backup }, before);
        return is(step.at, null) && isKept ? "after" : "foreign";
      }
      case "move": {
        const isAtEnd = is(step.to, after);
        if (is(step.at, before)) return isAtEnd ? "between" : "before";
        return is(step.at, null) && isAtEnd ? "after" : "foreign";
      }
    }
  }

  #undo(recorded: RecordedStep): void {
    const { step, files } = recorded;
    const state = this.#stateOf(recorded);
    if (state === "between" && step.type === "move") {
      this.#inside(step.to, (directory) => removeIfThere(directory.at(step.to.name)));
    }
    if (state !== "after") return;
    this.#inside(step.at, (at) => {
      const backup = step.type === "move" ? null : step.backup;
      // Without the backup there is nothing to restore.
      if (backup !== null && files.before !== null && !isFile(at, backup, files.before)) return;
      if (step.type !== "move") undoStep(step, { at, to: null });
      else this.#inside(step.to, (to) => undoStep(step, { at, to }));
    });
  }

  /** Removes hidden files. An old file that should have been restored and couldn't be is kept. */
  #clean(step: Step, old: FileIdentity | null): void {
    if (step.type === "move") return;
    const { backup } = step;
    this.#inside(step.at, (directory) => {
      if (step.type === "put") removeIfThere(directory.at(step.temporary));
      if (backup === null || statIn(directory, backup) === null) return;
      if (old !== null && !isFile(directory, step.at.name, old))
        this.#keep(directory, step, backup);
      removeIfThere(directory.at(backup));
    });
  }

  #keep(directory: ContainedDirectory, { at }: Step, backup: string): void {
    const kept = join(this.#options.recordDirectory, "kept");
    mkdirSync(kept, { recursive: true, mode: 0o700 });
    const name = `${at.name.slice(0, 100)}-${backup.slice(-20, -4)}`;
    copyFileSync(directory.at(backup), join(kept, name), constants.COPYFILE_EXCL);
  }

  #removeDirectory(root: string | null, directory: string): void {
    const place = { root, directory: dirname(directory), name: basename(directory) };
    this.#inside(place, (parent) => {
      try {
        rmdirSync(parent.at(place.name));
      } catch (error) {
        const code = systemCode(error);
        if (!isGone(error) && code !== "ENOTEMPTY" && code !== "EEXIST") throw error;
      }
    });
  }

  /** Null if the directory no longer exists. */
  #inside<T>({ root, directory }: Place, use: (directory: ContainedDirectory) => T): T | null {
    // A record is only text: it must not reach outside the root that it names.
    if (root !== null && !isInside(root, directory, sep)) return null;
    let opened: ContainedDirectory;
    try {
      opened = this.#options.containment.openDirectory(baseOf(root, directory), directory);
    } catch (error) {
      if (error instanceof PathMoved) return null;
      throw error;
    }
    try {
      return use(opened);
    } finally {
      opened.close();
    }
  }
}
