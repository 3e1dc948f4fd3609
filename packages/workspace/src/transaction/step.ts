import { copyFileSync, constants, linkSync, renameSync, unlinkSync } from "node:fs";
import type { ContainedDirectory } from "../access/contained-directory.ts";
import { changed, isGone, systemCode } from "../access/failures.ts";
import { renameToNew, withoutLinks } from "../changes/rename-new.ts";

/** A name in a directory, in the terms that survive the process: no descriptor. */
export interface Place {
  /** The root that holds it; null for a path outside. */
  readonly root: string | null;
  /** Real path. */
  readonly directory: string;
  readonly name: string;
}

/** One thing that a transaction does to the disk, as it is recorded. */
export type Step =
  /** A file gets its name, in the place of what is kept as `backup`, or of nothing. */
  | {
      readonly type: "put";
      readonly at: Place;
      readonly temporary: string;
      readonly backup: string | null;
    }
  /** A file loses its name, and is kept as `backup` until all is done. */
  | { readonly type: "take"; readonly at: Place; readonly backup: string }
  | { readonly type: "move"; readonly at: Place; readonly to: Place };

/** The directories of a step, held open. */
export interface StepDirectories {
  readonly at: ContainedDirectory;
  /** Of a move. */
  readonly to: ContainedDirectory | null;
}

const takenText = "was made by somebody else meanwhile. Look at it first.";

/** Does the step; when it fails, no name has changed. `asked` are its paths, for messages. */
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

/** The paths of a step as they were asked for. */
export interface StepNames {
  readonly at: string;
  readonly to: string;
}

/** Takes a step back that was done. False when somebody else has taken its place by now. */
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

/** A second name keeps the old file itself; where there are none, a copy must do. */
function keep(directory: ContainedDirectory, name: string, backup: string): void {
  try {
    linkSync(directory.at(name), directory.at(backup));
  } catch (error) {
    if (!withoutLinks.has(systemCode(error) ?? "")) throw error;
    copyFileSync(directory.at(name), directory.at(backup), constants.COPYFILE_EXCL);
  }
}

export function removeIfThere(directory: ContainedDirectory, name: string): void {
  try {
    unlinkSync(directory.at(name));
  } catch (error) {
    if (!isGone(error)) throw error;
  }
}
