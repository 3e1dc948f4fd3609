/**
 * A text for a person: English, and the values of its places. A language says it (`Language.say`); text for a
 * model never comes from one.
 */
export interface Phrase {
  /** `Undo {path}`: the key in the tables of other languages. */
  readonly english: string;
  /** The English singular, if the phrase counts. */
  readonly one?: string;
  readonly values?: PhraseValues;
  /** The English comes from data and may have been made from a template: `Language.translate` says it. */
  readonly isRecorded?: true;
}

export type PhraseValues = Readonly<Record<string, PhraseValue>>;

/**
 * The value of a place. A number is an amount and is written as the language writes numbers; lines, ports and
 * codes are strings. A list is joined by the language's comma.
 */
export type PhraseValue = string | number | Phrase | readonly PhraseValue[];

/** The names of the places in a text: `path` and `count` in `{path} has {count} lines`. */
export type PlacesOf<Text> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PlacesOf<Rest>
  : never;

type ValuesOf<English> = [PlacesOf<English>] extends [never]
  ? []
  : [values: { readonly [Name in PlacesOf<English>]: PhraseValue }];

/** Makes a phrase that the table `T` has; any other text doesn't compile. */
export type MakePhrase<T> = <English extends keyof T & string>(
  english: English,
  ...values: ValuesOf<English>
) => Phrase;

/** Makes a phrase that counts: `one` for the English singular, `many` otherwise, which is the table's key. */
export type MakeCounted<T> = <English extends keyof T & string>(
  one: string,
  many: English,
  values: { readonly [Name in PlacesOf<English>]: PhraseValue } & { readonly count: number },
) => Phrase;

export function makePhrase(english: string, values?: PhraseValues): Phrase {
  return values === undefined ? { english } : { english, values };
}

export function makeCounted(one: string, english: string, values: PhraseValues): Phrase {
  return { english, one, values };
}

/** English that data holds, because outcomes and the journal are the same in every language: a rule, a reason. */
export function recorded(english: string): Phrase {
  return { english, isRecorded: true };
}

/** A list as a phrase of its own. */
export function together(items: readonly PhraseValue[]): Phrase {
  return { english: "{items}", values: { items } };
}

/** A text that is the same in every language: a path, a name, a third party's words. */
export function verbatim(words: string): Phrase {
  return { english: "{words}", values: { words } };
}
