import type { NameTable } from "./protected-names.ts";

/** Whether the name that begins at `from` and ends with the path is surely none of the table's. */
export type NameSieve = (path: string, from: number) => boolean;

const width = 128;
/** Longer names count as one length. */
const maxLength = 31;
const dot = 0x2e;
/** Makes lower case of letters; what it makes of other characters is the same on both sides. */
const lowerCase = 0x20;

/** Characters of names that are compared in one spelling only, on every file system. */
const isPlain = new Uint8Array(width);
for (let code = 0; code < width; code += 1) {
  if (/[\w.@+,=()[\]{}#%~-]/.test(String.fromCharCode(code))) isPlain[code] = 1;
}

/**
 * For putting tens of thousands of names to a table: looks at their characters where they stand,
 * and makes no string. "No" only means that the table itself has to be asked: for a name with
 * other characters than plain ones, one that ends in a dot, one as long as a member and with the
 * same first and last letter.
 */
export function createNameSieve(table: NameTable): NameSieve {
  // By first and last letter, a bit for each length that there is.
  const wholes = new Int32Array(width * width);
  const endings = new Int32Array(width * width);
  for (const names of [table.files, table.folders]) for (const name of names) mark(wholes, name);
  // All begin with a dot, which tells nothing.
  for (const ending of table.endings) mark(endings, ending.slice(1));
  for (const [begin, end] of table.alsoBetween) {
    const row = letterAt(begin, 0) * width;
    if (end === "") wholes.fill(-1, row, row + width);
    else wholes[row + letterAt(end, 0)] = -1;
  }
  return (path, from) => {
    let code = 0;
    let ending = -1;
    for (let at = from; at < path.length; at += 1) {
      code = path.charCodeAt(at);
      if (code >= width || isPlain[code] !== 1) return false;
      if (code === dot) ending = at + 1;
    }
    if (from >= path.length || code === dot) return false;
    return !isMarked(wholes, path, from) && (ending === -1 || !isMarked(endings, path, ending));
  };
}

function mark(table: Int32Array, name: string): void {
  const place = letterAt(name, 0) * width + letterAt(name, name.length - 1);
  table[place] = (table[place] ?? 0) | lengthBit(name.length);
}

function isMarked(table: Int32Array, path: string, from: number): boolean {
  const lengths = table[letterAt(path, from) * width + letterAt(path, path.length - 1)] ?? 0;
  return (lengths & lengthBit(path.length - from)) !== 0;
}

function letterAt(text: string, at: number): number {
  return text.charCodeAt(at) | lowerCase;
}

function lengthBit(length: number): number {
  return 1 << Math.min(length, maxLength);
}
