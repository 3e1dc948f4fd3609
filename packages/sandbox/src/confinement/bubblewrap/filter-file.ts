import { openSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeTemporaryDirectory } from "../temporary-directory.ts";
import { systemCallFilter } from "./system-call-filter.ts";

/**
 * A path under which started programs can read the system call filter; null for an unsupported architecture.
 *
 * The file is already unlinked, so nobody can replace it. Each open of the path reads from the beginning.
 */
export function filterFile(): string | null {
  if (path !== undefined) return path;
  const filter = systemCallFilter();
  if (filter === null) return (path = null);
  const directory = makeTemporaryDirectory("filter");
  try {
    const file = join(directory, "filter");
    writeFileSync(file, filter);
    path = `/proc/${process.pid}/fd/${openSync(file, "r")}`;
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
  return path;
}

let path: string | null | undefined;
