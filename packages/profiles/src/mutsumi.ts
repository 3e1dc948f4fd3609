import type { CommandLimits } from "@toolwright/tools/internal";
import { createFile, fullReplace, makeFolder, searchReplace } from "./mutsumi/edit-tools.ts";
import { aroundKeyword, fileSize, ls, range, wholeFile } from "./mutsumi/read-tools.ts";
import {
  findNames,
  projectOutline,
  searchKeyword,
  warningsAndErrors,
} from "./mutsumi/search-tools.ts";
import { environmentVariable, gitCommand, shellWith, system } from "./mutsumi/system-tools.ts";
import type { ProfileTool } from "./profile-tool.ts";
import { availableModels, selfFork, taskFinish } from "./sub-agents.ts";

/** The tools under the names of Mutsumi. */
export function mutsumi(limits: CommandLimits): readonly ProfileTool[] {
  return [
    wholeFile,
    ls,
    shellWith(limits),
    gitCommand,
    fullReplace,
    searchReplace,
    range,
    aroundKeyword,
    searchKeyword,
    findNames,
    fileSize,
    projectOutline,
    environmentVariable,
    system,
    makeFolder,
    warningsAndErrors,
    createFile,
    selfFork,
    taskFinish,
    availableModels,
  ];
}
