import { revealHidden } from "./reveal-hidden.ts";

const maxShownLength = 200;

/**
 * A file name for a listing: one that would break the line or deceive the eye is quoted, with the
 * characters in question as `\u{…}`; any other stays as it is.
 */
export function shownName(name: string): string {
  if (revealHidden(name, "name") === name) return name;
  const escaped = name.replaceAll(/["\\]/g, String.raw`\$&`).split("\n");
  return `"${escaped.map((part) => revealHidden(part, "name")).join(String.raw`\n`)}"`;
}

/** A path as a message shows it: quoted, cut in the middle, with nothing that could mislead the eye. */
export function shownPath(path: string): string {
  const half = maxShownLength / 2;
  const cut = path.length <= maxShownLength ? path : `${path.slice(0, half)}…${path.slice(-half)}`;
  return `'${revealHidden(cut, "name")}'`;
}
