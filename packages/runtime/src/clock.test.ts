import { expect, it } from "vitest";
import { createClock } from "./clock.ts";

it("tells the time of day, and never an earlier one than before", () => {
  const now = createClock();
  let last = now();
  expect(Math.abs(last - Date.now())).toBeLessThan(60_000);
  for (let round = 0; round < 1_000; round += 1) {
    const next = now();
    expect(next).toBeGreaterThanOrEqual(last);
    last = next;
  }
});
