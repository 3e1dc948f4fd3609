import { type BigIntStats, closeSync, fstatSync } from "node:fs";
import { join } from "node:path";
import { ToolError } from "@toolwright/core";
import { shownPath } from "@toolwright/core/internal";
import type { FileVersion } from "@toolwright/core/ports";
import { type ContainedDirectory, baseOf } from "../access/contained-directory.ts";
import { PathMoved, changed, isGoneText, systemCode, systemFailure } from "../access/failures.ts";
import { type ChangeContext, decisively } from "../changes/change-context.ts";
import {
  type Expectation,
  checkWritable,
  expectFile,
  expectSameFile,
} from "../changes/replaced-file.ts";
import { type TemporaryFile, makeTemporaryFile, removeIfThere } from "../changes/temporary-file.ts";
import { TooManyBytes, readWhole } from "../versions/read-whole.ts";
import { type FileIdentity, contentOf, identityOf } from "./file-identity.ts";
import { OpenDirectories, missingDirectories } from "./open-directories.ts";
import { type Draft, type NewContent, type PlannedChange, draftsOf } from "./planned-change.ts";
import { type Place, type StepDirectories, doStep, undoStep } from "./step.ts";
import { TransactionRecord } from "./transaction-record.ts";

/** A file that moves to another file system is copied there in memory. */
const maxCopiedBytes = 256 * 1024 * 1024;

export interface TransactionContext extends ChangeContext {
  readonly roots: readonly string[];
  /**
   * Where intents are recorded; null keeps no records, so only failures are undone, not crashes.
   */
  readonly recordDirectory: string | null;
}

/** A step in progress, with its state. */
interface Work {
  readonly draft: Draft;
  /** The file at its place when it was checked. */
  before: BigIntStats | null;
  temporary: TemporaryFile | null;
  /** For a file that moves: used to get its version afterwards. */
  descriptor: number | null;
}

/**
 * Makes all of the changes, or none: checks every one, writes all new files beside their places,
 * records the intent, then changes the names in one go, and undoes them if one fails.
 *
 * Returns the new version of each change, null for a deletion.
 * Errors: `file-changed`, `not-a-file`, `cancelled`, `internal`; `PathMoved` when the paths must be
 * found again; the system's, naming the path. In each case nothing was changed.
 */
export async function applyChanges(
  context: TransactionContext,
  changes: readonly PlannedChange[],
  checkRevoked: () => void,
): Promise<readonly (FileVersion | null)[]> {
  const works = changes.map((change) =>
    draftsOf(change, context.containment).map(
      (draft): Work => ({ draft, before: null, temporary: null, descriptor: null }),
    ),
  );
  const transaction = new Transaction(context, works.flat());
  try {
    await transaction.run(checkRevoked);
    return works.map(([work]) => (work === undefined ? null : transaction.versionOf(work)));
  } finally {
    transaction.close();
  }
}

class Transaction {
  readonly #context: TransactionContext;
  readonly #works: readonly Work[];
  readonly #directories: OpenDirectories;
  /** The paths whose undo failed. */
  readonly #stuck: string[] = [];

  constructor(context: TransactionContext, works: readonly Work[]) {
    this.#context = context;
    this.#works = works;
    this.#directories = new OpenDirectories(context.containment);
  }

