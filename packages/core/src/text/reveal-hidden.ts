/**
 * Where a text is shown, which decides what it keeps:
 *
 * - `text`: contents for a person or a model. Keeps line ends, tabs, every visible space, and the joiners
 *   and selectors that emoji, Arabic, Indic and Mongolian scripts and CJK variants are written with.
 * - `command`: text that a person decides on. Keeps line ends, tabs and U+0020, but no other space or joiner.
 * - `name`: names, paths and hosts on one line. Keeps none of these; also shows replaced undecodable bytes.
 */
export type TextPlace = "text" | "command" | "name";

/** Plain ASCII, which contains nothing hidden. */
const plainLine = /^[\x20-\x7e]*$/;
const plainText = /^[\n\t\x20-\x7e]*$/;

/**
 * Writes out as `\u{202e}` every character that is invisible, reorders text or has no defined look.
 * Drops more than four combining marks on one letter, because they would cover other lines.
 */
export function revealHidden(text: string, place: TextPlace): string {
  return mapHidden(text, place, codeOf);
}

/** Like `revealHidden`, but removes such characters: for what a program tells a model about itself. */
export function withoutHidden(text: string, place: TextPlace): string {
  return mapHidden(text, place, () => "");
}

/** The text revealed, on one line of at most `maxLength` characters; runs of ASCII white space become one space. */
export function revealedLine(
  text: string,
  maxLength: number,
  place: TextPlace = "command",
): string {
  // Only the beginning of a long text is looked at.
  const start = text.slice(0, 4 * maxLength + 64);
  const line = revealHidden(start.replaceAll(/[\t-\r ]+/g, " ").trim(), place);
  return line.length <= maxLength ? line : `${line.slice(0, maxLength - 1).toWellFormed()}…`;
}

function mapHidden(text: string, place: TextPlace, show: (character: string) => string): string {
  if ((place === "name" ? plainLine : plainText).test(text)) return text;
  return text
    .replace(hiddenIn(place), (found, kept: string | undefined) => kept ?? show(found))
    .replace(/(\p{M}{4})\p{M}+/gu, "$1");
}

/** Expressions are made on demand: Unicode property tables would add a millisecond to every start. */
const expressions = new Map<TextPlace, RegExp>();

function hiddenIn(place: TextPlace): RegExp {
  let expression = expressions.get(place);
  if (expression === undefined) {
    expression = new RegExp(`${sources[place]()}`, "gv");
    expressions.set(place, expression);
  }
  return expression;
}

/** Visible format characters; regular expressions don't support Prepended_Concatenation_Mark. */
const visibleSigns = String.raw`\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}`;

/**
 * Hidden characters: controls, format characters except the visible ones, default ignorable characters
 * (fillers, joiners, selectors, tags), lone surrogates, private use, noncharacters, line and paragraph
 * separators, and the braille blank, which Unicode counts as visible.
 */
const hidden = String.raw`[[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\u2800]--[${visibleSigns}]]`;

/** The scripts in which a joiner changes how a letter looks. */
const joinedScripts = [
  ..."Arabic Syriac Mandaic Mongolian Nko Adlam Hanifi_Rohingya Phags_Pa".split(" "),
  ..."Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam Sinhala".split(" "),
  ..."Khmer Myanmar Tibetan Javanese Balinese".split(" "),
]
  .map((script) => `\\p{Script=${script}}`)
  .join("");

/** Hidden characters that real text needs. Each is kept only right after its base, so none can pile up. */
function keptInText(): string {
  return [
    String.raw`\r(?=\n)`,
    String.raw`(?<=[\p{Emoji}--[0-9#*]])[\ufe0e\ufe0f]`,
    String.raw`(?<=[0-9#*])\ufe0f(?=\u20e3)`,
    String.raw`(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f])\u200d(?=\p{Extended_Pictographic})`,
    String.raw`(?<=\u{1f3f4})\u{e0067}\u{e0062}(?:\u{e0065}\u{e006e}\u{e0067}|\u{e0073}\u{e0063}\u{e0074}|\u{e0077}\u{e006c}\u{e0073})\u{e007f}`,
    String.raw`(?<=\p{Unified_Ideograph})[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]`,
    String.raw`(?<=\p{Script=Mongolian})[\u180b-\u180d\u180f]`,
    String.raw`(?<=[[${joinedScripts}]&&[\p{L}\p{M}]])[\u200c\u200d]`,
    // Pictures made of braille dots contain blanks.
    String.raw`(?<=[\u2801-\u28ff]\u2800{0,80})\u2800|\u2800(?=\u2800{0,80}[\u2801-\u28ff])`,
  ].join("|");
}

const sources: Readonly<Record<TextPlace, () => string>> = {
  text: () => `(${keptInText()})|(?![\\n\\t])${hidden}`,
  command: () => `()(?!)|(?![\\n\\t])${hidden}|(?! )\\p{Zs}`,
  name: () => `()(?!)|${hidden}|(?! )\\p{Zs}|\\p{Cn}|\\ufffd`,
};

function codeOf(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}
