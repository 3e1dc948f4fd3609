import { compileName, compileWildmatch, type PathTest } from "./wildmatch.ts";

/** The rules of one ignore file for everything below its directory. */
export interface IgnoreFile {
  /**
   * Whether the last matching rule ignores the path (true) or includes it again (false); null if
   * none matches. `path` is relative to the file's directory, with `/`, and `name` its last name.
   */
  verdict(name: string, path: () => string, isDirectory: boolean): boolean | null;
  /** Whether ripgrep interprets every rule as git does. */
  readonly isAsRipgrepReads: boolean;
}

interface IgnoreRule {
  readonly fits: PathTest;
  readonly isForDirectories: boolean;
  /** Whether the rule begins with `!`. */
  readonly bringsBack: boolean;
}

/**
 * Parses a .gitignore or a similar file, as git does.
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
  // The last matching rule decides.
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

/** Names, `*`, `?`, `**` and plain ranges. git and ripgrep interpret anything else differently. */
const readsAlike =
  /^!?\/?(?:(?!\*\*\*)(?:[\w .@+,=()#%~:;&'$"^*?!-]|\[(?:[A-Za-z0-9_](?:-[A-Za-z0-9])?)+\]|\/(?!\/)))+$/;

/** The pattern of a line without unescaped trailing blanks; none for a comment. */
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
  // A class or an escape may contain a slash, so only a plain last name is conclusive.
  names.add(/^[^[\]\\]*$/.test(glob) ? last : "*", compileName(last));
  return { ...facts, fits: compileWildmatch(glob.startsWith("/") ? glob.slice(1) : glob) };
}

/** Rules out most names quickly, by the last names of the rules alone. */
class NameIndex {
  readonly #names = new Set<string>();
  /** Extensions, beginning with the last dot. */
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
