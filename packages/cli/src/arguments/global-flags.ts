import { phrase } from "../language/phrase.ts";
import { type Mode, modes } from "@toolwright/core";
import type { ProfileName } from "@toolwright/profiles";
import type { PlaceOptions } from "@toolwright/runtime";
import { profiles } from "@toolwright/runtime/internal";
import { baseUrl } from "./shared-flags.ts";
import type { FlagTable, ParsedArguments } from "./arguments.ts";

/** Flags that every command accepts, also before its name. */
export const globalFlags: FlagTable = {
  workspace: { value: "DIR", summary: phrase("the folder to work in (default: the current one)") },
  mode: {
    value: "MODE",
    choices: modes,
    summary: phrase("what runs without approval: {modes}", { modes: modes.join(", ") }),
  },
  profile: {
    value: "P",
    choices: profiles,
    summary: phrase("the set of tool names and arguments (default: canonical)"),
  },
  settings: { value: "FILE", summary: phrase("more settings, on top of the user's own") },
  "no-project-settings": {
    summary: phrase("ignore this folder's own settings, including their denials"),
  },
  unsandboxed: {
    summary: phrase("auto mode also runs commands without approval if no sandbox works"),
  },
  help: { short: "h", summary: phrase("show this help") },
};

/** Flags of interactive mode, which starts if no command is named. */
export const terminalFlags: FlagTable = {
  model: { value: "M", summary: phrase("interactive mode as an agent, as with anthropic/ID") },
  "base-url": baseUrl,
  resume: { value: "ID", summary: phrase("continue a stored conversation: its id, or last") },
  plain: { summary: phrase("interactive mode line by line, as with TERM=dumb") },
};

/** The global flags' values, as given. */
export function globalOptions(parsed: ParsedArguments): PlaceOptions {
  return {
    workspace: parsed.value("workspace"),
    // The parser accepts only the listed choices.
    mode: parsed.value("mode") as Mode | undefined,
    profile: parsed.value("profile") as ProfileName | undefined,
    settings: parsed.value("settings"),
    unsandboxed: parsed.has("unsandboxed"),
    projectSettings: !parsed.has("no-project-settings"),
  };
}
