import type { Translations } from "./language.ts";

/** Loads the Chinese texts of this package. */
export async function coreChinese(): Promise<Translations> {
  const { chinese, recordedChinese } = await import("./chinese.ts");
  return { phrases: chinese, recorded: recordedChinese };
}
