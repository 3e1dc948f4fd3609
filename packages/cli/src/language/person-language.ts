import { english, type Language, type LanguageCode } from "@toolwright/core/internal";
import type { EnvironmentVariables } from "@toolwright/runtime/internal";

/**
 * The language of the person at the terminal: TOOLWRIGHT_LANG, otherwise that of the locale. Chinese of any
 * region counts as `zh`, and any other language as `en`.
 *
 * Shapes: `systemLocale` is used where no variable names a locale.
 */
export function languageCodeFor(
  variables: EnvironmentVariables,
  systemLocale: string,
): LanguageCode {
  const locale =
    variables["TOOLWRIGHT_LANG"] ||
    variables["LC_ALL"] ||
    variables["LC_MESSAGES"] ||
    variables["LANG"] ||
    systemLocale;
  return chineseLocale.test(locale) ? "zh" : "en";
}

/** A locale that names another encoding than UTF-8 couldn't show what we write. */
const chineseLocale = /^zh(?:[-_][a-z]+)*(?:\.utf-?8)?(?:@.*)?$/i;

/** Loads the language with the texts of all packages. */
export async function personLanguage(code: LanguageCode): Promise<Language> {
  if (code === "en") return english;
  return (await import("./load-language.ts")).loadLanguage(code);
}
