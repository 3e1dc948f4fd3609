import { createHash, randomBytes } from "node:crypto";
import { appendFileSync, mkdirSync, statSync, unlinkSync } from "node:fs";
import { join, resolve, sep } from "node:path";
import { ToolError } from "@toolwright/core";
import type { ContainedDirectory, Containment } from "../access/contained-directory.ts";
import { PathMoved, systemCode } from "../access/failures.ts";
import { isInside } from "../paths/containment.ts";
import { namesIn } from "../state/names-in.ts";
import { cleanDirectory, isOver } from "./clean-directory.ts";
import { ownIdentity } from "./process-identity.ts";
import { readStateFile } from "../state/read-state-file.ts";

export interface LitterOptions {
  readonly containment: Containment;
  readonly roots: readonly string[];
  /** Where the directories being written to are recorded; null keeps no record. */
  readonly recordDirectory: string | null;
}

/**
 * Removes the temporary files of killed writers: in a directory before the first write to it, and,
 * when a workspace is opened, in every directory that an ended process wrote to.
 */
export class Litter {
  readonly #options: LitterOptions;
  readonly #seen = new Set<string>();
  #recordName: string | undefined;

  constructor(options: LitterOptions) {
    this.#options = options;
  }

  /**
   * To be called before a temporary file is created in the directory. Throws `internal` when the
   * state directory can't be used.
   */
  beforeWriting(directory: ContainedDirectory, root: string | null): void {
    // Outside the roots, only the one permitted path may be touched.
    if (root === null || this.#seen.has(directory.realPath)) return;
    this.#record(root, directory.realPath);
    cleanDirectory(directory);
    this.#seen.add(directory.realPath);
  }

  /**
   * To be called when the workspace is opened. Directories that can't be cleaned are left for the
   * next time, because opening a workspace must not fail for them.
   */
  afterCrashes(): void {
    for (const root of this.#options.roots) {
      const directory = this.#recordsOf(root);
      if (directory === null) continue;
      for (const name of namesIn(directory)) {
        try {
          this.#settle(root, join(directory, name), name);
        } catch (error) {
          if (systemCode(error) === null) throw error;
        }
      }
    }
  }

  #settle(root: string, record: string, name: string): void {
    const [scope = "", pid, startedAt] = name.split("-");
    if (!isOver({ scope, pid: Number(pid), startedAt: Number(startedAt) }, statSync(record)))
      return;
    for (const directory of recordedDirectories(record)) {
      // A record is only text: any line that isn't a plain path inside the root is ignored.
      if (resolve(directory) === directory && isInside(root, directory, sep))
        this.#cleanAt(root, directory);
    }
    unlinkSync(record);
  }

  #cleanAt(root: string, realPath: string): void {
    try {
      const directory = this.#options.containment.openDirectory(root, realPath);
      try {
        cleanDirectory(directory);
      } finally {
        directory.close();
      }
    } catch (error) {
      // The temporary files are gone with their directory.
      if (!(error instanceof PathMoved)) throw error;
    }
  }

  #record(root: string, realPath: string): void {
    const directory = this.#recordsOf(root);
    if (directory === null) return;
    const line = `${JSON.stringify(realPath)}\n`;
    // Created with the first write, because readers don't need their process identity.
    const name = (this.#recordName ??= newRecordName());
    try {
      mkdirSync(directory, { recursive: true, mode: 0o700 });
      appendFileSync(join(directory, name), line, { mode: 0o600 });
    } catch (error) {
      throw unrecorded(error);
    }
  }

  #recordsOf(root: string): string | null {
    const { recordDirectory } = this.#options;
    if (recordDirectory === null) return null;
    return join(recordDirectory, createHash("sha256").update(root).digest("hex").slice(0, 32));
  }
}

function unrecorded(cause: unknown): ToolError {
  return new ToolError(
    "internal",
    "The directory to write to could not be recorded in this program's state directory " +
      `(${systemCode(cause) ?? "unknown error"}), so nothing was changed. Check that the directory ` +
      "exists and is writable.",
    { cause },
  );
}

function newRecordName(): string {
  const { scope, pid, startedAt } = ownIdentity();
  return `${scope}-${pid}-${startedAt}-${randomBytes(8).toString("hex")}`;
}

/** A line cut short by its writer's death is skipped: nothing was written to that directory yet. */
function recordedDirectories(record: string): readonly string[] {
  const lines = readStateFile(record).toString().split("\n").slice(0, -1);
  return lines.flatMap((line) => {
    const path = parsed(line);
    return typeof path === "string" ? [path] : [];
  });
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
