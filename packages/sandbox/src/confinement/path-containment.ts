import { sep } from "node:path";

/** Whether a path equals or lies below another. Both must be absolute and normalised. */
export function isWithin(path: string, directory: string): boolean {
  return path === directory || path.startsWith(withSeparator(directory));
}

function withSeparator(directory: string): string {
  return directory.endsWith(sep) ? directory : directory + sep;
}

/** The paths from below a directory down to a path: `/a/b` and `/a/b/c` for `/a` and `/a/b/c`. */
export function pathsBetween(directory: string, path: string): string[] {
  const paths: string[] = [];
  let current = directory;
  const rest = path.slice(withSeparator(directory).length);
  for (const name of rest.split(sep)) {
    if (name === "") continue;
    current = withSeparator(current) + name;
    paths.push(current);
  }
  return paths;
}

/** 0 for `/`, 1 for `/a`. */
export function depthOf(path: string): number {
  return path.split(sep).filter((name) => name !== "").length;
}
