import { expect, test } from "vitest";
import { namesIn, wantedOf } from "./query.ts";
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

test.each([
  ["throw the old ledger out", "delete"],
  ["look something up", "find"],
  ["tell me when the ledger is altered", "watch"],
  ["many ledgers at the same time", "bulk"],
  ["put this into French", "translate"],
])("a verb and its particle mean what one verb does, whatever stands between: %s", (text, word) => {
  expect(nearnessTo(text, word)).toBeGreaterThan(0.5);
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

test("nothing but empty words is asked for as it is, and nothing is nothing", () => {
  expect(wantedOf("the").map(({ word }) => word)).toEqual(["the"]);
  expect(wantedOf("  ")).toEqual([]);
});

test.each([
  ["the answering machine", "voicemail"],
  ["jab", "immunization"],
  ["robot cleaner", "vacuum"],
  ["cleaner that is a robot", "vacuum"],
])("what describes a thing stands for it: %s", (text, thing) => {
  expect(nearnessTo(text, thing)).toBeGreaterThan(0.5);
});

test("a thing that is called by several words is all of them together", () => {
  const [wanted, ...others] = wantedOf("the sticker for a parcel");
  for (const { emphasis } of others) expect(emphasis).toBeLessThan(0.5);
  expect(wanted?.compounds.get(`${stem("shipping")} ${stem("label")}`)).toBeGreaterThan(0.5);
});

test("words that hint at a thing leave room for the others", () => {
  expect(nearnessTo("bakery", "place")).toBeGreaterThan(0);
  expect(nearnessTo("bakery", "place")).toBeLessThan(nearnessTo("bakery", "bakery"));
});

test.each([
  ["show notes.txt", "file", "txt"],
  ["open https://example.com/notes?x=1", "url", "notes"],
  ["heating to 21 °C", "temperature", "c"],
  ["tell #general", "channel", "general"],
  ["15 % of it", "percent", "15"],
  ["near 48.21, 16.37", "coordinates", "48"],
])("a value stands for its kind, and not for the words in it: %s", (text, kind, word) => {
  expect(nearnessTo(text, kind)).toBe(1);
  expect(nearnessTo(text, word)).toBeLessThan(1);
});

test("a text that no person writes is read no slower than it is long", () => {
  const long = [
    "call off ".repeat(5_000),
    "a".repeat(100_000),
    "a@".repeat(50_000),
    "x.y/".repeat(25_000),
    "éÀ".repeat(50_000),
    "^(a+)+$ [\\d]{9} .*?".repeat(2_000),
  ];
  const start = performance.now();
  for (const text of long) wantedOf(text);
  expect(performance.now() - start).toBeLessThan(1_000);
});

test.each([
  ["make the hall brighter", "brightness"],
  ["what changed lately", "history"],
  ["dial her number", "call"],
  ["keep only seconds 10 to 30", "trim"],
  ["tell me when the ledger arrives", "watch"],
])("a question or a light verb asks for what it is about: %s", (text, word) => {
  expect(nearnessTo(text, word)).toBeGreaterThan(0.8);
});

test("a phrase doesn't go over the end of a clause", () => {
  expect(nearnessTo("put the ledger away", "archive")).toBeGreaterThan(0.8);
  expect(nearnessTo("where did I put the ledger? Away", "archive")).toBeLessThan(0.8);
});

test("of two phrases that share words the longer is meant", () => {
  expect(nearnessTo("take the ledger out of circulation", "archive")).toBeGreaterThan(0.8);
});

test("a noun before an article is a verb, and both it and its thing are asked for", () => {
  const wanted = wantedOf("phone the baker");
  const those = (word: string): number =>
    wanted.findIndex(({ stems }) => (stems.get(stem(word)) ?? 0) === 1);
  expect(those("call")).toBeGreaterThanOrEqual(0);
  expect(those("make")).toBeGreaterThanOrEqual(0);
  expect(those("call")).not.toBe(those("make"));
});

test.each(["unpaid ledgers of spring", "saved ledgers of spring"])(
  "things that are only named are to be seen: %s",
  (text) => {
    expect(nearnessTo(text, "list")).toBeGreaterThan(0.8);
  },
);

test("circumstances are asked for less than what is wanted", () => {
  const emphasisFor = (each: string): number | undefined =>
    wantedOf("bakers that mention a wedding").find(({ word }) => word === each)?.emphasis;
  expect(emphasisFor("wedding")).toBeLessThan(emphasisFor("bakers") ?? 0);
});

test.each([
  ["what is on my plate", "issue"],
  ["who has the pager tonight", "oncall"],
  ["is the bakery's site down", "uptime"],
  ["how are we doing against target", "goal"],
  ["take the blue mug off the shelf", "unpublish"],
  ["wire the money back to her card", "refund"],
  ["rope Anna in", "invite"],
  ["run the lease past legal", "approval"],
  ["who's at the front door", "camera"],
  ["bring me up to speed", "summarize"],
  ["tell me which bakers haven't paid", "invoice"],
])("an idiom, and a question asked in passing, asks for what it means: %s", (text, word) => {
  expect(nearnessTo(text, word)).toBeGreaterThan(0.8);
});

test.each([
  ["put a remark on the ledger", "enable"],
  ["get the weather in Paris", "merge"],
  ["lunch with Anna in the calendar", "recipe"],
  ["the score of the game", "bulk"],
])("small words of a plain request make it no idiom: %s", (text, word) => {
  expect(nearnessTo(text, word)).toBeLessThan(0.5);
});

test("a phrase leaves a little to its words, as they may not have been meant together", () => {
  const [phrase, ...others] = wantedOf("by air");
  const air = others.find(({ word }) => word === "air");
  expect(phrase?.emphasis).toBe(1);
  expect(air?.emphasis).toBeGreaterThan(0);
  expect(air?.emphasis).toBeLessThan(0.5);
});

test("a verb's particle isn't the preposition that begins what is said next", () => {
  expect(nearnessTo("put the lantern on", "enable")).toBeGreaterThan(0.5);
  expect(nearnessTo("put the lantern on please", "enable")).toBeGreaterThan(0.5);
  expect(nearnessTo("put one more lantern on a shelf", "enable")).toBe(0);
});

test("of two phrases that share a word the one whose words stand together is meant", () => {
  expect(nearnessTo("who is baking right now", "current")).toBe(1);
  expect(nearnessTo("who is baking right now", "validate")).toBe(0);
});

test("names are what is written so, and words that mean nothing else", () => {
  const names = namesIn("open the Outlook and outline of fernweh, Home Assistant");
  expect(names.get(stem("outlook"))).toBe(true);
  expect(names.has(stem("outline"))).toBe(false);
  expect(names.get(stem("fernweh"))).toBe(false);
  expect(names.get(stem("homeassistant"))).toBe(true);
});
