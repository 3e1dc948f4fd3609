import type { Tool } from "@toolwright/core";
import { builtinToolNames } from "@toolwright/tools";
import { type CommandLimits, defaultCommandLimits } from "@toolwright/tools/internal";
import { type ProfileTool, unchanged } from "./profile-tool.ts";

// Loaded on demand, because a session uses one.
const profiles = {
  canonical: async () => builtinToolNames.map(unchanged),
  mutsumi: async (limits) => (await import("./mutsumi.ts")).mutsumi(limits),
  "gemini-cli": async (limits) => (await import("./gemini-cli.ts")).geminiCli(limits),
  opencode: async (limits) => (await import("./opencode.ts")).opencode(limits),
  "claude-code": async (limits) => (await import("./claude-code.ts")).claudeCode(limits),
  kode: async (limits) => (await import("./kode.ts")).kode(limits),
  codex: async (limits) => (await import("./codex.ts")).codex(limits),
} satisfies Readonly<Record<string, (limits: CommandLimits) => Promise<readonly ProfileTool[]>>>;

/** A set of names and argument shapes that models were trained on. */
export type ProfileName = keyof typeof profiles;

/** Every profile, the tools' own names first. */
export const profileNames: readonly ProfileName[] = Object.keys(profiles) as ProfileName[];

/** The tools of a profile before their code is loaded. */
export async function toolsOfProfile(
  name: ProfileName,
  limits: CommandLimits = defaultCommandLimits,
): Promise<readonly ProfileTool[]> {
  const tools = await profiles[name](limits);
  if (name === "canonical") return tools;
  // Shown only while tools are deferred, which third-party tools may be in every profile.
  return [...tools, unchanged("search_tools"), unchanged("call_tool")];
}

/**
 * The built-in tools under the names, arguments and wording of one profile. Behaviour, permissions and
 * rules are the same in all profiles: a rule or setting for `read_file` also applies to all its aliases.
 *
 * Shapes: `limits` apply to commands that set none themselves.
 */
export async function profileTools(
  name: ProfileName,
  limits: CommandLimits = defaultCommandLimits,
): Promise<readonly Tool[]> {
  const tools = await toolsOfProfile(name, limits);
  return Promise.all(tools.map((tool) => tool.load(limits)));
}

/** One tool of a profile, without the code of the others; undefined for an unknown name. */
export async function profileTool(
  profile: ProfileName,
  name: string,
  limits: CommandLimits = defaultCommandLimits,
): Promise<Tool | undefined> {
  const tools = await toolsOfProfile(profile, limits);
  return tools.find((tool) => tool.name === name)?.load(limits);
}
