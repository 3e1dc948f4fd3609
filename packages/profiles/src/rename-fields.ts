/**
 * A profile's names for a canonical tool's fields: canonical name -> name there, null if the profile has
 * no such field. Equal names are omitted.
 */
export type FieldNames = Readonly<Record<string, string | null>>;

// A quoted value. It opens where a word can start and closes where one can end, unlike the s in 'it's'.
const quoted = /(?<![\w'])'[^\n]*?'(?!\w)/g;

// A line in an excerpt of a file or a diff: a line number, perhaps after a mark.
const excerpt = /^\s*[≠+\-|>*]?\s*\d+(\t|  | ?[:|│] )/;

/** A private-use character that temporarily replaces a quoted value. */
const mask = "\ue0ff";

/**
 * Rewrites a message of a canonical tool with a profile's field names.
 *
 * Changes only the message's own words, not quoted values or excerpts. Removes advice about fields that
 * the profile lacks.
 */
export function renameFields(text: string, names: FieldNames): string {
  if (Object.keys(names).length === 0 || text.includes(mask)) return text;
  return text
    .split("\n")
    .flatMap((line) => {
      if (line === "" || excerpt.test(line)) return [line];
      const renamed = renameInLine(line, names);
      return renamed === "" ? [] : [renamed];
    })
    .join("\n");
}

function renameInLine(line: string, names: FieldNames): string {
  // In "  old_string has: …" the given text follows the colon.
  const [own, shown] = /^\s/.test(line) ? splitOnce(line, ": ") : [line, ""];
  const values: string[] = [];
  const masked = own.replaceAll(quoted, (value) => `${mask}${values.push(value) - 1}${mask}`);
  const absent = Object.keys(names).filter((name) => names[name] === null);
  const renamed = rename(withoutAdvice(masked, absent), names);
  // The text between two masks is the index of a value.
  const parts = renamed.split(mask);
  return parts.map((part, at) => (at % 2 === 1 ? values[Number(part)] : part)).join("") + shown;
}

/** Renames all fields at once, so that a new name is never mistaken for an old one. */
function rename(text: string, names: FieldNames): string {
  const fields = Object.keys(names);
  const field = new RegExp(`(\\ban? )?(${wordsOf(fields).source})`, "g");
  return text.replaceAll(field, (whole, article: string | undefined, from: string) => {
    const to = names[from] ?? null;
    if (to === null) return whole;
    if (article === undefined) return to;
    return `${/^[aeiou]/.test(to) ? "an" : "a"} ${to}`;
  });
}

function wordsOf(names: readonly string[]): RegExp {
  return new RegExp(
    `(?<![\\w-])(?:${names.join("|").replaceAll(".", String.raw`\.`)})(?![\\w-])`,
    "g",
  );
}

/** Removes clauses that mention a field, and sentences that become empty. */
function withoutAdvice(text: string, fields: readonly string[]): string {
  const field = wordsOf(fields);
  if (fields.length === 0 || text.search(field) < 0) return text;
  return text
    .split(/(?<=[.!?])\s+/)
    .map((sentence) => (sentence.search(field) < 0 ? sentence : withoutClauses(sentence, fields)))
    .filter((sentence) => sentence !== "")
    .join(" ");
}

function withoutClauses(sentence: string, fields: readonly string[]): string {
  const field = wordsOf(fields);
  const [, body = "", end = ""] = /^(.*?)([.!?]*)$/s.exec(sentence) ?? [];
  // Splits at commas, semicolons and colons, except in parentheses and between a field and its value.
  const between = new RegExp(`(?<=[;,]|(?<!${field.source}):)\\s+(?![^(]*\\))`);
  const clauses = body.split(between);
  const kept = clauses.filter((clause) => clause.search(field) < 0);
  const [first] = kept;
  if (first === undefined) return "";
  const whole = kept.join(" ").replace(/[;,:]$/, "");
  const isBeheaded = first !== clauses[0];
  return `${isBeheaded ? capital(whole.replace(/^(or|and) /, "")) : whole}${end}`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function splitOnce(text: string, separator: string): readonly [string, string] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at)];
}
