import type { Translations } from "@toolwright/core/internal";

/** Loads the Chinese texts of this package. */
export async function mcpChinese(): Promise<Translations> {
  const { chinese, recordedChinese } = await import("./chinese.ts");
  return { phrases: chinese, recorded: recordedChinese };
}
