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
  /** For English in data, by its template; the one with the most fixed text counts. */
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
    if (typeof value === "number") return numberText(value);
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
  return count === 1 ? one : many;
}

/** As both languages write it. Not by `Intl`, whose first number takes milliseconds of a short command. */
function numberText(value: number): string {
  return String(value).replace(/^-?\d{4,}/, (whole) => whole.replaceAll(/\B(?=(?:\d{3})+$)/g, ","));
}
