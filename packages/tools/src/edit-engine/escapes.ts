/** The old and the new text as a model may have meant them. */
export interface Reading {
  readonly oldText: string;
  readonly newText: string;
  /** In words, what was taken off. */
  readonly adapted: string;
}

/** One way to write a text escaped. */
interface Escaping {
  readonly what: string;
  /** The text it stands for; null when it can't have been written that way. */
  readonly decode: (text: string) => string | null;
}

const quotes = ['"', "'", "`"] as const;

const likeJson: Escaping = {
  what: "escaped line ends, quotes and backslashes were unescaped",
  decode: (text) => {
    if (/[\n\r\t]/.test(text)) return null;
    // Single quotes and backticks are escaped, too, by those who write JavaScript.
    const json = text.replace(/\\(\\|['`$])/g, (whole, what: string) =>
      what === "\\" ? whole : what,
    );
    try {
      return String(JSON.parse(`"${json}"`));
    } catch {
      return null;
    }
  },
};

const lineEndsOnly: Escaping = {
  what: "escaped line ends and tabs were unescaped",
  decode: (text) => {
    // `\\\\n` may be a backslash before a line end, or an escaped backslash before an n.
    if (/[\n\r]|\\\\[nrt]/.test(text) || hasEscapedQuote(text)) return null;
    const hasTabs = text.includes("\t");
    return text.replace(/\\(\\|r\\n|n|r|t)/g, (whole, what: string) => {
      if (what === "\\" || (what === "t" && hasTabs)) return whole;
      return what === "t" ? "\t" : "\n";
    });
  },
};

const quotesOnly: Escaping = {
  what: "escaped quotes were unescaped",
  decode: (text) =>
    hasMixedQuotes(text) || text.includes("\\\\") ? null : text.replace(/\\(["'`])/g, "$1"),
};

const quotesAndBackslashes: Escaping = {
  what: "escaped quotes and backslashes were unescaped",
  decode: (text) =>
    hasMixedQuotes(text) || /\\[^"'`\\]|\\$/.test(text.replace(/\\\\/g, ""))
      ? null
      : text.replace(/\\(["'`\\])/g, "$1"),
};

/** Backslashes are the file's own, in front of its quotes, too. */
const quotesOnlyKeepingPairs: Escaping = {
  what: quotesOnly.what,
  decode: (text) =>
    hasMixedQuotes(text) || !text.includes("\\\\")
      ? null
      : text.replace(/\\(\\|["'`])/g, (whole, what: string) => (what === "\\" ? whole : what)),
};

const escapings: readonly Escaping[] = [
  likeJson,
  lineEndsOnly,
  quotesAndBackslashes,
  quotesOnly,
  quotesOnlyKeepingPairs,
];

/**
 * Readings of a replacement whose texts came escaped, though the file isn't: with line ends, quotes
 * or backslashes written as in a string. Only when all of a text is escaped, as a part may well be
 * the file's own.
 */
export function escapeReadings(oldText: string, newText: string): readonly Reading[] {
  if (!oldText.includes("\\")) return [];
  return escapings.flatMap(({ what, decode }) => {
    const oldDecoded = decode(oldText);
    if (oldDecoded === null || oldDecoded === oldText) return [];
    const newDecoded = newText.includes("\\") ? decode(newText) : newText;
    if (newDecoded === null) return [];
    const isBroken = hasMoreLines(newDecoded, newText) && breaksLiteral(newDecoded, oldDecoded);
    if (isBroken) return [];
    return [{ oldText: oldDecoded, newText: newDecoded, adapted: what }];
  });
}

function hasMoreLines(text: string, other: string): boolean {
  return text.split("\n").length > other.split("\n").length;
}

function hasEscapedQuote(text: string): boolean {
  return /(?<!\\)(?:\\\\)*\\["'`]/.test(text);
}

/** A kind of quote that is escaped at all is escaped everywhere. */
function hasMixedQuotes(text: string): boolean {
  return quotes.some((quote) => {
    const plain = new RegExp(`(?<!\\\\)(?:\\\\\\\\)*${quote}`);
    const escaped = new RegExp(`(?<!\\\\)(?:\\\\\\\\)*\\\\${quote}`);
    return escaped.test(text) && plain.test(text);
  });
}

/**
 * A line end now stands where a string was written on one line: the escape was the string's own.
 * Lines of the old text are the file's, whatever they look like.
 */
function breaksLiteral(decoded: string, oldDecoded: string): boolean {
  const known = new Set(oldDecoded.split("\n"));
  return decoded
    .split("\n")
    .some((line) => !known.has(line) && (isOdd(line, '"') || isOdd(line, "'")));
}

/** Escaped quotes, those of three and apostrophes in words aside. */
function isOdd(line: string, quote: string): boolean {
  const bare = line.replace(/\\.|"""|'''|\w'\w/g, "");
  return bare.split(quote).length % 2 === 0;
}
