import { revealHidden } from "./reveal-hidden.ts";

const maxShownLength = 200;

/**
 * A file name for a listing. A name with hidden or misleading characters is quoted, with those
 * characters as `\u{…}`; any other name stays as it is.
 */
export function shownName(name: string): string {
  if (revealHidden(name, "name") === name) return name;
  const escaped = name.replaceAll(/["\\]/g, String.raw`\$&`).split("\n");
  return `"${escaped.map((part) => revealHidden(part, "name")).join(String.raw`\n`)}"`;
}

/** A path for a message: quoted, cut in the middle when long, with hidden characters written out. */
export function shownPath(path: string): string {
  const half = maxShownLength / 2;
  const cut = path.length <= maxShownLength ? path : `${path.slice(0, half)}…${path.slice(-half)}`;
  return `'${revealHidden(cut, "name")}'`;
}
