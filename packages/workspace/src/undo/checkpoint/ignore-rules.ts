import { lstatSync } from "node:fs";
import { basename, dirname, join, sep } from "node:path";
import type { Environment } from "@toolwright/core";
import { homeDirectory } from "../../directories.ts";
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

/** Whether git ignores the file: by a rule for it, or for a directory above it. */
export function isGitIgnored(path: string, environment: Environment): boolean {
  const top = workTreeOf(dirname(path));
  const excludes = userExcludes(environment);
  for (let at = path; at !== top && at !== dirname(at); at = dirname(at)) {
    const directory = dirname(at);
    const rules = rulesAt(directory, excludes);
    const own = rulesIn(directory, rules);
    if (isIgnoredBy(own, directory, basename(at), at !== path)) return true;
  }
  return false;
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

/** The user's own ignore file, at git's default locations. */
export function userExcludes(environment: Environment): string {
  const home = homeDirectory(environment);
  const config = environment.get("XDG_CONFIG_HOME") ?? join(home, ".config");
  const named =
    excludesFileIn(readSmall(join(home, ".gitconfig")), home) ??
    excludesFileIn(readSmall(join(config, "git", "config")), home);
  return readSmall(named ?? join(config, "git", "ignore"));
}

/** The value of `core.excludesFile`. Read without git, whose configuration may include files. */
function excludesFileIn(text: string, home: string): string | null {
  let isCore = false;
  let found: string | null = null;
  for (const line of text.split("\n")) {
    const [, section] = /^\s*\[([^\]]*)\]/.exec(line) ?? [];
    if (section !== undefined) isCore = section.trim().toLowerCase() === "core";
    const [, value] = /^\s*excludesfile\s*=\s*"?([^"#;]+?)"?\s*$/i.exec(line) ?? [];
    if (isCore && value !== undefined) found = value.replace(/^~(?=\/)/, home);
  }
  return found;
}
