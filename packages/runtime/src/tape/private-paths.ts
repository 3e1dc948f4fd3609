import { mapStrings } from "./map-strings.ts";

/** Folders whose paths a tape doesn't have: it names them, and each machine puts in its own. */
export interface PrivateFolders {
  /** Real absolute paths. */
  readonly roots: readonly string[];
  readonly home: string;
}

/** Puts names in place of private folders, and folders in place of their names. */
export interface PrivatePaths {
  /** In every text of a JSON value, field names included. */
  hide<T>(value: T): T;
  show<T>(value: T): T;
}

const literal = "«literal:";
const written = /«(?=(?:literal:)*(?:root(?::\d+)?|home)»)/g;
const named = /«(?:literal:(?=(?:literal:)*(?:root(?::\d+)?|home)»)|(root(?::\d+)?|home)»)/g;

/**
 * `«root»`, `«root:2»` … stand for the roots and `«home»` for the home folder. A text that had such a name before gets
 * a mark, `«literal:root»`, and comes back unchanged.
 */
export function privatePaths({ roots, home }: PrivateFolders): PrivatePaths {
  const folders = new Map<string, string>();
  for (const [at, root] of roots.entries()) folders.set(at === 0 ? "root" : `root:${at + 1}`, root);
  folders.set("home", home);
  const hidden = Array.from(folders)
    .filter(([, path]) => path.length > 1)
    .toSorted(([, one], [, other]) => other.length - one.length)
    .map(([name, path]) => ({ name, path: patternOf(path) }));
  const hideText = (text: string): string => {
    let result = text.includes("«") ? text.replace(written, literal) : text;
    for (const { name, path } of hidden) result = result.replace(path, `«${name}»`);
    return result;
  };
  const showText = (text: string): string =>
    text.includes("«")
      ? text.replace(named, (found, name?: string) => {
          if (name === undefined) return "«";
          // A root that this machine doesn't have lies outside of all of its roots.
          return folders.get(name) ?? `/toolwright-tape/${name.replace(":", "-")}`;
        })
      : text;
  return {
    hide: (value) => mapStrings(value, hideText),
    show: (value) => mapStrings(value, showText),
  };
}

/** A short path such as `/root` must stand alone; a longer one is private wherever it is. */
function patternOf(path: string): RegExp {
  const isShort = path.lastIndexOf("/") === 0;
  const before = isShort ? String.raw`(?<![\w.~/-])` : "";
  return new RegExp(
    `${before}${path.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)}(?![\\w-])`,
    "g",
  );
}
