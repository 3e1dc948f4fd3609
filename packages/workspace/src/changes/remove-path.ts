import { readdirSync, rmdirSync, unlinkSync } from "node:fs";
import { basename, dirname } from "node:path";
import { setImmediate as pause } from "node:timers/promises";
import { ToolError } from "@toolwright/core";
import { shownPath } from "@toolwright/core/internal";
import type { ContainedDirectory } from "../access/contained-directory.ts";
import { PathMoved, systemCode } from "../access/failures.ts";
import type { FoundPath } from "../paths/path-resolver.ts";
import { type ChangeContext, decisively } from "./change-context.ts";
import { openExisting } from "./directory-chain.ts";
import { statIn } from "./replaced-file.ts";

/** How often entries are removed that appear in a directory during its removal. */
const maxSweeps = 5;
const stepsBetweenPauses = 200;

export interface PathRemoval {
  readonly found: FoundPath;
  readonly recursive: boolean;
  readonly checkRevoked: () => void;
}

/**
 * Removes a file, a link (itself), an empty directory or, if recursive, a directory with everything
 * below it, without following any link.
 *
 * Errors: `not-a-file` for a directory that isn't empty; `cancelled`; `PathMoved`; the system's.
 */
export async function removePath(context: ChangeContext, removal: PathRemoval): Promise<void> {
  const { found, recursive, checkRevoked } = removal;
  const { root, realPath } = found.resolved;
  const { containment } = context;
  const chain = openExisting({ containment, root, realPath: dirname(realPath) });
  try {
    const { directory } = chain;
    const name = basename(realPath);
    const stats = statIn(directory, name);
    if (stats === null) throw new PathMoved();
    if (recursive && stats.isDirectory()) {
      await removeTree(directory, name, new Progress(removal));
    } else {
      await decisively(context, [realPath], () => {
        checkRevoked();
        if (!directory.isInPlace()) throw new PathMoved();
        if (stats.isDirectory()) removeEmpty(directory, name, found.asked);
        else unlinkSync(directory.at(name));
      });
    }
    await chain.sync();
  } finally {
    chain.close();
  }
}

function removeEmpty(parent: ContainedDirectory, name: string, asked: string): void {
  try {
    rmdirSync(parent.at(name));
  } catch (error) {
    if (systemCode(error) !== "ENOTEMPTY") throw error;
    throw new ToolError(
      "not-a-file",
      `${shownPath(asked)} is a directory that isn't empty. To remove it with everything in it, ` +
        "remove it recursively.",
      { cause: error },
    );
  }
}

async function removeTree(
  parent: ContainedDirectory,
  name: string,
  progress: Progress,
): Promise<void> {
  const directory = parent.descend(name);
  try {
    for (let sweep = 1; ; sweep++) {
      for (const entry of readdirSync(directory.here)) {
        await removeEntry(directory, entry, progress);
      }
      try {
        rmdirSync(parent.at(name));
        return;
      } catch (error) {
        if (systemCode(error) !== "ENOTEMPTY" || sweep === maxSweeps) throw error;
      }
    }
  } finally {
    directory.close();
  }
}

async function removeEntry(
  directory: ContainedDirectory,
  name: string,
  progress: Progress,
): Promise<void> {
  await progress.step();
  const stats = statIn(directory, name);
  if (stats === null && name.includes("\uFFFD")) throw progress.unreadableName();
  if (stats === null) return;
  if (stats.isDirectory()) await removeTree(directory, name, progress);
  else unlinkSync(directory.at(name));
}

/** Yields to other work now and then during a large removal, and stops when the call is over. */
class Progress {
  readonly #removal: PathRemoval;
  #steps = 0;

  constructor(removal: PathRemoval) {
    this.#removal = removal;
    removal.checkRevoked();
  }

  async step(): Promise<void> {
    this.#steps += 1;
    if (this.#steps % stepsBetweenPauses !== 0) return;
    await pause();
    this.#removal.checkRevoked();
  }

  unreadableName(): ToolError {
    return new ToolError(
      "input-invalid",
      `${shownPath(this.#removal.found.asked)} holds a name that is not UTF-8, which can't be ` +
        "removed from here, so it is only partly removed. Remove the rest with a command.",
    );
  }
}
