import { type Field, fieldsOf } from "./tool-signature.ts";

/** A field that takes words without a key. */
export interface OpenField {
  readonly name: string;
  /** Whether it takes any number of words. */
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

/** The fields for words without a key, in order: the required ones, otherwise the first field. */
export function fieldsForWords(fields: readonly Field[]): readonly OpenField[] {
  const required = fields.filter((field) => field.isRequired);
  const open = required.length > 0 ? required : fields.slice(0, 1);
  return open.map(({ name, types }) => ({
    name,
    isList: types.includes("array") && !types.includes("string"),
  }));
}

/** The first field that has no value yet or takes any number. */
export function nextField(
  open: readonly OpenField[],
  given: ReadonlySet<string>,
): OpenField | undefined {
  return open.find(({ name, isList }) => isList || !given.has(name));
}

/**
 * Turns a shell's words into `key=value`: a word without a key gets the key of the next open field. If
 * no field is left, the word stays as it is.
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
