import { basename, dirname } from "node:path";
import { type ToolContext, ToolError } from "@toolwright/core";
import { placeIn } from "@toolwright/core/ports";
import { hardenedGitWithout } from "./hardened-git.ts";

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

const TIME_LIMIT_MS = 5_000;
const MAX_OUTPUT_BYTES = 64 * 1024;

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
  const filter = await runGit(context, place, ["check-attr", "-z", "filter", "--", name]);
  if (filter.exitCode !== 0) {
    return filter.errors.includes("not a git repository") ? "none" : "unknown";
  }
  const value = filter.output.split("\0")[2];
  if (value !== "unspecified" && value !== "unset") return "unknown";
  const status = await runGit(context, place, [
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

interface GitPlace {
  readonly cwd: string;
  readonly root: string;
  /** The location of the root on disk; differs from `root` only in a view. */
  readonly top: string;
  /** The settings to set to an empty value. */
  readonly emptied: readonly string[];
}

interface GitEnd {
  readonly exitCode: number | null;
  readonly output: string;
  readonly errors: string;
}

async function runGit(
  { processes, signal }: Pick<ToolContext, "processes" | "signal">,
  { cwd, root, top, emptied }: GitPlace,
  words: readonly string[],
): Promise<GitEnd> {
  const chunks = { stdout: [] as Uint8Array[], stderr: [] as Uint8Array[] };
  let room = MAX_OUTPUT_BYTES;
  try {
    const running = await processes.start({
      program: "git",
      arguments: ["--literal-pathspecs", ...words],
      cwd,
      readsViews: true,
      environment: {
        ...hardenedGitWithout(emptied),
        GIT_CEILING_DIRECTORIES: dirname(top),
        LC_ALL: "C",
      },
      untrustedPrograms: [root, top],
      timeoutMs: TIME_LIMIT_MS,
      signal,
      onOutput(chunk, stream) {
        if (room > 0) chunks[stream].push(chunk);
        room -= chunk.length;
      },
    });
    const { exitCode } = await running.ended;
    signal.throwIfAborted();
    const text = (parts: readonly Uint8Array[]): string => Buffer.concat(parts).toString("utf8");
    return { exitCode, output: text(chunks.stdout), errors: text(chunks.stderr) };
  } catch (thrown) {
    if (!ToolError.isInstance(thrown) || thrown.code !== "command-not-found") throw thrown;
    return { exitCode: null, output: "", errors: "" };
  }
}
