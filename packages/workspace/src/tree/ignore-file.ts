import { compileName, compileWildmatch, type PathTest } from "./wildmatch.ts";

/** What one ignore file says of what lies below its directory. */
export interface IgnoreFile {
  /**
   * Whether the last rule that fits leaves it out (true) or brings it back (false); null when none
   * fits. `path` is relative to the file's directory, with `/`, and `name` its last name.
   */
  verdict(name: string, path: () => string, isDirectory: boolean): boolean | null;
  /** ripgrep understands every rule of it as git does. */
  readonly isAsRipgrepReads: boolean;
}

interface IgnoreRule {
  readonly fits: PathTest;
  readonly isForDirectories: boolean;
  /** `!` before it. */
  readonly bringsBack: boolean;
}

/**
 * Reads the rules of a .gitignore and its like, as git does.
 *
 * Source: gitignore(5); git's dir.c.
 */
export function parseIgnoreFile(text: string): IgnoreFile {
  const rules: IgnoreRule[] = [];
  const names = new NameIndex();
  const patterns = text
    .replace(/^\uFEFF/, "")
    .split("\n")
    .flatMap(patternOf);
  for (const pattern of patterns) {
    const rule = compileRule(pattern, names);
    if (rule !== null) rules.push(rule);
  }
  // The last rule that fits decides.
  rules.reverse();
  return {
    isAsRipgrepReads: patterns.every((pattern) => readsAlike.test(pattern)),
    verdict(name, path, isDirectory) {
      if (!names.mayFit(name)) return null;
      const whole = path();
      for (const { fits, isForDirectories, bringsBack } of rules) {
        if ((isDirectory || !isForDirectories) && fits(whole)) return !bringsBack;
      }
      return null;
    },
  };
}

/** Names, `*`, `?`, `**` and plain ranges: all else git and ripgrep read in ways of their own. */
const readsAlike =
  /^!?\/?(?:(?!\*\*\*)(?:[\w .@+,=()#%~:;&'$"^*?!-]|\[(?:[A-Za-z0-9_](?:-[A-Za-z0-9])?)+\]|\/(?!\/)))+$/;

/** The pattern of a line: none for a comment, without the blanks at its end that no backslash keeps. */
function patternOf(line: string): readonly string[] {
  if (line.startsWith("#")) return [];
  const pattern = line.replace(/\r$/, "").replace(/(?<!\\)((?:\\\\)*) +$/, "$1");
  return pattern === "" ? [] : [pattern];
}

function compileRule(pattern: string, names: NameIndex): IgnoreRule | null {
  const bringsBack = pattern.startsWith("!");
  let glob = bringsBack ? pattern.slice(1) : pattern;
  const isForDirectories = glob.endsWith("/");
  if (isForDirectories) glob = glob.slice(0, -1);
  if (glob === "") return null;
  const facts = { isForDirectories, bringsBack };
  if (!glob.includes("/")) {
    const fits = compileName(glob);
    names.add(glob, fits);
    return { ...facts, fits: (path) => fits(path.slice(path.lastIndexOf("/") + 1)) };
  }
  const last = glob.slice(glob.lastIndexOf("/") + 1);
  // A class may hold a slash, and an escaped one is one, too: only a plain last name tells anything.
  names.add(/^[^[\]\\]*$/.test(glob) ? last : "*", compileName(last));
  return { ...facts, fits: compileWildmatch(glob.startsWith("/") ? glob.slice(1) : glob) };
}

/** Tells of most names at once that no rule fits them, by the rules' last names alone. */
class NameIndex {
  readonly #names = new Set<string>();
  /** From the last dot on. */
  readonly #endings = new Set<string>();
  readonly #others: ((name: string) => boolean)[] = [];

  add(glob: string, fits: (name: string) => boolean): void {
    if (glob === "*" || glob.startsWith("**")) this.#others.push(() => true);
    else if (!/[*?[\\]/.test(glob)) this.#names.add(glob);
    else if (/^\*\.[^.*?[\\]+$/.test(glob)) this.#endings.add(glob.slice(1));
    else this.#others.push(fits);
  }

  mayFit(name: string): boolean {
    if (this.#names.has(name)) return true;
    if (this.#endings.size > 0) {
      const dot = name.lastIndexOf(".");
      if (dot !== -1 && this.#endings.has(name.slice(dot))) return true;
    }
    for (const other of this.#others) if (other(name)) return true;
    return false;
  }
}
