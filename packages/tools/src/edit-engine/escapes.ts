/** One interpretation of the old and the new text. */
export interface Reading {
  readonly oldText: string;
  readonly newText: string;
  /** The unescaped characters, in words. */
  readonly adapted: string;
}

/** One way to escape a text. */
interface Escaping {
  readonly what: string;
  /** The unescaped text; null if the text can't have been escaped that way. */
  readonly decode: (text: string) => string | null;
}

const quotes = ['"', "'", "`"] as const;

const likeJson: Escaping = {
  what: "escaped line ends, quotes and backslashes were unescaped",
  decode: (text) => {
    if (/[\n\r\t]/.test(text)) return null;
    // JavaScript also escapes single quotes and backticks.
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
    // `\\\\n` may be a backslash before a line ending, or an escaped backslash before an n.
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

/** All backslashes belong to the file, also those before its quotes. */
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
 * The possible readings of a replacement whose texts are escaped while the file is not: with line
 * endings, quotes or backslashes written as in a string. The whole text must be escaped, because a
 * part may belong to the file.
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

/** Whether quotes of one kind occur both escaped and unescaped. */
function hasMixedQuotes(text: string): boolean {
  return quotes.some((quote) => {
    const plain = new RegExp(`(?<!\\\\)(?:\\\\\\\\)*${quote}`);
    const escaped = new RegExp(`(?<!\\\\)(?:\\\\\\\\)*\\\\${quote}`);
    return escaped.test(text) && plain.test(text);
  });
}

/**
 * Whether unescaping puts a line ending into a one-line string, so that the escape belongs to the
 * string. Lines of the old text belong to the file in any case.
 */
function breaksLiteral(decoded: string, oldDecoded: string): boolean {
  const known = new Set(oldDecoded.split("\n"));
  return decoded
    .split("\n")
    .some((line) => !known.has(line) && (isOdd(line, '"') || isOdd(line, "'")));
}

/** Whether a line has an odd number of a quote, not counting escaped and triple quotes and apostrophes. */
function isOdd(line: string, quote: string): boolean {
  const bare = line.replace(/\\.|"""|'''|\w'\w/g, "");
  return bare.split(quote).length % 2 === 0;
}
