import type { Phrase, PhraseValue } from "./phrase.ts";
import { recordedTexts } from "./recorded-texts.ts";
import type { TranslationTable } from "./translation-table.ts";

/** The languages of people. `zh` is simplified Chinese. */
export const languageCodes = ["en", "zh"] as const;
export type LanguageCode = (typeof languageCodes)[number];

/** The language in which a person is addressed. Texts for models and programs are always English. */
export interface Language {
  readonly code: LanguageCode;
  readonly say: (phrase: Phrase) => string;
  /**
   * This language's text for English that data holds, such as a rule's name, a tool's title or the reason of an
   * unknown effect. Text that isn't Toolwright's comes back as it is.
   */
  readonly translate: (english: string) => string;
}

/** The texts of one package in one language. */
export interface Translations {
  /** For phrases. */
  readonly phrases: TranslationTable;
  /** For English in data, by its template; the first one that fits counts. */
  readonly recorded?: TranslationTable;
}

/** The default of every session. */
export const english: Language = createLanguage("en", []);

/** A language with the texts of all packages that use it. A text that is missing stays English. */
export function createLanguage(
  code: LanguageCode,
  translations: readonly Translations[],
): Language {
  const texts = new Map(translations.flatMap(({ phrases }) => Object.entries(phrases)));
  const fromData = recordedTexts(translations.map(({ recorded = {} }) => recorded));
  const translate = (text: string): string => {
    const found = texts.get(text) ?? fromData(text);
    if (found === undefined || typeof found === "string") return found ?? text;
    return filled(found.text, (name) => translate(found.values[name] ?? ""));
  };
  const say = (phrase: Phrase): string => {
    if (phrase.isRecorded === true) return translate(phrase.english);
    const { values = {} } = phrase;
    const text = texts.get(phrase.english) ?? englishOf(phrase);
    return filled(text, (name) => {
      const value = values[name];
      return value === undefined ? undefined : written(value);
    });
  };
  const written = (value: PhraseValue): string => {
    if (typeof value === "string") return value;
    if (typeof value === "number") return numberText(value, code);
    return "english" in value ? say(value) : value.map(written).join(texts.get(", ") ?? ", ");
  };
  return { code, say, translate };
}

function filled(text: string, valueOf: (name: string) => string | undefined): string {
  return text.replace(/\{(\w+)\}/g, (place, name: string) => valueOf(name) ?? place);
}

function englishOf({ english: many, one, values }: Phrase): string {
  const count = values?.["count"];
  if (one === undefined || typeof count !== "number") return many;
  return new Intl.PluralRules("en").select(count) === "one" ? one : many;
}

function numberText(value: number, locale: string): string {
  // Intl takes milliseconds for its first number.
  const isShort = Number.isInteger(value) && Math.abs(value) < 1000;
  return isShort ? String(value) : new Intl.NumberFormat(locale).format(value);
}
