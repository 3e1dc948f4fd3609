import type { Tool } from "@toolwright/core";
import { type CommandLimits, defaultCommandLimits } from "./shell/command-limits.ts";

/** All built-in tools, in the order in which they are listed. */
const loaders = {
  read_file: async () => (await import("./read-file.ts")).readFile,
  read_many_files: async () => (await import("./read-many-files.ts")).readManyFiles,
  list_directory: async () => (await import("./list-directory.ts")).listDirectory,
  file_info: async () => (await import("./file-info.ts")).fileInfo,
  write_file: async () => (await import("./write-file.ts")).writeFile,
  edit_file: async () => (await import("./edit-file.ts")).editFile,
  edit_symbol: async () => (await import("./edit-symbol.ts")).editSymbol,
  apply_patch: async () => (await import("./apply-patch.ts")).applyPatch,
  make_directory: async () => (await import("./make-directory.ts")).makeDirectory,
  move_path: async () => (await import("./move-path.ts")).movePath,
  delete_path: async () => (await import("./delete-path.ts")).deletePath,
  find_files: async () => (await import("./find-files.ts")).findFiles,
  search_text: async () => (await import("./search-text.ts")).searchText,
  outline: async () => (await import("./outline.ts")).outline,
  run_command: async (limits) => (await import("./run-command.ts")).runCommandWith(limits),
  command_output: async () => (await import("./command-output.ts")).commandOutput,
  command_input: async () => (await import("./command-input.ts")).commandInput,
  stop_command: async () => (await import("./stop-command.ts")).stopCommand,
  git: async (limits) => (await import("./git.ts")).gitWith(limits),
  web_fetch: async () => (await import("./web-fetch.ts")).webFetch,
  diagnostics: async () => (await import("./diagnostics.ts")).diagnostics,
  symbols: async () => (await import("./symbols.ts")).symbols,
  rename_symbol: async () => (await import("./rename-symbol.ts")).renameSymbol,
  get_environment: async () => (await import("./get-environment.ts")).getEnvironment,
  system_info: async () => (await import("./system-info.ts")).systemInfo,
  write_todos: async () => (await import("./write-todos.ts")).writeTodos,
  ask_user: async () => (await import("./ask-user.ts")).askUser,
  web_search: async () => (await import("./web-search.ts")).webSearch,
  save_memory: async () => (await import("./save-memory.ts")).saveMemory,
  recall: async () => (await import("./recall.ts")).recall,
  load_skill: async () => (await import("./load-skill.ts")).loadSkill,
  delegate_task: async () => (await import("./delegate-task.ts")).delegateTask,
  fork_self: async () => (await import("./fork-self.ts")).forkSelf,
  finish_task: async () => (await import("./finish-task.ts")).finishTask,
  list_models: async () => (await import("./list-models.ts")).listModels,
  run_program: async () => (await import("./run-program.ts")).runProgram,
  search_tools: async () => (await import("./search-tools.ts")).searchTools,
  call_tool: async () => (await import("./call-tool.ts")).callTool,
} satisfies Readonly<Record<string, (limits: CommandLimits) => Promise<Tool>>>;

/** The canonical name of a built-in tool. */
export type BuiltinToolName = keyof typeof loaders;

/** The names of all built-in tools. */
export const builtinToolNames = Object.keys(loaders) as readonly BuiltinToolName[];

/**
 * Loads one built-in tool only, because loading all takes longer than most calls.
 *
 * limits: apply to commands that set none themselves.
 */
export function builtinTool(
  name: BuiltinToolName,
  limits: CommandLimits = defaultCommandLimits,
): Promise<Tool> {
  return loaders[name](limits);
}

/** Loads all built-in tools. */
export function builtinTools(
  limits: CommandLimits = defaultCommandLimits,
): Promise<readonly Tool[]> {
  return Promise.all(builtinToolNames.map((name) => builtinTool(name, limits)));
}
