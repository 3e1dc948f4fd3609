import { expect, test } from "vitest";
import type { Problem } from "../ports/language-servers.ts";
import { problemsBeyond } from "./new-problems.ts";

const problem = (
  message: string,
  line: number,
  severity: Problem["severity"] = "error",
): Problem => ({
  path: "/w/a.ts",
  line,
  column: 1,
  severity,
  message,
  source: "",
});

test("problems that moved to another line are not new, one more of the same is", () => {
  const before = [problem("a", 1), problem("b", 2)];
  const after = [problem("a", 5), problem("b", 6), problem("b", 9), problem("c", 7)];
  expect(problemsBeyond(before, after)).toEqual([problem("b", 9), problem("c", 7)]);
});

test("information is no problem, and a warning that became an error is a new one", () => {
  const before = [problem("a", 1, "warning")];
  expect(problemsBeyond(before, [problem("a", 1), problem("x", 2, "information")])).toEqual([
    problem("a", 1),
  ]);
});
