import { lstatSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import { matchesNames, parseNames } from "./name-patterns.ts";
import { ownExcludes, readSmall, workTreeOf } from "./repository.ts";

interface Rule {
  /** Whether it matches the path's names, from the directory of its file on. */
  readonly matches: (names: readonly string[]) => boolean;
  readonly isForDirectories: boolean;
  readonly bringsBack: boolean;
}

interface RuleFile {
  /** Last rule first, as that one decides. */
  readonly rules: readonly Rule[];
  /** Tells of most names at once that no rule matches. */
  readonly mayFit: RegExp;
}

/** The rules that hold in a directory: its own before those above it. */
export interface IgnoreRules {
  readonly above: IgnoreRules | null;
  /** Absolute, with a separator at its end. */
  readonly prefix: string;
  readonly file: RuleFile;
}

/** The rules that hold at a root, from the repository around it and from the user. */
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
    if (!each.file.mayFit.test(name)) continue;
    const names = `${directory}${sep}${name}`.slice(each.prefix.length).split(sep);
    for (const { matches, isForDirectories, bringsBack } of each.file.rules) {
      if (isForDirectories && !isDirectory) continue;
      if (matches(names)) return !bringsBack;
    }
  }
  return false;
}

function withRules(above: IgnoreRules | null, directory: string, text: string): IgnoreRules | null {
  const rules: Rule[] = [];
  const lastNames: string[] = [];
  for (const line of text.replace(/^\uFEFF/, "").split("\n")) {
    const rule = parseRule(line.replace(/\r$/, ""), lastNames);
    if (rule !== null) rules.unshift(rule);
  }
  if (rules.length === 0) return above;
  const mayFit = new RegExp(`^(?:${lastNames.join("|")})$`, "s");
  const prefix = directory.endsWith(sep) ? directory : `${directory}${sep}`;
  return { above, prefix, file: { rules, mayFit } };
}

/**
 * Null for a line that says nothing, or that never matches.
 *
 * Source: gitignore(5).
 */
function parseRule(line: string, lastNames: string[]): Rule | null {
  if (line.startsWith("#")) return null;
  let pattern = line.replace(/(?<!\\)(?:\\\\)* +$/, (spaces) => spaces.trimEnd());
  const bringsBack = pattern.startsWith("!");
  if (bringsBack) pattern = pattern.slice(1);
  const isForDirectories = pattern.endsWith("/");
  if (isForDirectories) pattern = pattern.slice(0, -1);
  if (pattern === "") return null;
  // A name alone matches at any depth.
  const parts = parseNames(pattern.includes("/") ? pattern.replace(/^\//, "") : `**/${pattern}`);
  if (parts === null) return null;
  lastNames.push(lastNameOf(pattern));
  return { matches: (names) => matchesNames(parts, names), isForDirectories, bringsBack };
}

/** The source of an expression that every name matches that the pattern may end with. */
function lastNameOf(pattern: string): string {
  const name = pattern.slice(pattern.lastIndexOf("/") + 1);
  const special = name.search(/[*?[\\]/);
  const [, ending] = /^\*(\.[\w.-]+)$/.exec(name) ?? [];
  if (ending !== undefined) return `.*${literally(ending)}`;
  return special === -1 ? literally(name) : `${literally(name.slice(0, special))}.*`;
}

function literally(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
}
