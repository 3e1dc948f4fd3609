// For those who open a session
export { builtinTools } from "./builtin-tools.ts";

// For those who show what changed
export { unifiedDiff, type UnifiedDiff } from "./diff/unified-diff.ts";

// For those who search tools themselves
export { rankTools } from "./tool-search/rank-tools.ts";

// One by one
export { applyPatch } from "./apply-patch.ts";
export { callTool } from "./call-tool.ts";
export { commandInput } from "./command-input.ts";
export { commandOutput } from "./command-output.ts";
export { deletePath } from "./delete-path.ts";
export { editFile } from "./edit-file.ts";
export { fileInfo } from "./file-info.ts";
export { findFiles } from "./find-files.ts";
export { getEnvironment } from "./get-environment.ts";
export { git } from "./git.ts";
export { listDirectory } from "./list-directory.ts";
export { makeDirectory } from "./make-directory.ts";
export { movePath } from "./move-path.ts";
export { readFile } from "./read-file.ts";
export { readManyFiles } from "./read-many-files.ts";
export { runCommand } from "./run-command.ts";
export { searchText } from "./search-text.ts";
export { searchTools } from "./search-tools.ts";
export { stopCommand } from "./stop-command.ts";
export { systemInfo } from "./system-info.ts";
export { writeFile } from "./write-file.ts";
