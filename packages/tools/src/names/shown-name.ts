// Line ends and other controls, and characters that reorder or hide what is around them.
const confusing = /[\p{Cc}\p{Cf}\u2028\u2029\ufffd]|\p{Cs}/u;
const confusingAll = new RegExp(confusing.source, "gu");

/**
 * A file name for a listing: one that would break the line or deceive the eye is quoted, with the
 * characters in question as `\u{…}`; any other stays as it is.
 */
export function shownName(name: string): string {
  if (!confusing.test(name)) return name;
  const visible = name
    .replaceAll(/["\\]/g, String.raw`\$&`)
    .replaceAll(confusingAll, (character) => {
      if (character === "\n") return String.raw`\n`;
      return String.raw`\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
    });
  return `"${visible}"`;
}
