import { expect, test, vi } from "vitest";
import { CallDeadline } from "./call-deadline.ts";
import { manualTimers } from "./fixtures/manual-timers.ts";

function deadline(idleMs: number, totalMs: number) {
  const timers = manualTimers();
  const onExpire = vi.fn<(which: string) => void>();
  return { timers, onExpire, deadline: new CallDeadline({ idleMs, totalMs, timers, onExpire }) };
}

test("expires without news", () => {
  const { timers, onExpire } = deadline(100, 1_000);
  timers.advance(99);
  expect(onExpire).not.toHaveBeenCalled();
  timers.advance(1);
  expect(onExpire.mock.calls).toEqual([["idle"]]);
});

test("restarts with each news, up to the total time", () => {
  const { timers, onExpire, deadline: it } = deadline(100, 250);
  for (let count = 0; count < 4; count += 1) {
    timers.advance(60);
    it.touch();
  }
  expect(onExpire).not.toHaveBeenCalled();
  timers.advance(10);
  expect(onExpire.mock.calls).toEqual([["total"]]);
});

test("pauses during prompts, also two at once", () => {
  const { timers, onExpire, deadline: it } = deadline(100, 250);
  timers.advance(90);
  const one = it.pause();
  const other = it.pause();
  timers.advance(10_000);
  one();
  one();
  timers.advance(10_000);
  other();
  timers.advance(99);
  expect(onExpire).not.toHaveBeenCalled();
  timers.advance(1);
  expect(onExpire).toHaveBeenCalledTimes(1);
});

test("never expires after a stop", () => {
  const { timers, onExpire, deadline: it } = deadline(100, 250);
  it.stop();
  it.touch();
  timers.advance(1_000);
  expect(onExpire).not.toHaveBeenCalled();
  expect(timers.waiting).toEqual([]);
});
