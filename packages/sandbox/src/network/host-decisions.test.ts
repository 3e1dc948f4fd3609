import type { Decision } from "@toolwright/core";
import { expect, test } from "vitest";
import { HostDecisions } from "./host-decisions.ts";

test("a host is decided once, and anew when the policy says that it may have changed", async () => {
  const answers: Decision[] = ["allow", "deny"];
  const decider = {
    revision: 1,
    decide: () => Promise.resolve(answers.shift() ?? "ask"),
  };
  const decisions = new HostDecisions(decider, new AbortController().signal);
  const isAllowed = async (): Promise<boolean> =>
    (await decisions.decide("a.example", 80)).isAllowed;
  expect([await isAllowed(), await isAllowed()]).toEqual([true, true]);
  decider.revision = 2;
  expect([await isAllowed(), await isAllowed()]).toEqual([false, false]);
  expect(answers).toEqual([]);
});
