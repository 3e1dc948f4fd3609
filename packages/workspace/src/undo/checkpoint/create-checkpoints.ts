import { join, sep } from "node:path";
import type { Environment, Workspace } from "@toolwright/core";
import type { AwaitableJournal, PathChange } from "../../journal/journal-store.ts";
import { ProcessLock } from "../../locks/process-lock.ts";
import { partsOf } from "../../open-workspace.ts";
import { isInside } from "../../paths/containment.ts";
import { Places } from "../places.ts";
import {
  type Checkpoint,
  type CheckpointLimits,
  type Checkpoints,
  defaultCheckpointLimits,
  NoCheckpoint,
} from "./checkpoints.ts";
import { userExcludes } from "./ignore-rules.ts";
import { TreeCheckpoints, type TreeMark } from "./tree-checkpoints.ts";

export interface CheckpointsOptions {
  readonly store: Pick<AwaitableJournal, "keep">;
  readonly workspace: Workspace;
  readonly stateDirectory: string;
  readonly environment: Environment;
  readonly limits?: Partial<CheckpointLimits>;
}

/** How long no checkpoint is tried after one exceeded a limit. */
const pauseMs = 10 * 60 * 1000;

interface TakenMark {
  readonly tree: TreeCheckpoints;
  readonly mark: TreeMark;
}

/** Checkpoints of all roots of a workspace. */
export function createCheckpoints(options: CheckpointsOptions): Checkpoints {
  const { store, workspace, stateDirectory, environment } = options;
  const parts = partsOf(workspace);
  const limits = { ...defaultCheckpointLimits, ...options.limits };
  const lock = new ProcessLock(join(stateDirectory, "undo-locks"));
  const keep = (bytes: Uint8Array): string => store.keep(bytes);
  let trees: readonly TreeCheckpoints[] | undefined;
  let refused: { readonly reason: string; readonly untilMs: number } | null = null;
  const open = (): readonly TreeCheckpoints[] => {
    if (trees !== undefined) return trees;
    trees = parts.roots.map(
      (root) =>
        new TreeCheckpoints({
          root,
          place: parts.containment.placeOf(root),
          limits,
          keep,
          places: () => new Places(parts),
          stateDirectory,
          userExcludes: () => userExcludes(environment),
        }),
    );
    return trees;
  };
  /** After a limit was exceeded, fails at once for a while instead of trying again. */
  const guarded = async <T>(use: () => Promise<T>): Promise<T | string> => {
    if (refused !== null && Date.now() < refused.untilMs) return refused.reason;
    try {
      return await lock.holdUntil(parts.roots, use);
    } catch (error) {
      const why = error instanceof NoCheckpoint ? error.message : messageOf(error);
      const reason = `Its changes can't be undone. ${why}`;
      refused = { reason, untilMs: Date.now() + pauseMs };
      return reason;
    }
  };
  return {
    async limitsAgainst() {
      const checked = await guarded(async () => {
        for (const tree of open()) await tree.checkLimits();
      });
      return typeof checked === "string" ? [checked] : [];
    },
    exceptions: () => {
      try {
        return open().flatMap((tree) => tree.exceptions);
      } catch (error) {
        if (error instanceof NoCheckpoint) return [];
        throw error;
      }
    },
    async take() {
      const marks = await guarded(async () => {
        const taken: TakenMark[] = [];
        for (const tree of open()) taken.push({ tree, mark: await tree.take() });
        return taken;
      });
      if (typeof marks === "string") return marks;
      return checkpointOf(marks, (use) => lock.holdUntil(parts.roots, use));
    },
    close() {
      for (const tree of trees ?? []) tree.close();
    },
  };
}

function checkpointOf(
  marks: readonly TakenMark[],
  exclusively: <T>(use: () => Promise<T>) => Promise<T>,
): Checkpoint {
  return {
    covers: (path) =>
      marks.some(({ mark }) => (mark.seen.get(path)?.state.kind ?? "other") !== "other"),
    async changes(within) {
      const changes: PathChange[] = [];
      const reasons: string[] = [];
      for (const { tree, mark } of marks) {
        const found = await exclusively(async () => tree.changes(mark, await tree.take()));
        changes.push(...found.changes);
        reasons.push(...found.reasons);
      }
      return {
        changes: within === null ? changes : changes.filter(({ path }) => isWithin(path, within)),
        reasons,
      };
    },
  };
}

function isWithin(path: string, within: readonly { readonly path: string }[]): boolean {
  return within.some((each) => isInside(each.path, path, sep));
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : "Something unexpected happened.";
}
