import type { Tool } from "@toolwright/core";
import { createFile, fullReplace, makeFolder, searchReplace } from "./mutsumi/edit-tools.ts";
import { aroundKeyword, fileSize, ls, range, wholeFile } from "./mutsumi/read-tools.ts";
import { findNames, searchKeyword } from "./mutsumi/search-tools.ts";
import { environmentVariable, gitCommand, shell, system } from "./mutsumi/system-tools.ts";

/** The tools under the names that models know from Mutsumi. */
export const mutsumi: readonly Tool[] = [
  wholeFile,
  ls,
  shell,
  gitCommand,
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
