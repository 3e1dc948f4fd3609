/**
 * What tools, files and servers hand us may carry codes that a terminal obeys, or characters that
 * show nothing or reverse what stands around them. Nothing of that reaches the screen as it is.
 */

const terminalSequence = new RegExp(
  [
    // CSI: colours, cursor moves, modes. The final byte may be missing at the end.
    "(?:\\u001b\\[|\\u009b)[0-?]*[ -/]*[@-~]?",
    // Titles, links, device commands. An unended one stops at the line's end: it must not swallow more.
    "(?:\\u001b[\\]PX^_]|[\\u0090\\u0098\\u009d-\\u009f])[^\\u0007\\u001b\\u009c\\n]*(?:\\u0007|\\u001b\\\\|\\u009c)?",
    "\\u001b[ -/]*[0-~]",
  ].join("|"),
  "g",
);

/** Removes what a terminal would obey, and leaves the text between. */
export function stripTerminalSequences(text: string): string {
  return /[^\P{Cc}\n\t]/u.test(text) ? text.replace(terminalSequence, "") : text;
}

const plain = /^[\n\t\x20-\x7e]*$/;

/**
 * Writes what can't be seen as `\u{202e}`: controls (but newline and tab), reversing and zero-width
 * characters, lone surrogates. A pile of marks on one letter is cut to four.
 */
export function revealHidden(text: string): string {
  if (plain.test(text)) return text;
  return text
    .replace(hiddenCharacters(), (found, kept: string | undefined) => kept ?? codeOf(found))
    .replace(/(\p{M}{4})\p{M}+/gu, "$1");
}

/** Made when wanted: tables of Unicode's properties take a millisecond of every start. */
function hiddenCharacters(): RegExp {
  // Kept is what makes a real emoji: the selector of its look, the joiner between its parts.
  return /(?<kept>(?<=\p{Emoji})[\ufe0e\ufe0f]|(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f])\u200d(?=\p{Extended_Pictographic}))|[[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]--[\n\t]]/gv;
}

/** Also writes spaces that aren't the space: in a command they look like one and aren't. */
export function revealSpaces(text: string): string {
  return text.replace(/[\p{Zs}--\x20]/gv, codeOf);
}

function codeOf(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}
