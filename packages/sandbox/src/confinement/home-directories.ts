import { userInfo } from "node:os";
import { isWithin } from "./path-containment.ts";

/** Service accounts have homes like these, in which commands find their programs. */
const systemDirectories = ["/bin", "/dev", "/etc", "/lib", "/proc", "/sbin", "/sys", "/usr"];

/**
 * The home directories to hide: the one in the environment, and the account's own if `HOME` was changed.
 */
export function homeDirectories(home: string, accountHome = homeOfAccount()): readonly string[] {
  const isSystem =
    accountHome === null ||
    accountHome === "/" ||
    systemDirectories.some((directory) => isWithin(accountHome, directory));
  return isSystem || accountHome === home ? [home] : [home, accountHome];
}

function homeOfAccount(): string | null {
  try {
    return userInfo().homedir;
  } catch {
    // The system does not list the account, as in a container.
    return null;
  }
}
