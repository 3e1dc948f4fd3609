import { sep } from "node:path";

/** Whether a path is another or below it. Both absolute and normal. */
export function isWithin(path: string, directory: string): boolean {
  return path === directory || path.startsWith(withSeparator(directory));
}

function withSeparator(directory: string): string {
  return directory.endsWith(sep) ? directory : directory + sep;
}

/** Of `/a/b/c` below `/a`: `/a/b` and `/a/b/c`. */
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
