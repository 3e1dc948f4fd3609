import type { Tool } from "@toolwright/core";
import { type ProfileName, profileTool, profileTools } from "@toolwright/profiles";

/** Limits of commands that name none; undefined for those that the tools have by themselves. */
export type CommandLimits = { readonly timeoutMs: number } | undefined;

/** Where a session's built-in tools come from. */
export interface BuiltinTools {
  all(profile: ProfileName, limits: CommandLimits): Promise<readonly Tool[]>;
  /** Undefined for a name that the profile doesn't have. */
  one(profile: ProfileName, name: string, limits: CommandLimits): Promise<Tool | undefined>;
}

/** Loads the code of each tool. */
export const loadedTools: BuiltinTools = { all: profileTools, one: profileTool };
