import { createHash } from "node:crypto";
import { realpathSync } from "node:fs";
import { join } from "node:path";

const handlePattern = /^output:([0-9a-f]{8})$/;

/** The name of an output's file. */
export const outputFileName = /^[0-9a-f]{8}$/;
/** The name of the directory for one workspace's outputs. */
export const outputDirectoryName = /^[0-9a-f]{32}$/;

/** Where the outputs of all workspaces are kept. */
export function outputDirectory(stateDirectory: string): string {
  return join(stateDirectory, "outputs");
}

export function outputHandle(name: string): string {
  return `output:${name}`;
}

/** Whether a requested path has the form of an output handle. */
export function isOutputHandle(path: string): boolean {
  return handlePattern.test(path);
}

/**
 * The files of one workspace's outputs. The real path of the current directory identifies the
 * workspace, so its later sessions find them and other workspaces don't.
 */
export class OutputPlaces {
  readonly directory: string;
  #realDirectory: string | null = null;

  constructor(stateDirectory: string, cwd: string) {
    const key = createHash("sha256").update(cwd).digest("hex").slice(0, 32);
    this.directory = join(outputDirectory(stateDirectory), key);
  }

  /** The real path of a handle's file, whether or not it exists; null if it isn't a handle. */
  fileOf(handle: string): string | null {
    const name = handlePattern.exec(handle)?.[1];
    return name === undefined ? null : join(this.#real(), name);
  }

  #real(): string {
    if (this.#realDirectory !== null) return this.#realDirectory;
    try {
      this.#realDirectory = realpathSync.native(this.directory);
      return this.#realDirectory;
    } catch {
      // Nothing has been stored yet.
      return this.directory;
    }
  }
}