  async run(checkRevoked: () => void): Promise<void> {
    for (const work of this.#works) named(work, () => this.#check(work));
    const record = await this.#begin();
    try {
      await this.#prepare();
      await record?.ready({ files: this.#works.map(identitiesOf) });
      const places = this.#works.flatMap(({ draft: { step } }) =>
        step.type === "move" ? [pathOf(step.at), pathOf(step.to)] : [pathOf(step.at)],
      );
      await decisively(this.#context, places, () => {
        checkRevoked();
        this.#commit();
        tolerantly(() => record?.done());
      });
    } catch (error) {
      this.#discard(record);
      throw this.#stuck.length === 0 ? error : this.#stuckFailure(record, error);
    }
    await this.#finish(record);
  }

  /** The version of the new file; null if there is none. */
  versionOf({ draft: { step, content }, temporary, descriptor }: Work): FileVersion | null {
    const { versions } = this.#context;
    if (step.type === "move") {
      return descriptor === null ? null : versions.ofFile(descriptor, pathOf(step.to));
    }
    if (temporary === null) return null;
    const bytes = content?.bytes ?? null;
    return bytes === null
      ? versions.ofFile(temporary.descriptor, pathOf(step.at))
      : versions.ofWritten(temporary.descriptor, pathOf(step.at), bytes);
  }

  close(): void {
    for (const { temporary, descriptor } of this.#works) {
      if (temporary !== null) closeSync(temporary.descriptor);
      if (descriptor !== null) closeSync(descriptor);
    }
    this.#directories.close();
  }

  #check(work: Work): void {
    const { step, version, asked } = work.draft;
    if (this.#directories.existing(step.at) === null) {
      if (version !== null) throw changed(asked.at, isGoneText);
    } else {
      work.before = expectFile(this.#expectation(work.draft));
      if (step.type === "put" && version !== null) checkWritable(this.#at(step.at), step.at.name);
    }
    if (step.type !== "move") return;
    work.descriptor = this.#open(step.at);
    if (this.#directories.existing(step.to) !== null) expectFile(this.#target(work.draft));
  }

  async #begin(): Promise<TransactionRecord | null> {
    const { recordDirectory, roots } = this.#context;
    if (recordDirectory === null) return null;
    const places = this.#works.flatMap(({ draft: { step } }) =>
      step.type === "move" ? [step.at, step.to] : [step.at],
    );
    return TransactionRecord.begin(recordDirectory, {
      roots,
      steps: this.#works.map(({ draft }) => draft.step),
      directories: missingDirectories(
        this.#context.containment,
        places,
        this.#works[0]?.draft.asked.at ?? ".",
      ),
    });
  }

  /** Creates the directories and the new files, which have no visible name yet. */
  async #prepare(): Promise<void> {
    for (const work of this.#works) {
      const { step, content, asked } = work.draft;
      try {
        if (step.type === "move") this.#directories.made(step.to);
        if (step.type === "put" && content !== null) {
          await this.#makeTemporary(work, step, content);
        }
      } catch (error) {
        throw namedFailure(error, asked.at);
      }
    }
    // The new files must survive a power failure before any name leads to them.
    await this.#directories.sync();
  }

