import type { CommandLimits } from "@toolwright/tools/internal";
import type { Tool } from "@toolwright/core";
import { createFile, fullReplace, makeFolder, searchReplace } from "./mutsumi/edit-tools.ts";
import { aroundKeyword, fileSize, ls, range, wholeFile } from "./mutsumi/read-tools.ts";
import { findNames, searchKeyword } from "./mutsumi/search-tools.ts";
import { environmentVariable, gitCommandWith, shellWith, system } from "./mutsumi/system-tools.ts";

/** The tools under the names that models know from Mutsumi. */
export function mutsumi(limits: CommandLimits): readonly Tool[] {
  return [
    wholeFile,
    ls,
    shellWith(limits),
    gitCommandWith(limits),
    fullReplace,
    searchReplace,
    range,
    aroundKeyword,
    searchKeyword,
    findNames,
    fileSize,
    environmentVariable,
    system,
    makeFolder,
    createFile,
  ];
}
