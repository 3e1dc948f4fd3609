import { expect, test } from "vitest";
import { type Effect, kindOf } from "../effects/effect.ts";
import { createPlace } from "../policy/place.ts";
import type { Grant } from "./grant.ts";
import { createGrantCoverage } from "./grant-coverage.ts";

const place = createPlace(["/ws"], "/home/u");
const coverage = createGrantCoverage(place);

function grant(pattern: string, more: Partial<Grant> = {}): Grant {
  return { id: pattern, pattern, scope: "session", origin: "me", grantedAtMs: 0, ...more };
}

function covering(effect: Effect, ...grants: readonly Grant[]): readonly string[] {
  const call = { tool: "edit_file", agent: "main" };
  return coverage
    .covering(grants, kindOf(effect).target(effect, place), call)
    .map((each) => each.grant.pattern);
}

const write: Effect = { type: "write", path: "/ws/src/a.ts", realPath: "/ws/src/a.ts" };

test("those grants cover an effect that match it exactly", () => {
  const patterns = ["write(src/a.ts)", "write(src/**)", "write(SRC/**)", "read(**)", "write(src)"];
  expect(covering(write, ...patterns.map((pattern) => grant(pattern)))).toEqual([
    "write(src/a.ts)",
    "write(src/**)",
  ]);
});

test("a grant for a tool covers the effects of its calls alone", () => {
  expect(covering(write, grant("tool(edit_file)"), grant("tool(other)"))).toEqual([
    "tool(edit_file)",
  ]);
});

test("a grant of another agent covers nothing", () => {
  expect(covering(write, grant("write(**)", { agent: "other" }))).toEqual([]);
  expect(covering(write, grant("write(**)", { agent: "main" }))).toEqual(["write(**)"]);
});

test("a path that nobody resolved is covered by nothing", () => {
  expect(covering({ type: "write", path: "/ws/src/a.ts" }, grant("write(**)"))).toEqual([]);
});

test("a host is covered for the port that was granted", () => {
  const effect: Effect = { type: "network", host: "x.org", port: 80 };
  expect(covering(effect, grant("network(x.org:443)"), grant("network(x.org)"))).toEqual([
    "network(x.org)",
  ]);
});

test("a grant that can't be read, or needs a home that isn't known, covers nothing", () => {
  expect(covering(write, grant("write("), grant(""), grant("everything(**)"))).toEqual([]);
  const homeless = createGrantCoverage(createPlace(["/ws"]));
  const call = { tool: "t", agent: "a" };
  expect(
    homeless.covering([grant("write(~/**)")], kindOf(write).target(write, place), call),
  ).toEqual([]);
});
