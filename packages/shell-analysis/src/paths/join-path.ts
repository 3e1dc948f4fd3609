/** Where a path leads by its text alone. */
export interface JoinedPath {
  /** Absolute and normalised. */
  readonly path: string;
  /**
   * The directory that `..` was taken from, when it was named before: if that is a link, the path
   * leads elsewhere. Null when there is none.
   */
  readonly back: string | null;
}

const plain = /^[^./][^/]*(?:\/[^./][^/]*)*$/;

/**
 * Joins and normalises as the kernel would without links: `a/../b` is `b`.
 *
 * Shapes: `directory` absolute and normalised, of which `trusted` is the part that has no links
 * (the directory where it all began).
 */
export function joinPath(directory: string, path: string, trusted: string): JoinedPath {
  const base = directory === "/" ? "" : directory;
  if (path === ".") return { path: directory, back: null };
  if (plain.test(path)) return { path: `${base}/${path}`, back: null };
  const isAbsolute = path.startsWith("/");
  const names = isAbsolute ? [] : base.split("/").slice(1);
  let back: string | null = null;
  for (const name of path.split("/")) {
    if (name === "" || name === ".") continue;
    if (name !== "..") {
      names.push(name);
      continue;
    }
    const here = `/${names.join("/")}`;
    if (!holds(here, trusted)) back ??= here;
    names.pop();
  }
  return { path: `/${names.join("/")}`, back };
}

/** Whether a directory is another one or holds it. */
export function holds(directory: string, other: string): boolean {
  if (directory === "/") return true;
  return other === directory || other.startsWith(`${directory}/`);
}

/** The last name of a path; empty for `/`, `.` and `..`. */
export function lastName(path: string): string {
  const name = /([^/]*)\/*$/.exec(path)?.[1] ?? "";
  return name === "." || name === ".." ? "" : name;
}
