import { homedir, userInfo } from "node:os";
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
  const home = homeDirectory(environment, platform);
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
  const home = homeDirectory(environment, platform);
  if (platform === "win32") {
    const roaming = absolute(environment.get("APPDATA"), platform);
    return win32.join(roaming ?? win32.join(home, "AppData", "Roaming"), name);
  }
  const configHome = absolute(environment.get("XDG_CONFIG_HOME"), platform);
  return posix.join(configHome ?? posix.join(home, ".config"), name);
}

/**
 * The user's home, absolute. An empty or relative `HOME` counts as missing, since it would make any
 * folder the home: then the system's account tells it, and without one it is the root.
 */
export function homeDirectory(
  environment: Environment,
  platform: NodeJS.Platform = process.platform,
): string {
  const variable = platform === "win32" ? "USERPROFILE" : "HOME";
  const rules = platform === "win32" ? win32 : posix;
  return (
    absolute(environment.get(variable), platform) ??
    absolute(homedir(), platform) ??
    absolute(accountHome(), platform) ??
    rules.sep
  );
}

function accountHome(): string | undefined {
  try {
    return userInfo().homedir;
  } catch {
    // An account that the system doesn't list, as in a container.
    return undefined;
  }
}

/** Nor what lies in the kernel's own file systems: Node tries for ever to make a folder there. */
function absolute(path: string | undefined, platform: NodeJS.Platform): string | null {
  const rules = platform === "win32" ? win32 : posix;
  if (path === undefined || !rules.isAbsolute(path)) return null;
  return /^\/(?:proc|sys)(?:\/|$)/.test(rules.normalize(path)) ? null : path;
}
