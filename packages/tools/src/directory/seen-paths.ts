import { isUtf8 } from "node:buffer";
import type { ToolContext } from "@toolwright/core";
import { createByteRecords } from "../ripgrep/byte-records.ts";
import { selectFiles, withoutDot } from "../ripgrep/file-selection.ts";
import { runRipgrep } from "../ripgrep/run-ripgrep.ts";

/**
 * The paths of files that no ignore rule excludes, and of the directories above them. Paths are
 * relative to the directory, and cut at the depth.
 *
 * Errors: those of the workspace; `tool-not-available` without ripgrep.
 */
export async function findSeenPaths(
  context: ToolContext,
  path: string,
  depth: number,
): Promise<ReadonlySet<string>> {
  const seen = new Set<string>();
  const selection = await selectFiles(context.workspace, { path });
  if (selection === null) return seen;
  const records = createByteRecords(0);
  await runRipgrep(context, {
    cwd: selection.cwd,
    arguments: ["--files", "--null", ...selection.arguments, "--", selection.target],
    onOutput(chunk) {
      for (const record of records.push(chunk)) {
        if (isUtf8(record)) addWithParents(seen, withoutDot(record.toString("utf8")), depth);
      }
      return true;
    },
  });
  return seen;
}

function addWithParents(seen: Set<string>, path: string, depth: number): void {
  let end = -1;
  for (let level = 1; level <= depth; level++) {
    end = path.indexOf("/", end + 1);
    if (end < 0) {
      seen.add(path);
      return;
    }
    seen.add(path.slice(0, end));
  }
}
