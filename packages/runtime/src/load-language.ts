import {
  createLanguage,
  english,
  type Language,
  type LanguageCode,
  type Translations,
} from "@toolwright/core/internal";

/** The language of a session. Other languages than English are loaded only here. */
export async function loadLanguage(code: LanguageCode): Promise<Language> {
  return code === "en" ? english : createLanguage(code, await sessionTranslations());
}

/** The Chinese texts of everything that a session consists of. */
export async function sessionTranslations(): Promise<readonly Translations[]> {
  return (await import("./language/session-chinese.ts")).sessionChinese();
}
