/** Whether a relative path with `/` matches a pattern. */
export type PathTest = (path: string) => boolean;

/**
 * Compiles a .gitignore pattern as git matches it: `*`, `?` and `[…]` within a name, `**` as a
 * whole name for any number of directories, backslashes, classes such as `[[:digit:]]`. A pattern
 * that git can't parse matches nothing.
 *
 * Takes time proportional to the product of the lengths of pattern and path.
 * Source: git's wildmatch.c under WM_PATHNAME, gitignore(5); bytes are compared, as there.
 */
export function compileWildmatch(pattern: string): PathTest {
  // As in git, `**` after plain text counts as a whole name, so `a**/b` matches `ab` and `ax/y/b`.
  const start = /^[^*?[\\]*/.exec(pattern)?.[0] ?? "";
  const tokens = tokensOf(inBytes(pattern.slice(start.length)));
  if (tokens === null) return () => false;
  const segments = segmentsOf(tokens);
  return (path) =>
    path.startsWith(start) &&
    fits(segments, inBytes(path.slice(start.length)).split("/"), fitsName);
}

/** A literal byte, `star`, `any`, `slash`, or the test of a class. */
type Token = string | ByteTest;
type ByteTest = (byte: string) => boolean;
type Segment = readonly Token[] | "directories";

/** Compiles a test of the last name alone, which is faster. */
export function compileName(pattern: string): (name: string) => boolean {
  const tokens = tokensOf(inBytes(pattern));
  if (tokens === null || tokens.includes("slash")) return () => false;
  return (name) => fitsName(tokens, inBytes(name));
}

/** The text's UTF-8 bytes, as one character each. */
function inBytes(text: string): string {
  for (let at = 0; at < text.length; at += 1) {
    if (text.charCodeAt(at) > 127) return Buffer.from(text, "utf8").toString("latin1");
  }
  return text;
}

function tokensOf(pattern: string): readonly Token[] | null {
  const tokens: Token[] = [];
  for (let at = 0; at < pattern.length; at += 1) {
    const character = pattern.charAt(at);
    if (character === "*") tokens.push("star");
    else if (character === "?") tokens.push("any");
    else if (character === "/") tokens.push("slash");
    else if (character === "[") {
      const read = readClass(pattern, at);
      if (read === null) return null;
      tokens.push(read.test);
      at = read.end;
    } else if (character === "\\") {
      at += 1;
      if (at === pattern.length) return null;
      tokens.push(pattern.charAt(at) === "/" ? "slash" : pattern.charAt(at));
    } else tokens.push(character);
  }
  return tokens;
}

const namedClasses: Readonly<Record<string, RegExp>> = {
  alnum: /[A-Za-z0-9]/,
  alpha: /[A-Za-z]/,
  blank: /[ \t]/,
  // oxlint-disable-next-line no-control-regex -- it is the class of them
  cntrl: /[\x00-\x1f\x7f]/,
  digit: /[0-9]/,
  graph: /[!-~]/,
  lower: /[a-z]/,
  print: /[ -~]/,
  punct: /[!-/:-@[-`{-~]/,
  space: /[ \t\n\v\f\r]/,
  upper: /[A-Z]/,
  xdigit: /[0-9A-Fa-f]/,
};

/**
 * The class that begins at `start`, and the index of its closing bracket. Null if it isn't closed.
 */
function readClass(pattern: string, start: number): { test: ByteTest; end: number } | null {
  const tests: ByteTest[] = [];
  let at = start + 1;
  const isNegated = pattern[at] === "!" || pattern[at] === "^";
  if (isNegated) at += 1;
  let previous: string | null = null;
  for (let isFirst = true; isFirst || pattern[at] !== "]"; isFirst = false, at += 1) {
    const named = /^\[:([^\]]*):\]/.exec(pattern.slice(at));
    if (named !== null) {
      const known = namedClasses[named[1] ?? ""];
      if (known === undefined) return null;
      tests.push((byte) => known.test(byte));
      at += named[0].length - 1;
      previous = null;
      continue;
    }
    const isRange: boolean = pattern[at] === "-" && previous !== null && pattern[at + 1] !== "]";
    if (isRange) at += 1;
    if (pattern[at] === "\\") at += 1;
    const byte = pattern[at];
    if (byte === undefined) return null;
    const from = isRange && previous !== null ? previous : byte;
    tests.push((other) => from <= other && other <= byte);
    previous = isRange ? null : byte;
  }
  return { test: (byte) => tests.some((test) => test(byte)) !== isNegated, end: at };
}

/** `**` matches directories only as a whole name; at the end, something must follow below them. */
function segmentsOf(tokens: readonly Token[]): readonly Segment[] {
  const names: Token[][] = [[]];
  for (const token of tokens) {
    if (token === "slash") names.push([]);
    else names.at(-1)?.push(token);
  }
  const isDirectories = (name: readonly Token[]): boolean =>
    name.length > 1 && name.every((token) => token === "star");
  const segments: Segment[] = names.map((name) => (isDirectories(name) ? "directories" : name));
  return segments.at(-1) === "directories" ? [...segments, ["star"]] : segments;
}

function fitsName(tokens: readonly Token[], name: string): boolean {
  return fits(tokens, name, (token, byte) => {
    if (typeof token === "function") return token(byte);
    return token === "any" || token === byte;
  });
}

/** Greedy with one step of backtracking: an earlier star never needs what a later star takes. */
function fits<Part>(
  parts: readonly Part[],
  text: string | readonly string[],
  fitsOne: (part: Exclude<Part, "star" | "directories">, item: string) => boolean,
): boolean {
  let part = 0;
  let at = 0;
  let lastStar = -1;
  let takenByStar = 0;
  while (at < text.length) {
    const current = parts[part];
    if (current === "star" || current === "directories") {
      lastStar = part;
      takenByStar = at;
      part += 1;
    } else if (part < parts.length && fitsOne(current as never, text[at] as string)) {
      part += 1;
      at += 1;
    } else if (lastStar !== -1) {
      takenByStar += 1;
      at = takenByStar;
      part = lastStar + 1;
    } else return false;
  }
  while (parts[part] === "star" || parts[part] === "directories") part += 1;
  return part === parts.length;
}
