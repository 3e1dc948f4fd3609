import { copyFileSync, constants, linkSync, renameSync, unlinkSync } from "node:fs";
import type { ContainedDirectory } from "../access/contained-directory.ts";
import { changed, systemCode } from "../access/failures.ts";
import { renameToNew, withoutLinks } from "../changes/rename-new.ts";

/** A name in a directory, without a descriptor so that it survives the process. */
export interface Place {
  /** The root that contains it; null for a path outside. */
  readonly root: string | null;
  /** Real path. */
  readonly directory: string;
  readonly name: string;
}

/** One change of names that a transaction makes, as recorded. */
export type Step =
  /** The new file gets its name; the replaced file, if any, is kept as `backup`. */
  | {
      readonly type: "put";
      readonly at: Place;
      readonly temporary: string;
      readonly backup: string | null;
    }
  /** A file loses its name, and is kept as `backup` until everything is done. */
  | { readonly type: "take"; readonly at: Place; readonly backup: string }
  | { readonly type: "move"; readonly at: Place; readonly to: Place };

/** The open directories of a step. */
export interface StepDirectories {
  readonly at: ContainedDirectory;
  /** For a move. */
  readonly to: ContainedDirectory | null;
}

const takenText = "was created by another process in the meantime. Look at it first.";

/** Does the step; if it fails, no name has changed. `asked` has its paths, for messages. */
export function doStep(step: Step, { at, to }: StepDirectories, asked: StepNames): void {
  switch (step.type) {
    case "put":
      if (step.backup === null) {
        if (!renameToNew(at.at(step.temporary), at, step.at.name))
          throw changed(asked.at, takenText);
        return;
      }
      keep(at, step.at.name, step.backup);
      renameSync(at.at(step.temporary), at.at(step.at.name));
      return;
    case "take":
      renameSync(at.at(step.at.name), at.at(step.backup));
      return;
    case "move":
      if (!renameToNew(at.at(step.at.name), to ?? at, step.to.name)) {
        throw changed(asked.to, takenText);
      }
  }
}

/** The requested paths of a step. */
export interface StepNames {
  readonly at: string;
  readonly to: string;
}

/** Undoes a step. False if something else has taken its place. */
export function undoStep(step: Step, { at, to }: StepDirectories): boolean {
  switch (step.type) {
    case "put":
      if (step.backup === null) unlinkSync(at.at(step.at.name));
      else renameSync(at.at(step.backup), at.at(step.at.name));
      return true;
    case "take":
      return renameToNew(at.at(step.backup), at, step.at.name);
    case "move":
      return renameToNew((to ?? at).at(step.to.name), at, step.at.name);
  }
}

/** A hard link keeps the old file itself; without hard links, a copy must do. */
function keep(directory: ContainedDirectory, name: string, backup: string): void {
  try {
    linkSync(directory.at(name), directory.at(backup));
  } catch (error) {
    if (!withoutLinks.has(systemCode(error) ?? "")) throw error;
    copyFileSync(directory.at(name), directory.at(backup), constants.COPYFILE_EXCL);
  }
}
