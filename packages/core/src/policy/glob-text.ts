import { type Piece, star } from "./segment.ts";
import type { Fail } from "./pattern-error.ts";

export interface GlobOptions {
  /** `?` and `[abc]` are special besides `*`. */
  readonly hasClasses: boolean;
  readonly fail: Fail;
  /** Where the text begins in the argument, for positions. */
  readonly offset: number;
}

/**
 * One name's glob: `*` any characters, `?` one, `[abc]`, `[a-z]`, `[!a-z]` one of or none of
 * these, `\` before a character with a meaning takes it as it is.
 */
export function parseNameGlob(text: string, options: GlobOptions): readonly Piece[] {
  const { fail, offset, hasClasses } = options;
  const pieces: Piece[] = [];
  let plain = "";
  const flush = (): void => {
    if (plain !== "") pieces.push({ kind: "text", text: plain });
    plain = "";
  };
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? "";
    if (character === "\\") {
      plain += unescape(text, at, options);
      at += 1;
    } else if (character === "*") {
      if (text[at + 1] === "*") {
        fail(offset + at, "'**' stands alone between slashes: write '**/*.ts' for any depth.");
      }
      flush();
      pieces.push(star);
    } else if (character === "?" && hasClasses) {
      flush();
      pieces.push({ kind: "one" });
    } else if (character === "[" && hasClasses) {
      flush();
      const end = endOfClass(text, at, fail, offset);
      pieces.push(parseClass(text.slice(at + 1, end), { ...options, offset: offset + at + 1 }));
      at = end;
    } else {
      plain += character;
    }
  }
  flush();
  return pieces;
}

function unescape(text: string, at: number, { fail, offset }: GlobOptions): string {
  const next = text[at + 1];
  if (next === undefined) fail(offset + at, "'\\' has nothing behind it to escape.");
  else if (/[\p{L}\p{N}]/u.test(next)) {
    fail(
      offset + at,
      `'\\${next}' escapes nothing: folders are parted by '/', also on Windows; write '\\\\' for a backslash.`,
    );
  }
  return next ?? "";
}

/** The index of the `]` that ends the class begun at `at`. */
export function endOfClass(text: string, at: number, fail: Fail, offset: number): number {
  for (let index = at + 1; index < text.length; index += 1) {
    const character = text[index];
    if (character === "\\") index += 1;
    else if (character === "]") return index;
    else if (character === "/") break;
    else if (character === "[" && text[index + 1] === ":") {
      fail(offset + index, "Classes such as [:alpha:] aren't known: write the range, as [a-z].");
    }
  }
  return fail(offset + at, "'[' is never closed in its name; write '\\[' for the bracket itself.");
}

function parseClass(text: string, options: GlobOptions): Piece {
  const { fail, offset } = options;
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
  if (points.length === 0) fail(offset - 1, "A class needs a character, as [abc].");
  for (let at = 0; at < points.length; at += 1) {
    const first = points[at]?.point ?? 0;
    const last = points[at + 2];
    if (points[at + 1]?.isDash === true && last !== undefined) {
      if (last.point < first) fail(offset, `The range '${text}' runs backwards.`);
      ranges.push([first, last.point]);
      at += 2;
    } else {
      ranges.push([first, first]);
    }
  }
  return { kind: "class", isNegated, ranges, foldsCase: false };
}
