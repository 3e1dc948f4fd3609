import { type Piece, star } from "./segment.ts";

/** Throws the error of the glob being read; `index` counts from its beginning. */
export type Fail = (index: number, message: string) => never;

/** How faults of a glob are met. */
export interface GlobReading {
  readonly fail: Fail;
  /** Where the text begins in the whole glob, for positions. */
  readonly offset: number;
  /** What is malformed stands for itself instead of failing, as in globs that models write. */
  readonly isLenient?: boolean | undefined;
}

export interface NameGlobOptions extends GlobReading {
  /** `?` and `[abc]` are special as well as `*`. */
  readonly hasClasses: boolean;
}

/**
 * One name's glob: `*` any characters, `?` one, `[abc]`, `[a-z]`, `[!a-z]` one of or none of
 * these (`]` in the first place is one of them), `\` before a character with a meaning takes it as
 * it is.
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
        fail(offset + at, "'**' stands alone between slashes: write '**/*.ts' for any depth.");
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
  if (next === "") fail(offset + at, "'\\' has nothing behind it to escape.");
  if (/[\p{L}\p{N}]/u.test(next)) {
    fail(
      offset + at,
      `'\\${next}' escapes nothing: folders are parted by '/', also on Windows; write '\\\\' for a backslash.`,
    );
  }
  return next;
}

/** The index of the `]` that ends the class begun at `at`; null when a lenient reading finds none. */
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
      fail(offset + index, "Classes such as [:alpha:] aren't known: write the range, as [a-z].");
    }
  }
  if (isLenient) return null;
  return fail(offset + at, "'[' is never closed in its name; write '\\[' for the bracket itself.");
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
