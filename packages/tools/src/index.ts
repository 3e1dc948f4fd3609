// For those who open a session
export { builtinTools } from "./builtin-tools.ts";

// One by one
export { editFile } from "./edit-file.ts";
export { findFiles } from "./find-files.ts";
export { getEnvironment } from "./get-environment.ts";
export { listDirectory } from "./list-directory.ts";
export { readFile } from "./read-file.ts";
export { runCommand } from "./run-command.ts";
export { searchText } from "./search-text.ts";
export { systemInfo } from "./system-info.ts";
export { writeFile } from "./write-file.ts";
