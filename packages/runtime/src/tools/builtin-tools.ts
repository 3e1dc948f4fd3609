import type { Tool } from "@toolwright/core";
import { type ProfileName, profileTool, profileTools } from "@toolwright/profiles";

/** Default limits of commands; undefined for the tools' own defaults. */
export type CommandLimits = { readonly timeoutMs: number } | undefined;

/** The source of a session's built-in tools. */
export interface BuiltinTools {
  all(profile: ProfileName, limits: CommandLimits): Promise<readonly Tool[]>;
  /** Undefined if the profile has no such tool. */
  one(profile: ProfileName, name: string, limits: CommandLimits): Promise<Tool | undefined>;
}

/** Loads the code of each tool. */
export const loadedTools: BuiltinTools = { all: profileTools, one: profileTool };
