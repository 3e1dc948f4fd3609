import { basename, dirname } from "node:path";
import type { ToolContext } from "@toolwright/core";
import { placeIn } from "@toolwright/core/ports";
import { runHardenedGit } from "./run-hardened-git.ts";

export type GitState =
  | "none"
  | "unknown"
  | "ignored"
  | "untracked"
  | "unmodified"
  | "modified"
  | "staged"
  | "staged-and-modified"
  | "conflict";

/** Each state in words. */
export const gitStateTexts: Readonly<Record<GitState, string>> = {
  none: "in no repository of the workspace",
  unknown: "unknown",
  ignored: "ignored",
  untracked: "untracked",
  unmodified: "tracked, unmodified",
  modified: "tracked, modified, not staged",
  staged: "changes staged",
  "staged-and-modified": "changes staged, and modified since",
  conflict: "in conflict",
};

/**
 * A file's state in git. Changes nothing, takes no lock, and runs no program that the repository names.
 * The state is therefore `unknown` for a file with a content filter, and if any of the repository's
 * settings is not known to be harmless. It is also `unknown` without git, or after 5 s.
 *
 * Shapes: `realPath` is the file's real path. `root` is the workspace's root; repositories above it
 * are not searched for.
 */
export async function gitStateOf(
  context: Pick<ToolContext, "processes" | "signal" | "workspace">,
  realPath: string,
  root: string,
): Promise<GitState> {
  const name = basename(realPath);
  const { doubt, emptied } = context.workspace.judgeRepository(dirname(realPath));
  if (doubt !== null) return "unknown";
  const { views } = context.workspace;
  const place = {
    cwd: placeIn(views, dirname(realPath)),
    top: placeIn(views, root),
    root,
    emptied,
  };
  const filter = await runHardenedGit(context, place, ["check-attr", "-z", "filter", "--", name]);
  if (filter.exitCode !== 0) {
    return filter.errors.includes("not a git repository") ? "none" : "unknown";
  }
  const value = filter.output.split("\0")[2];
  if (value !== "unspecified" && value !== "unset") return "unknown";
  const status = await runHardenedGit(context, place, [
    "status",
    "--porcelain=v2",
    "-z",
    "--no-renames",
    "--ignored=matching",
    "--untracked-files=all",
    "--ignore-submodules=all",
    "--",
    name,
  ]);
  return status.exitCode === 0 ? stateOf(status.output) : "unknown";
}

/** The state in the first line of porcelain v2. */
function stateOf(output: string): GitState {
  switch (output[0]) {
    case undefined:
      return "unmodified";
    case "?":
      return "untracked";
    case "!":
      return "ignored";
    case "u":
      return "conflict";
    case "1":
    case "2": {
      const isStaged = output[2] !== ".";
      const isModified = output[3] !== ".";
      if (isStaged) return isModified ? "staged-and-modified" : "staged";
      return isModified ? "modified" : "unmodified";
    }
    default:
      return "unknown";
  }
}
