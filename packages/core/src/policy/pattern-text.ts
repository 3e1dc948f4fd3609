import { isWithin, namesOf } from "./path-names.ts";
import type { Place } from "./place.ts";

/** The argument for everything in a folder; `**` for the root itself. */
export function below(path: string): string {
  if (path === ".") return "**";
  return path.endsWith("/") ? `${path}**` : `${path}/**`;
}

/**
 * A path as a pattern's argument: relative to the only root, `~/…` below home, otherwise absolute.
 * Null for a path that no pattern can name, such as a relative one.
 */
export function pathText(path: string, place: Place): string | null {
  const names = namesOf(path);
  if (names === null) return null;
  const [root, another] = place.rootNames;
  // With several roots, a relative pattern would apply to each of them.
  if (root !== undefined && another === undefined && isWithin(names, root)) {
    return names.length === root.length ? "." : relativeText(names.slice(root.length));
  }
  const isInRoots = place.rootNames.some((other) => isWithin(names, other));
  const home = place.homeNames;
  if (home !== null && !isInRoots && isWithin(names, home)) {
    return ["~", ...names.slice(home.length).map(escapeName)].join("/");
  }
  return absoluteText(path);
}

/** An absolute path as a pattern's argument. Null for a path that no pattern can name, such as a relative one. */
export function absoluteText(path: string): string | null {
  const names = namesOf(path);
  if (names === null || path.startsWith("\\\\")) return null;
  const isDrive = /^[A-Za-z]:/.test(path);
  const [drive = "", ...others] = names;
  return isDrive
    ? [drive, ...others.map(escapeName)].join("/")
    : `/${names.map(escapeName).join("/")}`;
}

function relativeText(names: readonly string[]): string {
  const text = names.map(escapeName).join("/");
  // Without `./` the text would be read as the home directory, a drive or a negation.
  return /^(?:~(?:\/|$)|[A-Za-z]:(?:\/|$)|!)/.test(text) ? `./${text}` : text;
}

function escapeName(name: string): string {
  return name
    .replaceAll(/[\\*?[\]{}]/g, "\\$&")
    .replace(/^\s/, "\\$&")
    .replace(/(?<!\\)\s$/, "\\$&");
}

/** Words as a shell takes them: quoted if they contain more than plain characters. */
export function wordsText(words: readonly string[]): string {
  return words.map(wordText).join(" ");
}

function wordText(word: string): string {
  if (/^[\w@%+=:,./~^#!-]+$/.test(word)) return word;
  if (!word.includes("'")) return `'${word}'`;
  return `"${word.replaceAll(/["\\]/g, "\\$&")}"`;
}

export function nameText(name: string): string {
  return name.replaceAll(/[\\*]/g, "\\$&");
}
