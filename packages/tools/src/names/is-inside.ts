/** Whether a normalised, absolute path is a directory or lies below it. */
export function isInside(path: string, directory: string): boolean {
  return (
    path === directory || path.startsWith(directory.endsWith("/") ? directory : `${directory}/`)
  );
}
