/**
 * A directory that stands for a root of a workspace. Paths keep the root's name wherever they are shown, decided
 * on or recorded; files are read from the directory and written to it.
 */
export interface View {
  /** The root's real path. */
  readonly root: string;
  /** The real path of the directory that stands for it. */
  readonly directory: string;
  /** Present if the directory exists only in another mount namespace. */
  readonly namespace?: ViewNamespace;
  /** Present for an overlay over the root: the directory with what was written. */
  readonly upper?: string;
}

/** A mount namespace of ours, in which a view's directory is mounted. */
export interface ViewNamespace {
  /** The path by which its root is reached from outside, such as `/proc/4711/root`. Views begin with it. */
  readonly root: string;
  /** The program and arguments before a command that runs in it. */
  readonly enter: readonly string[];
}

/** The path that a place in a view has in the view's own namespace; the place itself if it has none. */
export function placeInside(views: readonly View[] | undefined, place: string): string {
  for (const { directory, namespace } of views ?? []) {
    if (namespace !== undefined && isAtOrIn(directory, place))
      return place.slice(namespace.root.length);
  }
  return place;
}

/** The inverse of `placeInside`. */
export function placeOutside(views: readonly View[] | undefined, inside: string): string {
  for (const { directory, namespace } of views ?? []) {
    if (namespace === undefined) continue;
    if (isAtOrIn(directory.slice(namespace.root.length), inside)) return namespace.root + inside;
  }
  return inside;
}

/** Where a named path lies on the disk. */
export function placeIn(views: readonly View[] | undefined, path: string): string {
  for (const { root, directory } of views ?? []) {
    const below = restBelow(root, path);
    if (below !== null) return directory + below;
  }
  return path;
}

/**
 * The place where a named directory that exists is listed with the least work. An overlay shows a directory in which nothing
 * was written just as it is in the root, where the system lists it in half the time.
 */
export function listingPlace(
  views: readonly View[] | undefined,
  path: string,
  isMissing: (path: string) => boolean,
): string {
  for (const { root, directory, upper } of views ?? []) {
    const below = restBelow(root, path);
    if (below === null) continue;
    return upper !== undefined && isMissing(upper + below) ? path : directory + below;
  }
  return path;
}

/** The name of what lies at a place on the disk. */
export function nameIn(views: readonly View[] | undefined, place: string): string {
  for (const { root, directory } of views ?? []) {
    const below = restBelow(directory, place);
    if (below !== null) return below === "" ? root : withoutSeparator(root) + below;
  }
  return place;
}

function isAtOrIn(directory: string, path: string): boolean {
  return restBelow(directory, path) !== null;
}

/** The rest of a path after a directory, with the separator before it. Null if the path isn't at or in it. */
function restBelow(directory: string, path: string): string | null {
  const above = withoutSeparator(directory);
  if (!path.startsWith(above)) return null;
  const rest = path.slice(above.length);
  return rest === "" || rest[0] === "/" || rest[0] === "\\" ? rest : null;
}

/** Only the root of a file system ends with its separator. */
function withoutSeparator(directory: string): string {
  return directory.replace(/[/\\]$/, "");
}
