import { describe, expect, test } from "vitest";
import { emphasisOf } from "./emphasis.ts";

function emphasisIn(text: string, word: string): number {
  const words = text.split(" ");
  return emphasisOf(words)[words.indexOf(word)] ?? Number.NaN;
}

describe("says less than the head of a request", () => {
  test.each([
    ["where from", "baking times from three bakeries", "bakeries"],
    ["what something is about", "letters about a wedding", "wedding"],
    ["what is said in it", "letters that mention a wedding", "wedding"],
    ["what is said of somebody", "people who joined a choir", "choir"],
    ["what has it", "which keys does a piano have", "piano"],
    ["a time", "bread baked yesterday", "yesterday"],
    ["a number", "bake three cakes", "three"],
  ])("%s", (_what, text, word) => {
    const [head] = text.split(" ");
    expect(emphasisIn(text, word)).toBeLessThan(emphasisIn(text, head ?? ""));
  });
});

test("a time that is told by another says least", () => {
  expect(emphasisIn("bake next friday", "next")).toBeLessThan(emphasisIn("bake friday", "friday"));
});

test.each([
  ["of who asks so", "who baked these cakes", "cakes"],
  ["of what is pointed at", "open that oven", "oven"],
  ["of a place", "the cake in the oven", "oven"],
  ["behind a word that begins the query", "about cakes", "cakes"],
])("is whole %s", (_what, text, word) => {
  expect(emphasisIn(text, word)).toBe(1);
});
