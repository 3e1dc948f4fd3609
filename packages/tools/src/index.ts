// For hosts that open a session
export {
  builtinTool,
  type BuiltinToolName,
  builtinToolNames,
  builtinTools,
} from "./builtin-tools.ts";

// For hosts that show changes
export { unifiedDiff, type UnifiedDiff } from "./change/unified-diff.ts";

// For hosts that run programs over tools
export { createPrograms } from "./program/create-programs.ts";

// For hosts that search tools
export { rankTools } from "./tool-search/rank-tools.ts";
