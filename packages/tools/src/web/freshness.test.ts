import { expect, it } from "vitest";
import { freshUntil } from "./freshness.ts";

const now = Date.parse("Wed, 01 Apr 2026 12:00:00 GMT");

it.each([
  ["how long it holds", { "cache-control": "public, max-age=60" }, now + 60_000],
  ["a quoted time", { "cache-control": 'Max-Age="60"' }, now + 60_000],
  ["its age", { "cache-control": "max-age=60", age: "20" }, now + 40_000],
  [
    "when it ends",
    { date: "Wed, 01 Apr 2026 11:59:00 GMT", expires: "Wed, 01 Apr 2026 12:09:00 GMT" },
    now + 600_000,
  ],
  [
    "both, of which the age counts",
    {
      "cache-control": "max-age=60",
      date: "Wed, 01 Apr 2026 12:00:00 GMT",
      expires: "Wed, 01 Apr 2026 13:00:00 GMT",
    },
    now + 60_000,
  ],
  ["only a mark to ask with", { etag: '"a"' }, 0],
  ["only when it changed", { "last-modified": "Wed, 01 Apr 2026 11:00:00 GMT" }, 0],
  ["to ask each time", { "cache-control": "no-cache, max-age=60", etag: '"a"' }, 0],
  ["that it is too old", { "cache-control": "max-age=60", age: "80", etag: '"a"' }, 0],
  ["nothing", {}, null],
  ["not to store it", { "cache-control": "no-store, max-age=60", etag: '"a"' }, null],
  ["that it varies by anything", { "cache-control": "max-age=60", vary: "Accept, *" }, null],
  ["nonsense", { "cache-control": "max-age=soon", expires: "0", date: "today" }, null],
  ["a negative time", { "cache-control": "max-age=-5" }, null],
  ["a wrong age", { "cache-control": "max-age=60", age: "old" }, now + 60_000],
])("a response that says %s", (_, headers, until) => {
  expect(freshUntil(headers, now)).toBe(until);
});
