import type { Phrase } from "../language/phrase.ts";
import { phrase } from "../language/core-phrase.ts";
import { revealHidden } from "../text/reveal-hidden.ts";

/** Words as a person would type them: quoted if they contain more than plain characters. */
export function describeWords(words: readonly string[]): string {
  return words
    .map((word) => {
      if (/^[\w@%+=:,./~^-]+$/.test(word)) return word;
      return word.includes("'")
        ? `"${visible(word.replaceAll(/["\\$`]/g, "\\$&"))}"`
        : `'${visible(word)}'`;
    })
    .join(" ");
}

/** A path as people know it: relative to the only root (`.` for the root itself), otherwise as it is. */
export function describeLocation(path: string, roots: readonly string[]): string {
  const [root, another] = roots;
  if (root === undefined || another !== undefined) return visible(path);
  if (path === root) return ".";
  const separator = root.includes("\\") ? "\\" : "/";
  const start = root.endsWith(separator) ? root : root + separator;
  if (!path.startsWith(start)) return visible(path);
  return visible(path.slice(start.length).replaceAll(separator, "/"));
}

/** The effect with remarks in parentheses, if there are any. */
export function withNotes(effect: Phrase, remarks: readonly (Phrase | undefined)[]): Phrase {
  const notes = remarks.filter((remark) => remark !== undefined);
  return notes.length === 0 ? effect : phrase("{effect} ({notes})", { effect, notes });
}

/** Characters that are invisible or move the text, written as `\u{…}`. */
export const visible = (text: string): string => revealHidden(text, "name");
