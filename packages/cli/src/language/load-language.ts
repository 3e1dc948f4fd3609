import {
  createLanguage,
  type Language,
  type LanguageCode,
  type Translations,
} from "@toolwright/core/internal";
import { sessionTranslations } from "@toolwright/runtime/internal";
import { chinese, recordedChinese } from "./chinese.ts";

const cliChinese: readonly Translations[] = [
  ...chinese.map((phrases) => ({ phrases })),
  { phrases: {}, recorded: recordedChinese },
];

/** A language with the texts of the command line and of everything that it uses. */
export async function loadLanguage(code: Exclude<LanguageCode, "en">): Promise<Language> {
  return createLanguage(code, [...(await sessionTranslations()), ...cliChinese]);
}
