/**
 * A directory that stands for a root of a workspace. Paths keep the root's name wherever they are shown, decided
 * on or recorded; files are read from the directory and written to it.
 */
export interface View {
  /** The root's real path. */
  readonly root: string;
  /** The real path of the directory that stands for it. */
  readonly directory: string;
}

/** Where a named path lies on the disk. */
export function placeIn(views: readonly View[] | undefined, path: string): string {
  for (const { root, directory } of views ?? []) {
    if (isAtOrIn(root, path)) return directory + path.slice(root.length);
  }
  return path;
}

/** The name of what lies at a place on the disk. */
export function nameIn(views: readonly View[] | undefined, place: string): string {
  for (const { root, directory } of views ?? []) {
    if (isAtOrIn(directory, place)) return root + place.slice(directory.length);
  }
  return place;
}

function isAtOrIn(directory: string, path: string): boolean {
  if (!path.startsWith(directory)) return false;
  const next = path[directory.length];
  return next === undefined || next === "/" || next === "\\";
}
