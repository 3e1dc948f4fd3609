import { describe, expect, it } from "vitest";
import { localTime } from "./local-time.ts";

describe("localTime", () => {
  it.each([
    ["2026-11-22T05:04:03Z", "Asia/Kolkata", "2026-11-22T10:34:03+05:30"],
    ["2026-07-01T22:30:00Z", "Europe/Berlin", "2026-07-02T00:30:00+02:00"],
    ["2026-01-01T00:00:00Z", "America/New_York", "2025-12-31T19:00:00-05:00"],
    ["2026-01-01T00:00:00Z", "UTC", "2026-01-01T00:00:00+00:00"],
  ])("writes %s in %s as %s", (moment, zone, iso) => {
    expect(localTime(new Date(moment), zone)).toEqual({ iso, zone });
    expect(new Date(iso).getTime()).toBe(new Date(moment).getTime());
  });
});
