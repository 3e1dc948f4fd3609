import type { Tool } from "@toolwright/core";
import { applyPatch } from "./apply-patch.ts";
import { callTool } from "./call-tool.ts";
import { commandInput } from "./command-input.ts";
import { commandOutput } from "./command-output.ts";
import { deletePath } from "./delete-path.ts";
import { editFile } from "./edit-file.ts";
import { fileInfo } from "./file-info.ts";
import { findFiles } from "./find-files.ts";
import { getEnvironment } from "./get-environment.ts";
import { gitWith } from "./git.ts";
import { listDirectory } from "./list-directory.ts";
import { makeDirectory } from "./make-directory.ts";
import { movePath } from "./move-path.ts";
import { readFile } from "./read-file.ts";
import { readManyFiles } from "./read-many-files.ts";
import { runCommandWith } from "./run-command.ts";
import { searchText } from "./search-text.ts";
import { searchTools } from "./search-tools.ts";
import { type CommandLimits, defaultCommandLimits } from "./shell/command-limits.ts";
import { stopCommand } from "./stop-command.ts";
import { systemInfo } from "./system-info.ts";
import { writeFile } from "./write-file.ts";

/** Every built-in tool under its canonical name. */
export const builtinTools: readonly Tool[] = builtinToolsWith(defaultCommandLimits);

/** The same for commands with other limits. */
export function builtinToolsWith(limits: CommandLimits): readonly Tool[] {
  return [
    readFile,
    readManyFiles,
    listDirectory,
    fileInfo,
    writeFile,
    editFile,
    applyPatch,
    makeDirectory,
    movePath,
    deletePath,
    findFiles,
    searchText,
    runCommandWith(limits),
    commandOutput,
    commandInput,
    stopCommand,
    gitWith(limits),
    getEnvironment,
    systemInfo,
    searchTools,
    callTool,
  ];
}