  async #makeTemporary(
    work: Work,
    { at, temporary }: { readonly at: Place; readonly temporary: string },
    { bytes, mode, like }: NewContent,
  ): Promise<void> {
    const directory = this.#directories.made(at);
    this.#context.litter.beforeWriting(directory, at.root);
    const model = like === null ? work : this.#works.find(({ draft }) => draft.step.at === like);
    const content = {
      bytes: bytes ?? this.#contentOf(like ?? at, work.draft.asked.at),
      mode,
      replaced: model?.before ?? null,
    };
    work.temporary = await makeTemporaryFile(directory, content, temporary);
  }

  #contentOf(place: Place, asked: string): Uint8Array {
    const descriptor = this.#open(place);
    try {
      return readWhole(descriptor, fstatSync(descriptor).size, maxCopiedBytes);
    } catch (error) {
      if (!(error instanceof TooManyBytes)) throw error;
      throw new ToolError(
        "input-invalid",
        `${shownPath(asked)} is on another file system, and a file of ${error.bytes} bytes is too ` +
          "large to be moved there. Copy it with a command.",
      );
    } finally {
      closeSync(descriptor);
    }
  }

  /** Changes all names, or none: undoes the finished steps when one fails. */
  #commit(): void {
    for (const directory of this.#directories.all) {
      if (!directory.isInPlace()) throw new PathMoved();
    }
    for (const work of this.#works) {
      named(work, () => {
        expectSameFile(this.#expectation(work.draft), work.before);
        if (work.draft.step.type === "move") expectFile(this.#target(work.draft));
      });
    }
    const done: Work[] = [];
    try {
      for (const work of this.#works) {
        const { step, asked } = work.draft;
        named(work, () => doStep(step, this.#directoriesOf(step), asked));
        done.push(work);
      }
    } catch (error) {
      for (const work of done.reverse()) this.#undo(work);
      throw error;
    }
  }

  #undo({ draft: { step, asked } }: Work): void {
    try {
      if (undoStep(step, this.#directoriesOf(step))) return;
    } catch (error) {
      if (systemCode(error) === null) throw error;
    }
    this.#stuck.push(asked.at);
  }

  #stuckFailure(record: TransactionRecord | null, cause: unknown): ToolError {
    const paths = this.#stuck.map(shownPath).join(", ");
    const next =
      record === null
        ? "The previous content is in a hidden file beside it, named .toolwright-….old."
        : "The undo is tried again when the workspace is next opened.";
    return new ToolError(
      "internal",
      `One of several changes failed, and the others could not be undone for ${paths}. ${next}`,
      { cause },
    );
  }

  /** Removes everything that a failed transaction has created. */
  #discard(record: TransactionRecord | null): void {
    tolerantly(() => {
      for (const { temporary } of this.#works) temporary?.remove();
      // A backup that couldn't be restored is the only copy of that file.
      if (this.#stuck.length > 0 || !this.#removeBackups()) return;
      this.#directories.undo();
      record?.remove();
    });
    record?.close();
  }

  /** All names are changed: flushes them, then removes the backups. */
  async #finish(record: TransactionRecord | null): Promise<void> {
    let failure: unknown = null;
    await this.#directories.sync().catch((error: unknown) => (failure = error));
    // Anything that can't be cleaned up now is cleaned up at the next opening, by the record.
    if (failure === null) tolerantly(() => record?.lasting());
    if (this.#removeBackups()) tolerantly(() => record?.remove());
    record?.close();
    if (failure === null) return;
    throw new ToolError(
      "internal",
      "All changes were made, but the system could not confirm that they are on the disk.",
      { cause: failure },
    );
  }

  /** False if a backup still exists. */
  #removeBackups(): boolean {
    const isRemoved = this.#works.map(({ draft: { step } }) => {
      const backup = step.type === "move" ? null : step.backup;
      return backup === null || tolerantly(() => removeIfThere(this.#at(step.at).at(backup)));
    });
    return !isRemoved.includes(false);
  }

  #open({ root, directory, name }: Place): number {
    return this.#context.containment.openFile(baseOf(root, directory), join(directory, name));
  }

  #at(place: Place): ContainedDirectory {
    return this.#directories.opened(place);
  }

  #directoriesOf(step: Draft["step"]): StepDirectories {
    return { at: this.#at(step.at), to: step.type === "move" ? this.#at(step.to) : null };
  }

  #expectation({ step, asked, version }: Draft): Expectation {
    return { directory: this.#at(step.at), name: step.at.name, asked: asked.at, version };
  }

  /** The target of a move: nothing may be there. */
  #target({ step, asked }: Draft): Expectation {
    const to = step.type === "move" ? step.to : step.at;
    return { directory: this.#at(to), name: to.name, asked: asked.to, version: null };
  }
}

function identitiesOf({ draft, before, temporary }: Work): {
  readonly before: FileIdentity | null;
  readonly after: FileIdentity | null;
} {
  const { step, version, content } = draft;
  const old = before === null ? null : identityOf(before, version);
  if (step.type === "move") return { before: old, after: old };
  if (temporary === null) return { before: old, after: null };
  const stats = fstatSync(temporary.descriptor, { bigint: true });
  return { before: old, after: identityOf(stats, contentOf(content?.bytes ?? null)) };
}

function pathOf({ directory, name }: Place): string {
  return join(directory, name);
}

function named<T>({ draft }: Work, use: () => T): T {
  try {
    return use();
  } catch (error) {
    throw namedFailure(error, draft.asked.at);
  }
}

/** Names which of the many paths a system failure concerns. */
function namedFailure(error: unknown, asked: string): unknown {
  return error instanceof PathMoved ? error : systemFailure(error, asked, "changed");
}

/**
 * For cleaning up: a system failure there must not hide the original error. True if it succeeded.
 */
function tolerantly(act: () => void): boolean {
  try {
    act();
    return true;
  } catch (error) {
    if (systemCode(error) === null) throw error;
    return false;
  }
}
