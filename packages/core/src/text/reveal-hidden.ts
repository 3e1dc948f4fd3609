/**
 * Where a text is shown, which says what it may keep:
 *
 * - `text`: contents for a person or a model. Keeps line ends, tabs, every visible space, and the joiners
 *   and selectors that emoji, Arabic, Indic and Mongolian scripts and CJK variants are written with.
 * - `command`: what a person decides on. Keeps line ends and tabs, no joiner, and no space but U+0020.
 * - `name`: names, paths, hosts: one line. Keeps nothing; also shows what replaced undecodable bytes.
 */
export type TextPlace = "text" | "command" | "name";

/** Neither of them has anything to hide, whatever the place. */
const plainLine = /^[\x20-\x7e]*$/;
const plainText = /^[\n\t\x20-\x7e]*$/;

/**
 * The text with every character that shows nothing, reorders its surroundings or has no agreed look
 * written out as `\u{202e}`. More than four marks on one letter are dropped, as they cover other lines.
 */
export function revealHidden(text: string, place: TextPlace): string {
  return mapHidden(text, place, codeOf);
}

/** The same, with such characters removed: for what another program says to a model of itself. */
export function withoutHidden(text: string, place: TextPlace): string {
  return mapHidden(text, place, () => "");
}

/** On one line of at most `maxLength` characters: runs of ASCII white space become one space. */
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

/** Expressions are made when wanted: tables of Unicode's properties take a millisecond of every start. */
const expressions = new Map<TextPlace, RegExp>();

function hiddenIn(place: TextPlace): RegExp {
  let expression = expressions.get(place);
  if (expression === undefined) {
    expression = new RegExp(`${sources[place]()}`, "gv");
    expressions.set(place, expression);
  }
  return expression;
}

/** Format characters with a look of their own; expressions don't know Prepended_Concatenation_Mark. */
const visibleSigns = String.raw`\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}`;

/**
 * Controls, format characters (but the few that are signs of their own), what Unicode says may be ignored
 * (fillers, joiners, selectors, tags), surrogates without a partner, private use, noncharacters, line and
 * paragraph separators, and the two blanks that Unicode takes for visible.
 */
const hidden = String.raw`[[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\u2800]--[${visibleSigns}]]`;

/** All scripts in which a joiner changes how a letter looks. */
const joinedScripts = [
  ..."Arabic Syriac Mandaic Mongolian Nko Adlam Hanifi_Rohingya Phags_Pa".split(" "),
  ..."Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam Sinhala".split(" "),
  ..."Khmer Myanmar Tibetan Javanese Balinese".split(" "),
]
  .map((script) => `\\p{Script=${script}}`)
  .join("");

/** What real text has. Each is kept only directly behind what it belongs to, so none can pile up. */
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
    // Pictures of braille dots have blanks between them.
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
