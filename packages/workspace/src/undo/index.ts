// Separate from the package's root: the first change loads this.
export { createCheckpoints, type CheckpointsOptions } from "./checkpoint/create-checkpoints.ts";
export type { Checkpoints } from "./checkpoint/checkpoints.ts";
export { createSnapshots, type SnapshotsOptions } from "./create-snapshots.ts";
export {
  createUndo,
  type RevertedPath,
  type RevertOptions,
  type RevertResult,
  type Undo,
  type UndoOptions,
} from "./create-undo.ts";
export type { FoundForeign } from "./revert-plan.ts";
export { recoverUndo } from "./recover-undo.ts";
export type { RevertTarget } from "./revert-targets.ts";
