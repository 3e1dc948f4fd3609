/** Whether `path` is `directory` or lies below it. Both are absolute and normalised, with `/` or `\`. */
export function isAtOrBelow(path: string, directory: string): boolean {
  if (path === directory) return true;
  if (!path.startsWith(directory)) return false;
  const last = directory.at(-1);
  if (last === "/" || last === "\\") return true;
  const next = path[directory.length];
  return next === "/" || next === "\\";
}
