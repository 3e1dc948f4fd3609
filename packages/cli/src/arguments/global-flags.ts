import { type Mode, modes } from "@toolwright/core";
import type { FlagTable, ParsedArguments } from "./arguments.ts";

/** The profiles that exist: under which names and argument shapes the tools are presented. */
export const profiles = ["canonical"] as const;

/** Taken by every command, also before its name. */
export const globalFlags: FlagTable = {
  workspace: { value: "DIR", summary: "the folder to work in (default: the current one)" },
  mode: {
    value: "MODE",
    choices: modes,
    summary: `what runs unasked: ${modes.join(", ")}`,
  },
  profile: {
    value: "P",
    choices: profiles,
    summary: `under which names tools are shown: ${profiles.join(", ")}`,
  },
  settings: { value: "FILE", summary: "more settings, on top of the user's own" },
  help: { short: "h", summary: "show this help" },
};

/** The global flags' values, as given. */
export interface GlobalOptions {
  readonly workspace: string | undefined;
  readonly mode: Mode | undefined;
  readonly settingsFile: string | undefined;
}

export function globalOptions(parsed: ParsedArguments): GlobalOptions {
  return {
    workspace: parsed.value("workspace"),
    // One of the choices, or the parser would have refused it.
    mode: parsed.value("mode") as Mode | undefined,
    settingsFile: parsed.value("settings"),
  };
}
