import { hash } from "node:crypto";
import { statSync } from "node:fs";
import { join } from "node:path";

/** The file that stores the last checkpoint of a root, with the contents of its files. */
export function checkpointFile(stateDirectory: string, root: string): string {
  return join(stateDirectory, "checkpoints", `${hash("sha256", root).slice(0, 32)}.db`);
}

/** The size of that file on the disk. */
export function checkpointBytes(stateDirectory: string, root: string): number {
  const file = checkpointFile(stateDirectory, root);
  return ["", "-wal"].reduce(
    (sum, suffix) => sum + (statSync(`${file}${suffix}`, { throwIfNoEntry: false })?.size ?? 0),
    0,
  );
}
