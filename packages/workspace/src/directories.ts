import { homedir, userInfo } from "node:os";
import { posix, win32 } from "node:path";
import type { Environment } from "@toolwright/core";

const name = "toolwright";
const memoryName = "toolwright-memory";

/**
 * The directory for persistent state, absolute: `$XDG_STATE_HOME/toolwright`, otherwise
 * `~/.local/state/toolwright`, on macOS `~/Library/Application Support/toolwright`, on Windows
 * `%LOCALAPPDATA%\toolwright`. It may not exist yet.
 *
 * Source: XDG Base Directory Specification 0.8, which says that relative values are ignored.
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
 * The directory of the user's settings, absolute: `$XDG_CONFIG_HOME/toolwright`, otherwise
 * `~/.config/toolwright` (also on macOS), on Windows `%APPDATA%\toolwright`. It may not exist yet.
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
 * The directory of remembered facts, absolute: `$XDG_DATA_HOME/toolwright-memory`, otherwise
 * `~/.local/share/toolwright-memory` (also on macOS), on Windows `%APPDATA%\\toolwright-memory`. No call may
 * change the directories of settings and state, so it is neither of them, even where all variables agree.
 */
export function memoryDirectory(
  environment: Environment,
  platform: NodeJS.Platform = process.platform,
): string {
  const home = homeDirectory(environment, platform);
  if (platform === "win32") {
    const roaming = absolute(environment.get("APPDATA"), platform);
    return win32.join(roaming ?? win32.join(home, "AppData", "Roaming"), memoryName);
  }
  const dataHome = absolute(environment.get("XDG_DATA_HOME"), platform);
  return posix.join(dataHome ?? posix.join(home, ".local", "share"), memoryName);
}

/**
 * The user's home directory, absolute. An empty or relative `HOME` is ignored, because it would
 * turn any folder into the home directory. The fallbacks are the system's account and then the
 * root.
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
    // The system may not list the account, for example in a container.
    return undefined;
  }
}

/** Null for relative paths, and for kernel file systems, where Node hangs creating a directory. */
function absolute(path: string | undefined, platform: NodeJS.Platform): string | null {
  const rules = platform === "win32" ? win32 : posix;
  if (path === undefined || !rules.isAbsolute(path)) return null;
  return /^\/(?:proc|sys)(?:\/|$)/.test(rules.normalize(path)) ? null : path;
}
