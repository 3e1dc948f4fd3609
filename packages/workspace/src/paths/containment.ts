/** Whether a path is the directory or below it. Both absolute and normalised; follows no links. */
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
 * Whether a path belongs to the kernel or a process instead of a file on disk. Such paths are
 * always refused: `/proc/self/root` alone would bypass every other check.
 */
export function isKernelPlace(path: string): boolean {
  return /^\/(?:proc|dev|sys)(?:\/|$)/.test(path);
}
