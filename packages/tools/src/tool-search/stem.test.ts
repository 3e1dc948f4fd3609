import { expect, test } from "vitest";
import { stem } from "./stem.ts";

test.each([
  ["create creates created creating creation"],
  ["delete deletes deleted deleting deletion"],
  ["repository repositories"],
  ["stop stops stopped stopping"],
  ["branch branches"],
  ["move moved moving"],
  ["deploy deploys deployed deployment"],
  ["box boxes"],
  ["day days"],
  ["color colour colors colours"],
  ["organize organise organizing organising organised"],
  ["catalog catalogue"],
  // As programs write plurals.
  ["status statuss"],
  ["boundary boundarys boundaries"],
  ["lyric lyrics lyricss"],
  ["pass passes passs"],
])("takes the forms of one word together: %s", (forms) => {
  expect([...new Set(forms.split(" ").map(stem))]).toHaveLength(1);
});

test.each([
  ["address", "add"],
  ["status", "state"],
  ["process", "proceed"],
  ["news", "new"],
  ["comment", "common"],
  ["plane", "plan"],
  ["care", "car"],
  ["state", "stats"],
  ["station", "statement"],
  ["incoming", "income"],
  ["discuss", "discus"],
])("keeps %s and %s apart", (one, other) => {
  expect(stem(one)).not.toBe(stem(other));
});

test("leaves short words and what is no plain word as they are", () => {
  expect(["s3", "sms", "ids2", "日本語"].map(stem)).toEqual(["s3", "sms", "ids2", "日本語"]);
});
