import { relative } from "node:path";
import type { ToolContext } from "@toolwright/core";
import type { FileSelection } from "./file-selection.ts";
import { listFiles } from "./list-files.ts";
import { type RipgrepEnd, type RipgrepRequest, runRipgrep } from "./run-ripgrep.ts";

/** Well below the limit for a program's arguments. */
const MAX_ARGUMENT_CHARACTERS = 100_000;
/** More files than any workspace has. */
const ALL = 10_000_000;

/** Searches a selection: its directory or, if ripgrep would ignore other files than git, its files. */
export async function runSearch(
  context: ToolContext,
  selection: FileSelection,
  request: Omit<RipgrepRequest, "cwd">,
): Promise<RipgrepEnd> {
  const { cwd, target, isListedFirst } = selection;
  const run = (targets: readonly string[]): Promise<RipgrepEnd> =>
    runRipgrep(context, {
      ...request,
      cwd,
      arguments: [...request.arguments, "--", ...targets],
    });
  if (!isListedFirst) return run([target]);
  const { files } = await listFiles(context, selection, { order: "path", limit: ALL });
  let end: RipgrepEnd = { reason: "done", exitCode: 1, errors: "" };
  for (const targets of batchesOf(files.map((file) => `./${relative(cwd, file.absolutePath)}`))) {
    const next = await run(targets);
    const exitCode = end.exitCode === 0 && next.exitCode === 1 ? 0 : next.exitCode;
    end = { ...next, exitCode };
    if (next.reason !== "done" || next.exitCode === 2) break;
  }
  return end;
}

function batchesOf(names: readonly string[]): readonly (readonly string[])[] {
  const batches: string[][] = [];
  let length = Number.POSITIVE_INFINITY;
  for (const name of names) {
    if (length + name.length > MAX_ARGUMENT_CHARACTERS) {
      batches.push([]);
      length = 0;
    }
    batches.at(-1)?.push(name);
    length += name.length + 1;
  }
  return batches;
}
