const known = new Map<string, string>();
/** Limits the memory, because words may come from anywhere. */
const maxKnown = 50_000;

/**
 * The common stem of an English word's forms: `creates`, `creating`, `created` and `creation` become
 * `creat`. Stems are compared only with each other.
 */
export function stem(word: string): string {
  const before = known.get(word);
  if (before !== undefined) return before;
  const found = word.length < 4 || /[^a-z]/.test(word) ? word : withoutEnding(american(word));
  if (known.size >= maxKnown) known.clear();
  known.set(word, found);
  return found;
}

// Some rules of M. F. Porter, "An algorithm for suffix stripping" (1980): plurals, verb forms and nouns of
// verbs. More rules would merge words that tools distinguish.
function withoutEnding(word: string): string {
  let rest = withoutPlural(word);
  if (whole.has(rest)) return rest;
  const verb = /^(.*[aeiouy].*)(?:ing|ed)$/.exec(rest)?.[1];
  if (verb !== undefined && verb.length >= 3) rest = undoubled(verb);
  else if (/^.{3,}[st]ion$/.test(rest)) rest = rest.slice(0, -3);
  else if (/^.{4,}ment$/.test(rest)) rest = rest.slice(0, -4);
  if (rest.length >= 4 && rest.endsWith("e")) rest = rest.slice(0, -1);
  return rest.length >= 3 && rest.endsWith("i") ? `${rest.slice(0, -1)}y` : rest;
}

/** Makes `colour` and `organise` into `color` and `organize`; results that are not words are equal for both. */
function american(word: string): string {
  return word
    .replace(/^(behavi|col|fav|hon|lab|neighb)our/, "$1or")
    .replace(/^(cent|lit|met|theat)re/, "$1er")
    .replace(/^(catal|dial|anal)ogue/, "$1og")
    .replace(/^(.{4,})is(e[ds]?|ing|ation)$/, "$1iz$2");
}

/** Words that would get the stem of an unrelated word, as `plane` would that of `plan`. */
const whole = new Set(
  "building care fare incoming listing outgoing plane recording setting state statement station".split(
    " ",
  ),
);

function withoutPlural(word: string): string {
  if (word === "news") return word;
  // Generated plurals: `accesss`, `statuss`, `lyricss`.
  if (/(?:s|[^c]u|ic)ss$/.test(word) && word.length > 4) return withoutPlural(word.slice(0, -1));
  if (word.endsWith("ies")) return word.length > 4 ? `${word.slice(0, -3)}y` : word.slice(0, -1);
  if (/(?:ss|x|z|ch|sh)es$/.test(word)) return word.slice(0, -2);
  return /[^siu]s$/.test(word) ? word.slice(0, -1) : word;
}

/** Makes `stopp` into `stop`; `call` stays. */
function undoubled(word: string): string {
  return /([bdgmnprt])\1$/.test(word) ? word.slice(0, -1) : word;
}
