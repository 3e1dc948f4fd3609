import type { Translations } from "@toolwright/core/internal";
import { sessionTranslations } from "@toolwright/runtime/internal";
import { builtinTools } from "@toolwright/tools";
import { expect, it } from "vitest";
import { chinese, recordedChinese } from "./chinese.ts";
import { personLanguage } from "./person-language.ts";

const all: readonly Translations[] = [
  ...(await sessionTranslations()),
  ...chinese.map((phrases) => ({ phrases })),
  { phrases: {}, recorded: recordedChinese },
];
const entries = all.flatMap(({ phrases, recorded = {} }) => [
  ...Object.entries(phrases),
  ...Object.entries(recorded),
]);

it("has one translation of each text, in whatever package it is", () => {
  const first = new Map<string, string>();
  const different = entries.filter(([english, text]) => {
    const known = first.get(english) ?? text;
    first.set(english, known);
    return known !== text;
  });
  expect(different).toEqual([]);
});

it("writes Chinese marks beside Chinese characters, and no blanks between these", () => {
  const wrong = entries.filter(([, text]) =>
    /\p{Script=Han}[,;!?]|[,;!?]\p{Script=Han}|\p{Script=Han} +\p{Script=Han}|[，。：；、]\s+\S/u.test(
      text,
    ),
  );
  expect(wrong).toEqual([]);
});

it("has a title in Chinese for every built-in tool", async () => {
  const { translate } = await personLanguage("zh");
  const titles = (await builtinTools()).map((tool) => ("title" in tool ? tool.title : tool.name));
  expect(titles.filter((title) => title !== "Git" && translate(title) === title)).toEqual([]);
});
