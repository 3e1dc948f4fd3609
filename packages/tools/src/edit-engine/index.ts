export { applyEdit, applyEdits } from "./apply-edit.ts";
export {
  type EditCandidate,
  type EditFailure,
  type EditOutcome,
  type EditReceipt,
  type EditsOutcome,
  type Replacement,
  strategies,
  type Strategy,
} from "./edit.ts";
export { mergeChanges } from "../change/merge-changes.ts";
export { isCutDiff, type UnifiedDiff, unifiedDiff } from "../change/unified-diff.ts";
