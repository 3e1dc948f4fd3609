// For those who open a session
export {
  builtinTool,
  type BuiltinToolName,
  builtinToolNames,
  builtinTools,
} from "./builtin-tools.ts";

// For those who show what changed
export { unifiedDiff, type UnifiedDiff } from "./change/unified-diff.ts";

// For those who search tools themselves
export { rankTools } from "./tool-search/rank-tools.ts";
