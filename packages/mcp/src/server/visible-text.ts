const hidden =
  /[[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}]--[\n\t]]/gv;

/**
 * Text of a model, a file or a server as a host may show it: what can't be seen, or reverses what stands
 * around it, is written out as `\u{202e}`.
 */
export function visibleText(text: string): string {
  return text.replace(
    hidden,
    (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  );
}

/** The same on one line, and no longer than `maxLength` characters. */
export function visibleLine(text: string, maxLength: number): string {
  const line = visibleText(text.replaceAll(/\s+/g, " ").trim());
  return line.length <= maxLength ? line : `${line.slice(0, maxLength - 1)}…`;
}
