import type { CallAliases, ForwardedCall, RegisteredTool } from "@toolwright/core";
import { defaultCommandLimits } from "@toolwright/tools/internal";
import type { ProfileTool } from "./profile-tool.ts";
import { profileNames, toolsOfProfile } from "./profiles.ts";

type Input = Readonly<Record<string, unknown>>;

/** Calls of peers under names that no profile has. */
const peerCalls: Readonly<Record<string, (input: Input) => { tool: string; input: Input }>> = {
  exec_command: (input) => ({ tool: "run_command", input: without(input, ofCodexAlone(input)) }),
  shell_command: (input) => ({ tool: "run_command", input: without(input, ofCodexAlone(input)) }),
  write_stdin: ({ session_id: id, chars, ...rest }) => {
    const asked = { id: typeof id === "number" ? `cmd_${id}` : id };
    const more = without(rest, ofCodexAlone(rest));
    return chars === undefined || chars === ""
      ? { tool: "command_output", input: { ...asked, ...more } }
      : { tool: "command_input", input: { ...asked, text: chars, ...more } };
  },
  grep_search: (input) => ({ tool: "search_text", input }),
  AskUserQuestion: (input) => ({ tool: "ask_user", input }),
  question: (input) => ({ tool: "ask_user", input }),
  request_user_input: (input) => ({ tool: "ask_user", input }),
  TaskOutput: ({ task_id: id }) => ({ tool: "command_output", input: { id } }),
  TaskStop: ({ task_id: id, shell_id }) => ({
    tool: "stop_command",
    input: { id: id ?? shell_id },
  }),
  KillBash: ({ shell_id: id }) => ({ tool: "stop_command", input: { id } }),
  Agent: ({ subagent_type: agent = "general", prompt: task }) => ({
    tool: "delegate_task",
    input: { agent, task },
  }),
  invoke_agent: ({ agent_name: agent, prompt: task }) => ({
    tool: "delegate_task",
    input: { agent, task },
  }),
  spawn_agent: ({ agent_type: agent = "general", message: task }) => ({
    tool: "delegate_task",
    input: { agent, task },
  }),
  MultiEdit: (input) => ({ tool: "edit_file", input }),
};

/** These fields affect how output is cut and how a shell starts, never the command itself. */
const ofCodexAlone = ({ tty, shell }: Input): readonly string[] => [
  "yield_time_ms",
  "max_output_tokens",
  "login",
  "justification",
  "sandbox_permissions",
  ...(tty === false ? ["tty"] : []),
  ...(shell === "bash" || shell === "/bin/bash" ? ["shell"] : []),
];

function without(input: Input, names: readonly string[]): Input {
  return Object.fromEntries(Object.entries(input).filter(([name]) => !names.includes(name)));
}

/**
 * Converts calls under the names of another profile, or of a peer's newest version, to calls of the same tool in this
 * profile. For a canonical tool the arguments are converted; otherwise they must fit or be known aliases. No name
 * reaches a tool that the session doesn't have.
 */
export const callAliases: CallAliases = {
  async meantBy({ name, input }, tools): Promise<ForwardedCall | null> {
    const given = objectOf(input);
    if (given === undefined) return null;
    const peer = Object.hasOwn(peerCalls, name) ? peerCalls[name]?.(given) : undefined;
    const known = peer === undefined ? await toolsNamed(name) : [];
    const meant = peer?.tool ?? known[0]?.aliasOf;
    const tool = meant === undefined ? undefined : presentedBy(meant, tools);
    if (tool === undefined || tool.name === name) return null;
    const converted =
      peer?.input ??
      (tool.name === meant ? await canonicalInput(known, given) : undefined) ??
      given;
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
  // A server's tool of that name is a different tool.
  const own = tools.filter(
    ({ ruleName, source }) =>
      ruleName === canonical && (source === "builtin" || source === "custom"),
  );
  return own.find(({ name }) => name === canonical) ?? own[0];
}

/** The canonical names of the tools that a name may mean in any profile; empty for an unknown name. */
export async function canonicalToolNames(name: string): Promise<readonly string[]> {
  return [...new Set((await toolsNamed(name)).map(({ aliasOf }) => aliasOf))];
}

/** The names of a canonical tool in all profiles, its own first. */
export async function namesInProfiles(canonical: string): Promise<readonly string[]> {
  const tools = await Promise.all(profileNames.map((profile) => toolsOfProfile(profile)));
  const named = tools.flat().filter(({ aliasOf }) => aliasOf === canonical);
  return [...new Set([canonical, ...named.map(({ name }) => name)])];
}

/** The tools of this name in all profiles; all are aliases of the same tool. */
async function toolsNamed(name: string): Promise<readonly ProfileTool[]> {
  const tools = await Promise.all(profileNames.map((profile) => toolsOfProfile(profile)));
  return tools.flat().filter((tool) => tool.name === name);
}

async function canonicalInput(
  known: readonly ProfileTool[],
  given: Input,
): Promise<Input | undefined> {
  const { canonicalInputOf } = await import("./alias-tool.ts");
  for (const tool of known) {
    const converted = canonicalInputOf(await tool.load(defaultCommandLimits), given);
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
