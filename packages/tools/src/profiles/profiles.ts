import type { Tool } from "@toolwright/core";
import { toolLoaders } from "../tool-loaders.ts";

// Each is loaded when it is asked for: a session uses one.
const profiles = {
  canonical: async () => (await import("../builtin-tools.ts")).builtinTools,
  mutsumi: async () => (await import("./mutsumi.ts")).mutsumi,
  "gemini-cli": async () => (await import("./gemini-cli.ts")).geminiCli,
  opencode: async () => (await import("./opencode.ts")).opencode,
  "claude-code": async () => (await import("./claude-code.ts")).claudeCode,
  kode: async () => (await import("./kode.ts")).kode,
  codex: async () => (await import("./codex.ts")).codex,
} satisfies Readonly<Record<string, () => Promise<readonly Tool[]>>>;

/** A set of names and argument shapes that models were trained on. */
export type ProfileName = keyof typeof profiles;

/** Every profile, the tools' own names first. */
export const profileNames: readonly ProfileName[] = Object.keys(profiles) as ProfileName[];

/**
 * The built-in tools under the names, arguments and wording of one profile. What they do, what they
 * may do and which rules hold for them is the same in all: a rule or setting for `read_file` holds
 * for every tool that presents it, whatever that is called.
 */
export async function profileTools(name: ProfileName): Promise<readonly Tool[]> {
  return profiles[name]();
}

/**
 * One tool of a profile, without loading more than it needs; undefined when the profile has none of
 * that name.
 */
export async function profileTool(profile: ProfileName, name: string): Promise<Tool | undefined> {
  if (profile === "canonical") {
    return Object.hasOwn(toolLoaders, name) ? toolLoaders[name]?.() : undefined;
  }
  const tools = await profileTools(profile);
  return tools.find((tool) => tool.name === name);
}
