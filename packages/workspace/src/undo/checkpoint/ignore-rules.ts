import { lstatSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import { type IgnoreFile, parseIgnoreFile } from "../../tree/ignore-file.ts";
import { ownExcludes, readSmall, workTreeOf } from "./repository.ts";

/** The rules that apply in a directory: its own before those of its ancestors. */
export interface IgnoreRules {
  readonly above: IgnoreRules | null;
  /** Absolute, with a trailing separator. */
  readonly prefix: string;
  readonly file: IgnoreFile;
}

/** The rules that apply at a root, from the surrounding repository and from the user. */
export function rulesAt(root: string, userExcludes: string): IgnoreRules | null {
  const top = workTreeOf(root);
  let rules = withRules(null, top, userExcludes);
  rules = withRules(rules, top, ownExcludes(top));
  const between: string[] = [];
  for (let directory = root; directory !== top; directory = dirname(directory)) {
    between.unshift(dirname(directory));
  }
  for (const directory of between) rules = rulesIn(directory, rules);
  return rules;
}

/** The rules in a directory that has a `.gitignore`. */
export function rulesIn(directory: string, above: IgnoreRules | null): IgnoreRules | null {
  const path = join(directory, ".gitignore");
  try {
    // git doesn't follow a link of this name either.
    if (lstatSync(path, { throwIfNoEntry: false })?.isFile() !== true) return above;
  } catch {
    return above;
  }
  return withRules(above, directory, readSmall(path));
}

/** Whether git ignores the entry. `directory` is absolute. */
export function isIgnoredBy(
  rules: IgnoreRules | null,
  directory: string,
  name: string,
  isDirectory: boolean,
): boolean {
  for (let each = rules; each !== null; each = each.above) {
    const { prefix, file } = each;
    const path = (): string =>
      `${directory}${sep}${name}`.slice(prefix.length).replaceAll(sep, "/");
    const verdict = file.verdict(name, path, isDirectory);
    if (verdict !== null) return verdict;
  }
  return false;
}

function withRules(above: IgnoreRules | null, directory: string, text: string): IgnoreRules | null {
  if (text.trim() === "") return above;
  const prefix = directory.endsWith(sep) ? directory : `${directory}${sep}`;
  return { above, prefix, file: parseIgnoreFile(text) };
}
