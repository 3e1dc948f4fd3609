const maxShownLength = 200;

/** Control, format (bidi, zero-width), surrogate, private and unassigned characters, odd line ends. */
const unsafeCharacter = /\p{C}|\p{Zl}|\p{Zp}/gu;

/** A path as a message shows it: quoted, cut in the middle, with nothing that could mislead the eye. */
export function shownPath(path: string): string {
  const cut =
    path.length <= maxShownLength
      ? path
      : `${path.slice(0, maxShownLength / 2)}…${path.slice(-maxShownLength / 2)}`;
  return `'${cut.replace(unsafeCharacter, escapeCharacter)}'`;
}

function escapeCharacter(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}
