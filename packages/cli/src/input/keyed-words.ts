import { type Field, fieldsOf } from "./tool-signature.ts";

/** The field that a word without a key is the value of. */
export interface OpenField {
  readonly name: string;
  /** It takes any number of words. */
  readonly isList: boolean;
}

const pairKey = /^([A-Za-z_][\w.-]*)(:?=)/;

/** The key of `key=value` or `key:=JSON`; null for any other word. */
export function keyOf(word: string): string | null {
  return pairKey.exec(word)?.[1] ?? null;
}

export function isJsonPair(word: string): boolean {
  return pairKey.exec(word)?.[2] === ":=";
}

/** The fields that words without a key go to, in order: the required ones, else the first. */
export function fieldsForWords(fields: readonly Field[]): readonly OpenField[] {
  const required = fields.filter((field) => field.isRequired);
  const open = required.length > 0 ? required : fields.slice(0, 1);
  return open.map(({ name, types }) => ({
    name,
    isList: types.includes("array") && !types.includes("string"),
  }));
}

/** The first of the fields that has no value yet, or takes any number. */
export function nextField(
  open: readonly OpenField[],
  given: ReadonlySet<string>,
): OpenField | undefined {
  return open.find(({ name, isList }) => isList || !given.has(name));
}

/**
 * Words of a shell as `key=value`: each without a key gets that of the next open field. A word that no field is
 * left for stays as it is.
 */
export function keyedWords(
  words: readonly string[],
  schema: Readonly<Record<string, unknown>> | undefined,
): readonly string[] {
  if (schema === undefined || words.every((word) => keyOf(word) !== null)) return words;
  const open = fieldsForWords(fieldsOf(schema));
  const given = new Set(words.flatMap((word) => keyOf(word) ?? []));
  return words.map((word) => {
    const field = keyOf(word) === null ? nextField(open, given) : undefined;
    if (field === undefined) return word;
    given.add(field.name);
    return `${field.name}=${word}`;
  });
}
