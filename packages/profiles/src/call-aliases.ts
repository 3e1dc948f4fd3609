import type { CallAliases, ForwardedCall, RegisteredTool } from "@toolwright/core";
import { type ProfileName, profileNames, profileTools } from "./profiles.ts";

type Input = Readonly<Record<string, unknown>>;

/** The tool behind every name of every profile. Written out, as asking the profiles would load all of their tools. */
const toolNames: Readonly<Record<string, string>> = {
  read_file: "read_file",
  partially_read_by_range: "read_file",
  partially_read_around_keyword: "read_file",
  read: "read_file",
  Read: "read_file",
  read_many_files: "read_many_files",
  write_file: "write_file",
  edit_file_full_replace: "write_file",
  create_file: "write_file",
  write: "write_file",
  Write: "write_file",
  edit_file: "edit_file",
  edit_file_search_replace: "edit_file",
  replace: "edit_file",
  edit: "edit_file",
  Edit: "edit_file",
  apply_patch: "apply_patch",
  make_directory: "make_directory",
  mkdir: "make_directory",
  move_path: "move_path",
  delete_path: "delete_path",
  list_directory: "list_directory",
  ls: "list_directory",
  LS: "list_directory",
  file_info: "file_info",
  get_file_size: "file_info",
  find_files: "find_files",
  search_file_name_includes: "find_files",
  glob: "find_files",
  Glob: "find_files",
  search_text: "search_text",
  search_file_contains_keyword: "search_text",
  search_file_content: "search_text",
  grep: "search_text",
  Grep: "search_text",
  run_command: "run_command",
  shell_exec: "run_command",
  run_shell_command: "run_command",
  bash: "run_command",
  Bash: "run_command",
  shell: "run_command",
  command_output: "command_output",
  BashOutput: "command_output",
  command_input: "command_input",
  stop_command: "stop_command",
  KillShell: "stop_command",
  git: "git",
  git_cmd: "git",
  get_environment: "get_environment",
  get_env_var: "get_environment",
  system_info: "system_info",
  search_tools: "search_tools",
  call_tool: "call_tool",
};

/** What peers send under names that no profile has. */
const peerCalls: Readonly<Record<string, (input: Input) => { tool: string; input: Input }>> = {
  exec_command: (input) => ({ tool: "run_command", input: without(input, ofCodexAlone) }),
  write_stdin: ({ session_id: id, chars, ...rest }) => {
    const asked = { id: typeof id === "number" ? `cmd_${id}` : id };
    const more = without(rest, ofCodexAlone);
    return chars === undefined || chars === ""
      ? { tool: "command_output", input: { ...asked, ...more } }
      : { tool: "command_input", input: { ...asked, text: chars, ...more } };
  },
  grep_search: (input) => ({ tool: "search_text", input }),
  MultiEdit: (input) => ({ tool: "edit_file", input }),
};

/** They say how an answer is cut and how a shell starts, never what runs. */
const ofCodexAlone = ["yield_time_ms", "max_output_tokens", "login", "justification"];

function without(input: Input, names: readonly string[]): Input {
  return Object.fromEntries(Object.entries(input).filter(([name]) => !names.includes(name)));
}

/**
 * Calls under the names of another profile, or of a peer's newest version, become calls of the tool that presents the
 * same one here. Where that is the canonical tool, arguments are converted; elsewhere they have to fit, or to be
 * known as aliases. A tool that the session doesn't have isn't reached by any name.
 */
export const callAliases: CallAliases = {
  async meantBy({ name, input }, tools): Promise<ForwardedCall | null> {
    const given = objectOf(input);
    if (given === undefined) return null;
    const peer = Object.hasOwn(peerCalls, name) ? peerCalls[name]?.(given) : undefined;
    const meant = peer?.tool ?? (Object.hasOwn(toolNames, name) ? toolNames[name] : undefined);
    const tool = meant === undefined ? undefined : presentedBy(meant, tools);
    if (tool === undefined || tool.name === name) return null;
    const converted =
      peer?.input ?? (tool.name === meant ? await canonicalInput(name, given) : undefined) ?? given;
    return {
      name: tool.name,
      input: converted,
      repairs: [`the tool is called '${tool.name}' here`],
    };
  },
};

function presentedBy(
  canonical: string,
  tools: readonly RegisteredTool[],
): RegisteredTool | undefined {
  // A server's tool of that name is another one.
  const own = tools.filter(
    ({ ruleName, source }) =>
      ruleName === canonical && (source === "builtin" || source === "custom"),
  );
  return own.find(({ name }) => name === canonical) ?? own[0];
}

async function canonicalInput(name: string, given: Input): Promise<Input | undefined> {
  // Most calls name a tool that is there.
  const { canonicalInputOf } = await import("./present.ts");
  for (const profile of profileNames.filter((each: ProfileName) => each !== "canonical")) {
    const tool = (await profileTools(profile)).find((each) => each.name === name);
    const converted = tool === undefined ? undefined : canonicalInputOf(tool, given);
    if (converted !== undefined) return converted;
  }
  return undefined;
}

function objectOf(input: unknown): Input | undefined {
  let value: unknown = input ?? {};
  if (typeof value === "string") {
    try {
      value = JSON.parse(value) as unknown;
    } catch {
      return undefined;
    }
  }
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Input)
    : undefined;
}
