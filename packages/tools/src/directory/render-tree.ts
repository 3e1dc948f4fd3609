import { shownName } from "@toolwright/core/internal";
import { countText, sizeText } from "../text/number-text.ts";
import type { ListedEntry } from "./list-tree.ts";

/** The tree with two spaces per level: `name/`, `name  12.3 kB`, `name -> target (file)`. */
export function renderTree(entries: readonly ListedEntry[]): string {
  return entries.flatMap((entry) => linesOf(entry, "")).join("\n");
}

function linesOf(entry: ListedEntry, indent: string): readonly string[] {
  const below = `${indent}  `;
  return [
    indent + lineOf(entry),
    ...entry.children.flatMap((child) => linesOf(child, below)),
    ...(entry.leftOut > 0 ? [`${below}… ${countText(entry.leftOut)} more`] : []),
  ];
}

function lineOf({ name, kind, size, target, notOpened }: ListedEntry): string {
  const shown = shownName(name);
  if (kind === "link") return `${shown} -> ${target ?? "nowhere"}`;
  if (kind === "other") return `${shown}  (not a regular file)`;
  const notes = { habit: "  (not opened)", limit: "  …", protected: "  (protected)" };
  if (kind === "file") {
    const said = size === null ? "" : `  ${sizeText(size)}`;
    return `${shown}${notOpened === "protected" ? notes.protected : said}`;
  }
  return `${shown}/${notOpened === null ? "" : notes[notOpened]}`;
}
