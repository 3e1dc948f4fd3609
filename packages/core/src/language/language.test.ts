import { describe, expect, it } from "vitest";
import { createLanguage, english } from "./language.ts";
import {
  type MakeCounted,
  type MakePhrase,
  makeCounted,
  makePhrase,
  recorded,
  verbatim,
} from "./phrase.ts";
import { translationTable } from "./translation-table.ts";

const table = translationTable({
  "Undo {path}": "撤销 {path}",
  "{list} changed": "{list} 已更改",
  "{count} files below {folder}": "{folder} 中的 {count} 个文件",
  Nothing: "无",
  ", ": "、",
});
const recordedTable = translationTable({
  "{mode} mode: {what}": "{mode} 模式：{what}",
  "a read": "读取",
  "{one} for {one}": "{one} 对 {one}",
  "{mode} mode: a read in full": "{mode}：完整的读取",
});
const phrase: MakePhrase<typeof table> = makePhrase;
const counted: MakeCounted<typeof table> = makeCounted;
const chinese = createLanguage("zh", [{ phrases: table, recorded: recordedTable }]);

describe("a phrase", () => {
  it("is said in each language with its values", () => {
    const undo = phrase("Undo {path}", { path: "src/{path}.ts" });
    expect(english.say(undo)).toBe("Undo src/{path}.ts");
    expect(chinese.say(undo)).toBe("撤销 src/{path}.ts");
  });

  it("takes other phrases and lists as values", () => {
    const list = [phrase("Nothing"), verbatim("Nothing"), "b"];
    const said = phrase("{list} changed", { list });
    expect(english.say(said)).toBe("Nothing, Nothing, b changed");
    expect(chinese.say(said)).toBe("无、Nothing、b 已更改");
  });

  it.each([
    [0, "0 files below a", "a 中的 0 个文件"],
    [1, "1 file below a", "a 中的 1 个文件"],
    [1234567, "1,234,567 files below a", "a 中的 1,234,567 个文件"],
  ])("counts %i by the language's rules", (count, inEnglish, inChinese) => {
    const files = counted("{count} file below {folder}", "{count} files below {folder}", {
      count,
      folder: "a",
    });
    expect(english.say(files)).toBe(inEnglish);
    expect(chinese.say(files)).toBe(inChinese);
  });

  it("doesn't compile without a translation, or with other values", () => {
    // @ts-expect-error no table has it
    phrase("Delete {path}", { path: "a" });
    // @ts-expect-error the value is missing
    phrase("Undo {path}");
    // @ts-expect-error a place of another name
    phrase("Undo {path}", { file: "a" });
    // @ts-expect-error a number is needed to count
    counted("{count} file below {folder}", "{count} files below {folder}", { folder: "a" });
    // @ts-expect-error the translation lacks a place
    translationTable({ "Undo {path}": "撤销" });
    // @ts-expect-error the translation has an unknown place
    translationTable({ "Undo it": "撤销 {path}" });
  });
});

describe("recorded English", () => {
  it("is translated by its template, and so are its parts", () => {
    expect(chinese.translate("plan mode: a read")).toBe("plan 模式：读取");
    expect(chinese.say(recorded("plan mode: a read"))).toBe("plan 模式：读取");
    expect(english.say(recorded("plan mode: a read"))).toBe("plan mode: a read");
  });

  it("goes by the template that says the most itself, in whatever order they are", () => {
    expect(chinese.translate("plan mode: a read in full")).toBe("plan：完整的读取");
  });

  it("has one value for a place that comes twice", () => {
    expect(chinese.translate("a for a")).toBe("a 对 a");
    expect(chinese.translate("a for b")).toBe("a for b");
  });

  it("is returned as it is if no template fits, or it is very long", () => {
    expect(chinese.translate("deny run(*)")).toBe("deny run(*)");
    const long = `plan mode: ${"x".repeat(100_000)}`;
    expect(chinese.translate(long)).toBe(long);
  });

  it("may contain anything that patterns or replacements give a meaning", () => {
    expect(chinese.translate("$& mode: (a|b)\n{mode} $1")).toBe("$& 模式：(a|b)\n{mode} $1");
  });
});
