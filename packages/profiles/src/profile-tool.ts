import type { Tool } from "@toolwright/core";
import { builtinTool, type BuiltinToolName } from "@toolwright/tools";
import type { CommandLimits } from "@toolwright/tools/internal";

/** A tool of a profile whose code is not loaded yet, so that a call of one tool loads no other. */
export interface ProfileTool {
  readonly name: string;
  /** The canonical name of the built-in tool behind it. */
  readonly aliasOf: BuiltinToolName;
  load(limits: CommandLimits): Promise<Tool>;
}

/** A built-in tool under its own name. */
export function unchanged(name: BuiltinToolName): ProfileTool {
  return { name, aliasOf: name, load: (limits) => builtinTool(name, limits) };
}
