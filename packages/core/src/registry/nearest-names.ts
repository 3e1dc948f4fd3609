/**
 * The names that `wanted` may mean, nearest first: other spellings (`readFile`, `read-file`), typing errors
 * (`read_fiel`), beginnings (`read`) and shared words. Empty when nothing is near. Never throws.
 */
export function nearestNames(wanted: string, names: readonly string[], max = 3): string[] {
  const target = spell(wanted.slice(0, maxLength));
  if (target.joined === "") return [];
  return names
    .map((name, index) => ({ name, index, distance: distanceBetween(target, spell(name)) }))
    .filter(({ distance }) => distance < notNear)
    .sort((a, b) => a.distance - b.distance || a.index - b.index)
    .slice(0, max)
    .map(({ name }) => name);
}

const maxLength = 128;
const notNear = 100;

interface Spelling {
  readonly words: readonly string[];
  readonly joined: string;
}

function spell(name: string): Spelling {
  const words = name
    .slice(0, maxLength)
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
  return { words, joined: words.join("") };
}

/** 0 for another spelling, from 1 for typing errors, then beginnings and shared words; otherwise `notNear`. */
function distanceBetween(wanted: Spelling, name: Spelling): number {
  if (name.joined === "") return notNear;
  if (wanted.joined === name.joined) return 0;
  const shorter = Math.min(wanted.joined.length, name.joined.length);
  const longer = Math.max(wanted.joined.length, name.joined.length);
  const allowed = Math.max(1, Math.floor(longer / 4));
  // With one or two letters, any typing error makes another name.
  const edits =
    shorter < 2 || longer < 3 ? notNear : editDistance(wanted.joined, name.joined, allowed);
  if (edits <= allowed) return edits;
  if (isBeginning(wanted.joined, name.joined)) return 20 + longer - shorter;
  const shared = wanted.words.filter((word) => word.length > 2 && name.words.includes(word)).length;
  const share = shared / Math.max(wanted.words.length, name.words.length);
  // Half may be only the verb: `write_todos` does not mean `write_file`.
  return share > 0.5 ? 50 + Math.round(20 * (1 - share)) : notNear;
}

function isBeginning(a: string, b: string): boolean {
  return Math.min(a.length, b.length) > 2 && (a.startsWith(b) || b.startsWith(a));
}

/**
 * How many letters must be inserted, removed, changed or swapped with their neighbour; some number above
 * `limit` if more than `limit`.
 *
 * Source: optimal string alignment, the restricted Damerau-Levenshtein distance.
 */
function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const cost = a[row - 1] === b[column - 1] ? 0 : 1;
      let best = Math.min(
        at(last, column) + 1,
        at(current, column - 1) + 1,
        at(last, column - 1) + cost,
      );
      if (a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]) {
        best = Math.min(best, at(beforeLast, column - 2) + 1);
      }
      current.push(best);
    }
    if (Math.min(...current) > limit) return limit + 1;
    beforeLast = last;
    last = current;
  }
  return at(last, b.length);
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY;
}
