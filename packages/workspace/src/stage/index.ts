// Separate from the package's root: the first stage loads this.
export { commitStage } from "./commit-stage.ts";
export { copyRoot, costOfCopy } from "./copy-root.ts";
export type { StagedRoot } from "./candidates.ts";
export { makeStageDirectory, removeLeftStages, removeTree } from "./stage-directory.ts";
export { StagedFiles } from "./staged-files.ts";
