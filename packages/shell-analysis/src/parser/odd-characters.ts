// Characters that are invisible, change the direction of text, look like a space or aren't valid: a person
// who is prompted would see another command than the one that runs. A variation selector is allowed
// after a symbol, where it makes an emoji. Newline and tab are ordinary.
const odd =
  // oxlint-disable-next-line no-control-regex, no-misleading-character-class
  /[\u0000-\u0008\u000b-\u001f\u007f-\u00a0\u00ad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u200f\u2028-\u202f\u205f-\u206f\u2800\u3000\u3164\ufe00-\ufe0d\ufeff\uffa0\ufff0-\uffff]|(?<![\u2000-\u3300\ud83c-\udfff])[\ufe0e\ufe0f]|\udb40[\udc00-\udfff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/**
 * The control, invisible and look-alike characters of a text, escaped for display, each once and at
 * most eight.
 */
export function oddCharacters(text: string): readonly string[] {
  const found = new Set<string>();
  for (const [character] of text.matchAll(odd)) {
    found.add(escapeCharacter(character));
    if (found.size === 8) break;
  }
  return [...found];
}

/** The text with its odd characters escaped, for messages. */
export function showText(text: string): string {
  return text.replace(odd, escapeCharacter);
}

function escapeCharacter(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code === 13) return "\\r";
  const digits = code.toString(16).toUpperCase().padStart(4, "0");
  return code < 0x80 ? `\\x${digits.slice(2)}` : `\\u{${digits}}`;
}
