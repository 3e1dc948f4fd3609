import { createLanguage, type Language, type LanguageCode } from "@toolwright/core/internal";
import { sessionTranslations } from "@toolwright/runtime/internal";
import { chinese, recordedChinese } from "./chinese.ts";

/** A language with the texts of the command line and of everything that it uses. */
export async function loadLanguage(code: Exclude<LanguageCode, "en">): Promise<Language> {
  const own = { phrases: chinese, recorded: recordedChinese };
  return createLanguage(code, [...(await sessionTranslations()), own]);
}
