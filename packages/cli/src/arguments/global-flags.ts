import { type Mode, modes } from "@toolwright/core";
import type { ProfileName } from "@toolwright/profiles";
import type { PlaceOptions } from "@toolwright/runtime";
import { profiles } from "@toolwright/runtime/internal";
import type { FlagTable, ParsedArguments } from "./arguments.ts";

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
    summary: "names and arguments of the tools (default: canonical)",
  },
  settings: { value: "FILE", summary: "more settings, on top of the user's own" },
  "no-project-settings": { summary: "leave out this folder's own settings, also what they deny" },
  unsandboxed: { summary: "auto mode runs commands unasked also where no sandbox works" },
  help: { short: "h", summary: "show this help" },
};

/** Taken where no command is named, which opens the terminal. */
export const terminalFlags: FlagTable = {
  plain: { summary: "without a command: a terminal that writes line by line, as with TERM=dumb" },
};

/** The global flags' values, as given. */
export function globalOptions(parsed: ParsedArguments): PlaceOptions {
  return {
    workspace: parsed.value("workspace"),
    // Each one of the choices, or the parser would have refused it.
    mode: parsed.value("mode") as Mode | undefined,
    profile: parsed.value("profile") as ProfileName | undefined,
    settings: parsed.value("settings"),
    unsandboxed: parsed.has("unsandboxed"),
    projectSettings: !parsed.has("no-project-settings"),
  };
}
