import { homedir } from "node:os";
import { posix, win32 } from "node:path";
import type { Environment } from "@toolwright/core";

const name = "toolwright";

/**
 * Where this program keeps what it must remember, absolute: `$XDG_STATE_HOME/toolwright`, else
 * `~/.local/state/toolwright`, on macOS `~/Library/Application Support/toolwright`, on Windows
 * `%LOCALAPPDATA%\toolwright`. Not made by this.
 *
 * Source: XDG Base Directory Specification 0.8, by which relative values are ignored.
 */
export function stateDirectory(
  environment: Environment,
  platform: NodeJS.Platform = process.platform,
): string {
  const home = homeOf(environment, platform);
  if (platform === "win32") {
    const local = absolute(environment.get("LOCALAPPDATA"), platform);
    return win32.join(local ?? win32.join(home, "AppData", "Local"), name);
  }
  const stateHome = absolute(environment.get("XDG_STATE_HOME"), platform);
  if (stateHome !== null) return posix.join(stateHome, name);
  return platform === "darwin"
    ? posix.join(home, "Library", "Application Support", name)
    : posix.join(home, ".local", "state", name);
}

/**
 * Where the user's settings are, absolute: `$XDG_CONFIG_HOME/toolwright`, else
 * `~/.config/toolwright` (on macOS, too), on Windows `%APPDATA%\toolwright`. Not made by this.
 */
export function configDirectory(
  environment: Environment,
  platform: NodeJS.Platform = process.platform,
): string {
  const home = homeOf(environment, platform);
  if (platform === "win32") {
    const roaming = absolute(environment.get("APPDATA"), platform);
    return win32.join(roaming ?? win32.join(home, "AppData", "Roaming"), name);
  }
  const configHome = absolute(environment.get("XDG_CONFIG_HOME"), platform);
  return posix.join(configHome ?? posix.join(home, ".config"), name);
}

function homeOf(environment: Environment, platform: NodeJS.Platform): string {
  const variable = platform === "win32" ? "USERPROFILE" : "HOME";
  return absolute(environment.get(variable), platform) ?? homedir();
}

function absolute(path: string | undefined, platform: NodeJS.Platform): string | null {
  const rules = platform === "win32" ? win32 : posix;
  return path !== undefined && rules.isAbsolute(path) ? path : null;
}
