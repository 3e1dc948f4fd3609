import { userInfo } from "node:os";
import { isWithin } from "./path-containment.ts";

/** Accounts of services have such homes, in which commands find their programs. */
const systemDirectories = ["/bin", "/dev", "/etc", "/lib", "/proc", "/sbin", "/sys", "/usr"];

/**
 * The home directories to hide: the one that the person's environment names, and the account's own, which is
 * another where `HOME` was changed.
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
    // An account that the system doesn't list, as in a container.
    return null;
  }
}
