import { expect, test } from "vitest";
import { wantedOf } from "./query.ts";
import { stem } from "./stem.ts";

function nearnessTo(text: string, word: string): number {
  return Math.max(0, ...wantedOf(text).map(({ stems }) => stems.get(stem(word)) ?? 0));
}

test.each([
  ["switch the kitchen radio on", "enable"],
  ["put last year's ledger away", "archive"],
  ["get rid of the draft", "delete"],
  ["how many drafts", "count"],
  ["who changed the ledger", "history"],
  ["call the picnic off", "cancel"],
])("words of a phrase mean together what one says alone: %s", (text, word) => {
  expect(nearnessTo(text, word)).toBeGreaterThan(0.8);
});

test("words of a phrase are not asked for one by one", () => {
  expect(wantedOf("get rid of the draft").map(({ word }) => word)).toEqual([null, "draft"]);
});

test("a phrase with too much between its words is none", () => {
  expect(wantedOf("put one two three four five six seven away").map(({ word }) => word)).toContain(
    "put",
  );
});

test("a query of nothing but a phrase asks for that", () => {
  expect(wantedOf("get rid of").map(({ word }) => word)).toEqual([null]);
});

test("words for the same thing are one thing", () => {
  expect(wantedOf("photo picture image")).toHaveLength(1);
});

test("a word that was asked for stands for no other that was asked for, too", () => {
  expect(nearnessTo("event", "calendar")).toBeGreaterThan(0);
  const [event, calendar] = wantedOf("event calendar");
  expect(event?.stems.has(stem("calendar"))).toBe(false);
  expect(calendar?.stems.get(stem("calendar"))).toBe(1);
});

test("tells what is to be done from what with", () => {
  expect(wantedOf("delete invoice").map(({ isAction }) => isAction)).toEqual([true, false]);
});

test("nothing but empty words is asked for as it is, and nothing is nothing", () => {
  expect(wantedOf("the").map(({ word }) => word)).toEqual(["the"]);
  expect(wantedOf("  ")).toEqual([]);
});
