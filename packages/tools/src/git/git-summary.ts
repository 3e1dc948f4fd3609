import type { EffectsContext, ToolContext } from "@toolwright/core";
import { type JudgedRepository, placeIn } from "@toolwright/core/ports";
import { runHardenedGit } from "./run-hardened-git.ts";

/** A repository of the workspace, as far as git can say without running the repository's programs. */
export interface GitSummary {
  /** Null: a commit is checked out without a branch. */
  readonly branch: string | null;
  /** Null: there is no commit yet. */
  readonly commit: string | null;
  readonly upstream?: string | undefined;
  /** Commits that the upstream doesn't have, and the other way round. */
  readonly ahead?: number | undefined;
  readonly behind?: number | undefined;
  readonly changedFiles: number;
  readonly untrackedFiles: number;
  /** False: there are more changed or untracked files than counted. */
  readonly isWhole: boolean;
}

/** The repository that `cwd` belongs to, if it is in the workspace; null otherwise. */
export async function repositoryOf(
  context: Pick<EffectsContext, "resolve" | "judgeRepository">,
  cwd: string,
): Promise<(JudgedRepository & { readonly root: string }) | null> {
  const repository = context.judgeRepository(cwd);
  if (repository.top === null && repository.doubt === null) return null;
  const { root } = await context.resolve(repository.top ?? cwd);
  return root === null ? null : { ...repository, root };
}

/** Null if git is missing, takes too long, or can't tell. */
export async function gitSummaryOf(
  context: Pick<ToolContext, "processes" | "signal" | "workspace">,
  { root, emptied }: { readonly root: string; readonly emptied: readonly string[] },
): Promise<GitSummary | null> {
  const { cwd, views } = context.workspace;
  const place = { cwd: placeIn(views, cwd), top: placeIn(views, root), root, emptied };
  const { exitCode, output, isCut } = await runHardenedGit(context, place, [
    "status",
    "--porcelain=v2",
    "--branch",
    "--no-renames",
    "--ignore-submodules=all",
  ]);
  return exitCode === 0 ? summaryIn(output.split("\n"), !isCut) : null;
}

/** Source: git-status(1), porcelain format version 2. */
function summaryIn(lines: readonly string[], isWhole: boolean): GitSummary {
  const headers = new Map(
    lines.flatMap((line) => {
      const [, name, value] = /^# branch\.(\w+) (.*)$/.exec(line) ?? [];
      return name === undefined || value === undefined ? [] : [[name, value] as const];
    }),
  );
  const [, ahead, behind] = /^\+(\d+) -(\d+)$/.exec(headers.get("ab") ?? "") ?? [];
  const upstream = headers.get("upstream");
  const head = headers.get("head") ?? "(detached)";
  const oid = headers.get("oid") ?? "(initial)";
  return {
    branch: head === "(detached)" ? null : head,
    commit: oid === "(initial)" ? null : oid.slice(0, 12),
    ...(upstream !== undefined && { upstream }),
    ...(ahead !== undefined && { ahead: Number(ahead) }),
    ...(behind !== undefined && { behind: Number(behind) }),
    changedFiles: lines.filter((line) => /^[12u] /.test(line)).length,
    untrackedFiles: lines.filter((line) => line.startsWith("? ")).length,
    isWhole,
  };
}
