/** Where a path leads by its text alone. */
export interface JoinedPath {
  /** Absolute and normalised. */
  readonly path: string;
  /**
   * The directory that a `..` leaves, when the path names it. If that directory is a link, the path
   * leads elsewhere. Null when there is none.
   */
  readonly back: string | null;
}

const plain = /^[^./][^/]*(?:\/[^./][^/]*)*$/;

/**
 * Joins and normalises as the kernel would if there were no links: `a/../b` is `b`.
 *
 * Shapes: `directory` is absolute and normalised. `trusted` is a directory known to contain no
 * links: the one in which the command line runs.
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

/** Whether a directory equals another one or contains it. */
export function holds(directory: string, other: string): boolean {
  if (directory === "/") return true;
  return other === directory || other.startsWith(`${directory}/`);
}

/** The last name of a path; empty for `/`, `.` and `..`. */
export function lastName(path: string): string {
  const name = /([^/]*)\/*$/.exec(path)?.[1] ?? "";
  return name === "." || name === ".." ? "" : name;
}

/** A directory and all its ancestors. */
export function placesAbove(directory: string): readonly string[] {
  const places = [directory];
  for (let place = directory; place !== "/" && place !== ""; ) {
    place = place.slice(0, place.lastIndexOf("/")) || "/";
    places.push(place);
  }
  return places;
}
