import { endOfClass, type GlobReading } from "./name-glob.ts";

/** More than anybody writes by hand. A limit is needed because `{a,b}{a,b}…` doubles with each pair. */
const maxAlternatives = 256;

/**
 * Expands braces: `src/{a,b/{c,d}}` gives `src/a`, `src/b/c` and `src/b/d`. Escapes stay as written,
 * for the parser of each alternative. A lenient reading keeps braces without alternatives.
 *
 * Errors: calls `fail` for more than 256 alternatives, even in a lenient reading.
 */
export function expandBraces(
  text: string,
  { fail, isLenient }: Pick<GlobReading, "fail" | "isLenient">,
): readonly string[] {
  if (!/[{}]/.test(text)) return [text];
  const lists = findLists(text, { fail, isLenient, offset: 0 });
  const failTooMany = (): never =>
    fail(0, `The braces expand to more than ${maxAlternatives} alternatives.`);
  // Each comma adds at least one alternative, so this also limits the recursion of `expand`.
  const commas = [...lists.values()].reduce((sum, { separators }) => sum + separators.length, 0);
  if (commas >= maxAlternatives) failTooMany();

  const expand = (from: number, to: number): readonly string[] => {
    let texts: readonly string[] = [""];
    let plainFrom = from;
    const append = (tails: readonly string[]): void => {
      if (texts.length * tails.length > maxAlternatives) failTooMany();
      texts = texts.flatMap((head) => tails.map((tail) => head + tail));
    };
    for (let at = from; at < to; at += 1) {
      const list = lists.get(at);
      if (list === undefined) continue;
      append([text.slice(plainFrom, at)]);
      const starts = [at, ...list.separators].map((before) => before + 1);
      const ends = [...list.separators, list.end];
      append(starts.flatMap((start, index) => expand(start, ends[index] ?? start)));
      at = list.end;
      plainFrom = at + 1;
    }
    append([text.slice(plainFrom, to)]);
    return texts;
  };
  return expand(0, text.length);
}

/** The positions of a list's commas and closing brace. */
interface List {
  readonly separators: readonly number[];
  readonly end: number;
}

/** The lists by the positions of their opening braces. */
function findLists(text: string, reading: GlobReading): ReadonlyMap<number, List> {
  const { fail, isLenient = false } = reading;
  const lists = new Map<number, List>();
  const open: { readonly start: number; readonly separators: number[] }[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === "\\") at += 1;
    else if (character === "[") at = endOfClass(text, at, reading) ?? at;
    else if (character === "{") open.push({ start: at, separators: [] });
    else if (character === ",") open.at(-1)?.separators.push(at);
    else if (character === "}") {
      const list = open.pop();
      if (list !== undefined && list.separators.length > 0) {
        lists.set(list.start, { separators: list.separators, end: at });
      } else if (!isLenient && list === undefined) {
        fail(at, "'}' has no matching '{'; write '\\}' for a literal brace.");
      } else if (!isLenient) {
        fail(
          list?.start ?? at,
          "Braces need alternatives, such as {a,b}; write '\\{' for a literal brace.",
        );
      }
    }
  }
  const [unclosed] = open;
  if (unclosed !== undefined && !isLenient) {
    fail(unclosed.start, "'{' is not closed; write '\\{' for a literal brace.");
  }
  return lists;
}
