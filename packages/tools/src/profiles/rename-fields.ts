/**
 * What a canonical tool's fields are called in another set: canonical name -> name there, null when
 * that set has no such field. Fields of the same name are left out.
 */
export type FieldNames = Readonly<Record<string, string | null>>;

// A quoted value: opened where a word could start and closed where one could end, as in 'it's' not.
const quoted = /(?<![\w'])'[^\n]*?'(?!\w)/g;

// Excerpts of a file or a diff: a line number, perhaps after a mark.
const excerpt = /^\s*[≠+\-|>*]?\s*\d+(\t|  | ?[:|│] )/;

/**
 * Tells a message of a canonical tool in another set's field names.
 *
 * Only our own words are changed: quoted values and the lines of excerpts stay as they are. Advice
 * about a field that the other set lacks is left out.
 */
export function renameFields(text: string, names: FieldNames): string {
  if (Object.keys(names).length === 0) return text;
  const absent = Object.keys(names).filter((name) => names[name] === null);
  return text
    .split("\n")
    .flatMap((line) => {
      if (line === "" || excerpt.test(line)) return [line];
      const renamed = renameInLine(line, names, absent);
      return renamed === "" ? [] : [renamed];
    })
    .join("\n");
}

function renameInLine(line: string, names: FieldNames, absent: readonly string[]): string {
  // "  old_string has: …" shows what was given, after the colon.
  const [own, shown] = /^\s/.test(line) ? splitOnce(line, ": ") : [line, ""];
  const values: string[] = [];
  const masked = own.replaceAll(quoted, (value) => `\u0000${values.push(value) - 1}\u0000`);
  const kept = absent.length === 0 ? masked : withoutAdvice(masked, absent);
  const renamed = Object.entries(names).reduce(
    (result, [from, to]) => (to === null ? result : rename(result, from, to)),
    kept,
  );
  // biome-ignore lint/suspicious/noControlCharactersInRegex: NUL can't be in a message
  return renamed.replaceAll(/\u0000(\d+)\u0000/g, (_, index) => values[Number(index)] ?? "") + shown;
}

function rename(text: string, from: string, to: string): string {
  const article = /^[aeiou]/.test(to) ? "an" : "a";
  return text
    .replaceAll(new RegExp(`\\ban? ${from}\\b`, "g"), `${article} ${to}`)
    .replaceAll(wordsOf([from]), to);
}

function wordsOf(names: readonly string[]): RegExp {
  return new RegExp(`(?<![\\w-])(?:${names.join("|")})(?![\\w-])`, "g");
}

/** Leaves out the clauses that speak of a field, and sentences of which nothing is left. */
function withoutAdvice(text: string, fields: readonly string[]): string {
  const field = wordsOf(fields);
  if (text.search(field) < 0) return text;
  return text
    .split(/(?<=[.!?])\s+/)
    .map((sentence) => (sentence.search(field) < 0 ? sentence : withoutClauses(sentence, fields)))
    .filter((sentence) => sentence !== "")
    .join(" ");
}

function withoutClauses(sentence: string, fields: readonly string[]): string {
  const field = wordsOf(fields);
  const [, body = "", end = ""] = /^(.*?)([.!?]*)$/s.exec(sentence) ?? [];
  // At commas, semicolons and colons, but for those in parentheses and between a field and its value.
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
