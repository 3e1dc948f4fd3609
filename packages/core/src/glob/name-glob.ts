import { type Piece, star } from "./segment.ts";

/** Throws the error of the glob being read; `index` counts from its beginning. */
export type Fail = (index: number, message: string) => never;

/** How a glob is read. */
export interface GlobReading {
  readonly fail: Fail;
  /** The text's position in the whole glob. */
  readonly offset: number;
  /** Takes malformed parts literally instead of failing, for globs that models write. */
  readonly isLenient?: boolean | undefined;
}

export interface NameGlobOptions extends GlobReading {
  /** `?` and `[abc]` are special as well as `*`. */
  readonly hasClasses: boolean;
}

/**
 * Parses the glob of one name. `*` matches any characters, `?` one, `[abc]` and `[a-z]` one of these
 * and `[!a-z]` none of them; a `]` in first position belongs to the class. `\` escapes a special
 * character.
 */
export function parseNameGlob(text: string, options: NameGlobOptions): readonly Piece[] {
  const { fail, offset, hasClasses, isLenient = false } = options;
  const pieces: Piece[] = [];
  let plain = "";
  const flush = (): void => {
    if (plain !== "") pieces.push({ kind: "text", text: plain });
    plain = "";
  };
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? "";
    const classEnd = character === "[" && hasClasses ? endOfClass(text, at, options) : null;
    if (character === "\\") {
      plain += unescape(text, at, options);
      at += 1;
    } else if (character === "*") {
      if (text[at + 1] === "*" && !isLenient) {
        fail(offset + at, "'**' must stand alone between slashes: write '**/*.ts' for any depth.");
      }
      flush();
      if (pieces.at(-1) !== star) pieces.push(star);
    } else if (character === "?" && hasClasses) {
      flush();
      pieces.push({ kind: "one" });
    } else if (classEnd !== null) {
      flush();
      pieces.push(
        parseClass(text.slice(at + 1, classEnd), { ...options, offset: offset + at + 1 }),
      );
      at = classEnd;
    } else {
      plain += character;
    }
  }
  flush();
  return pieces;
}

function unescape(text: string, at: number, { fail, offset, isLenient }: GlobReading): string {
  const next = text[at + 1] ?? "";
  if (isLenient === true) return next === "" ? "\\" : next;
  if (next === "") fail(offset + at, "Nothing follows '\\' to escape.");
  if (/[\p{L}\p{N}]/u.test(next)) {
    fail(
      offset + at,
      `'\\${next}' is not an escape: separate folders with '/', on Windows as well; write '\\\\' for a backslash.`,
    );
  }
  return next;
}

/** The index of the `]` that ends the class at `at`; null when a lenient reading finds none. */
export function endOfClass(text: string, at: number, reading: GlobReading): number | null {
  const { fail, offset, isLenient = false } = reading;
  const isNegated = text[at + 1] === "!" || text[at + 1] === "^";
  const first = at + (isNegated ? 2 : 1);
  for (let index = first; index < text.length; index += 1) {
    const character = text[index];
    if (character === "\\") index += 1;
    else if (character === "]" && index > first) return index;
    else if (character === "/") break;
    else if (character === "[" && text[index + 1] === ":" && !isLenient) {
      fail(
        offset + index,
        "Classes such as [:alpha:] aren't supported: write a range, such as [a-z].",
      );
    }
  }
  if (isLenient) return null;
  return fail(offset + at, "'[' is not closed within its name; write '\\[' for a literal bracket.");
}

function parseClass(text: string, options: GlobReading): Piece {
  const { fail, offset, isLenient = false } = options;
  const isNegated = text.startsWith("!") || text.startsWith("^");
  const ranges: [number, number][] = [];
  const points: { readonly point: number; readonly isDash: boolean }[] = [];
  for (let at = isNegated ? 1 : 0; at < text.length; ) {
    const isEscaped = text[at] === "\\";
    if (isEscaped) unescape(text, at, options);
    const point = text.codePointAt(isEscaped ? at + 1 : at) ?? 0;
    points.push({ point, isDash: !isEscaped && point === 0x2d });
    at += (isEscaped ? 1 : 0) + (point > 0xffff ? 2 : 1);
  }
  for (let at = 0; at < points.length; at += 1) {
    const first = points[at]?.point ?? 0;
    const last = points[at + 2];
    if (points[at + 1]?.isDash === true && last !== undefined) {
      if (last.point < first && !isLenient) fail(offset, `The range '${text}' runs backwards.`);
      ranges.push([first, last.point]);
      at += 2;
    } else {
      ranges.push([first, first]);
    }
  }
  return { kind: "class", isNegated, ranges, foldsCase: false };
}
