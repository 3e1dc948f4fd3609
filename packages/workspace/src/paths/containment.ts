/** Whether a path is the directory or below it. Both absolute and normalised; no link is followed. */
export function isInside(directory: string, path: string, separator: string): boolean {
  if (!path.startsWith(directory)) return false;
  if (path.length === directory.length || directory.endsWith(separator)) return true;
  return path.startsWith(separator, directory.length);
}

/** The root that holds the path; null when none does. */
export function containingRoot(
  roots: readonly string[],
  path: string,
  separator: string,
): string | null {
  for (const root of roots) if (isInside(root, path, separator)) return root;
  return null;
}

/**
 * Places where a path stands for the kernel's or a process's innards instead of a file. Never used,
 * whoever allows it: `/proc/self/root` alone would undo every other check.
 */
export function isKernelPlace(path: string): boolean {
  return /^\/(?:proc|dev|sys)(?:\/|$)/.test(path);
}
