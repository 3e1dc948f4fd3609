import { mkdtempSync, openSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { systemCallFilter } from "./system-call-filter.ts";

/**
 * Where the filter of system calls can be read by what we start; null for an architecture that has none.
 *
 * The file has no name any more, so that nobody can put another in its place. Each who opens this path
 * reads from the beginning.
 */
export function filterFile(): string | null {
  if (path !== undefined) return path;
  const filter = systemCallFilter();
  if (filter === null) return (path = null);
  const directory = mkdtempSync(join(tmpdir(), "toolwright-filter-"));
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
