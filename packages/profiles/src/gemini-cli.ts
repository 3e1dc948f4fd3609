import type { CommandLimits } from "@toolwright/tools/internal";
import { shellWith } from "./gemini-cli/command-tools.ts";
import { replace, write } from "./gemini-cli/edit-tools.ts";
import { remember } from "./gemini-cli/memory-tools.ts";
import { list, read, readMany } from "./gemini-cli/read-tools.ts";
import { glob, grep } from "./gemini-cli/search-tools.ts";
import type { ProfileTool } from "./profile-tool.ts";
import { geminiTodos } from "./todo-lists.ts";
import { geminiFetch } from "./web-pages.ts";
import { geminiSearch } from "./web-searches.ts";

/** The tools under the names of Gemini CLI. */
export function geminiCli(limits: CommandLimits): readonly ProfileTool[] {
  return [
    read,
    readMany,
    write,
    replace,
    list,
    glob,
    grep,
    shellWith(limits),
    geminiFetch,
    geminiSearch,
    remember,
    geminiTodos,
  ];
}
