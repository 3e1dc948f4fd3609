import { expect, test } from "vitest";
import { CallIds } from "./call-ids.ts";

test("an id can be claimed once", () => {
  const ids = new CallIds();
  expect(ids.claim("a")).toBe(true);
  expect(ids.claim("a")).toBe(false);
});

test("a made-up id can't be claimed afterwards, and none is made that was claimed", () => {
  const ids = new CallIds();
  expect(ids.claim("call-2")).toBe(true);
  expect(ids.make()).toBe("call-1");
  expect(ids.make()).toBe("call-3");
  expect(ids.claim("call-3")).toBe(false);
  expect(ids.claim("call-4")).toBe(true);
});

test("a session that continues another makes other ids", () => {
  const ids = new CallIds(2);
  expect(ids.claim("call-1")).toBe(true);
  expect(ids.make()).toBe("call-2-1");
  expect(ids.claim("call-2-1")).toBe(false);
});
