import { expect, it } from "vitest";
import { languageCodeFor, personLanguage } from "./person-language.ts";
import { phrase } from "./phrase.ts";

it.each([
  "zh",
  "zh-CN",
  "zh_CN",
  "zh_TW.UTF-8",
  "zh-Hans",
  "zh-Hant-HK",
  "zh_CN.utf8@pinyin",
  "ZH",
])("is Chinese for %s", (locale) => {
  expect(languageCodeFor({ LANG: locale }, "en-US")).toBe("zh");
});

it.each(["C", "POSIX", "C.UTF-8", "en_US.UTF-8", "de_DE", "zhx", "zz", "zh_CN.GB18030"])(
  "is English for %s",
  (locale) => {
    expect(languageCodeFor({ LANG: locale }, "zh-CN")).toBe("en");
  },
);

it("takes its own variable first, then those of the locale in their order, then the system's", () => {
  const zh = "zh_CN.UTF-8";
  expect(languageCodeFor({ TOOLWRIGHT_LANG: "zh", LC_ALL: "en_US" }, "en")).toBe("zh");
  expect(languageCodeFor({ TOOLWRIGHT_LANG: "en", LC_ALL: zh }, "zh-CN")).toBe("en");
  expect(languageCodeFor({ LC_ALL: zh, LC_MESSAGES: "en_US", LANG: "en_US" }, "en")).toBe("zh");
  expect(languageCodeFor({ LC_ALL: "", LC_MESSAGES: zh, LANG: "en_US" }, "en")).toBe("zh");
  expect(languageCodeFor({}, "zh-CN")).toBe("zh");
  expect(languageCodeFor({}, "en-US")).toBe("en");
});

it("has the texts of every package", async () => {
  const chinese = await personLanguage("zh");
  expect(chinese.say(phrase("Usage:"))).toBe("用法：");
  expect(chinese.translate("protected: outside the workspace")).toBe("受保护：在工作区之外");
});
