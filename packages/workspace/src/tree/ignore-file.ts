import { translateGlob } from "./ignore-glob.ts";

/** What one ignore file says of what lies below its directory. */
export interface IgnoreFile {
  /**
   * Whether the last rule that fits leaves it out (true) or brings it back (false); null when none
   * fits. `path` is relative to the file's directory, with `/`, and `name` its last name.
   */
  verdict(name: string, path: () => string, isDirectory: boolean): boolean | null;
}

interface IgnoreRule {
  readonly fits: RegExp;
  readonly isForDirectories: boolean;
  /** `!` before it. */
  readonly bringsBack: boolean;
}

/**
 * Reads the rules of a .gitignore and its like, as ripgrep understands them. Null when there is one
 * whose meaning isn't certain here (escapes, alternatives, classes of other than plain characters):
 * then only ripgrep itself can tell.
 *
 * Source: gitignore(5); ripgrep's crates `ignore` and `globset`.
 */
export function parseIgnoreFile(text: string): IgnoreFile | null {
  const rules: IgnoreRule[] = [];
  const names = new NameIndex();
  for (const line of text.split("\n")) {
    if (line.startsWith("#")) continue;
    const pattern = line.replace(/[ \t\r]+$/, "");
    if (pattern === "") continue;
    const rule = compileRule(pattern, names);
    if (rule === null) return null;
    rules.push(rule);
  }
  // The last rule that fits decides.
  rules.reverse();
  return {
    verdict(name, path, isDirectory) {
      if (!names.mayFit(name)) return null;
      const whole = path();
      for (const { fits, isForDirectories, bringsBack } of rules) {
        if ((isDirectory || !isForDirectories) && fits.test(whole)) return !bringsBack;
      }
      return null;
    },
  };
}

const isPlainPattern = /^[\w .@+,=()[\]#%~:;&'$"^*/-]+$/;

function compileRule(pattern: string, names: NameIndex): IgnoreRule | null {
  const bringsBack = pattern.startsWith("!");
  let glob = bringsBack ? pattern.slice(1) : pattern;
  const isAnchored = glob.startsWith("/");
  if (isAnchored) glob = glob.slice(1);
  const isForDirectories = glob.endsWith("/");
  if (isForDirectories) glob = glob.slice(0, -1);
  if (!isPlainPattern.test(glob) || glob.includes("//") || glob.startsWith("/")) return null;
  if (!isAnchored && !glob.includes("/")) glob = `**/${glob}`;
  if (glob.endsWith("/**")) glob += "/*";
  const fits = translateGlob(glob);
  if (fits === null) return null;
  names.add(glob.slice(glob.lastIndexOf("/") + 1));
  return { fits, isForDirectories, bringsBack };
}

/** Tells of most names at once that no rule fits them, by the rules' last names alone. */
class NameIndex {
  readonly #names = new Set<string>();
  /** From the last dot on. */
  readonly #endings = new Set<string>();
  readonly #others: RegExp[] = [];

  add(glob: string): void {
    if (!/[*[]/.test(glob)) this.#names.add(glob);
    else if (/^\*\.[^.*[]+$/.test(glob)) this.#endings.add(glob.slice(1));
    else this.#others.push(translateGlob(glob) ?? /^/);
  }

  mayFit(name: string): boolean {
    if (this.#names.has(name)) return true;
    if (this.#endings.size > 0) {
      const dot = name.lastIndexOf(".");
      if (dot !== -1 && this.#endings.has(name.slice(dot))) return true;
    }
    for (const other of this.#others) if (other.test(name)) return true;
    return false;
  }
}
