import { translationTable } from "@toolwright/core/internal";
import { help } from "./chinese/help.ts";
import { usage } from "./chinese/usage.ts";

/** The texts of this package in Chinese; core's table has the glossary. */
export const chinese = { ...help, ...usage };

/** English that this package writes into outcomes and shows later, by its template. */
export const recordedChinese = translationTable({
  "To allow it: {change}": "允许它的方法：{change}",
  " Did you mean '{name}'?": "你是想输入“{name}”吗？",
});
