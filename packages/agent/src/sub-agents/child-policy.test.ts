import { createPolicy, type Effect, type Grant, type Policy } from "@toolwright/core";
import { expect, test } from "vitest";
import { policyOf, type Restriction } from "./child-policy.ts";

const places = { roots: ["/w"], home: "/home/me" };

const parentWith = (...rules: NonNullable<Restriction["rules"]>): Policy =>
  createPolicy({
    mode: "accept-edits",
    ...places,
    layers: [{ name: "user", source: "test", rules }],
  });
const parent = parentWith({ allow: "run(npm test)" });
const write: Effect = { type: "write", path: "/w/src/a", realPath: "/w/src/a" };
const network: Effect = { type: "network", host: "example.com", port: 443 };
const run = (program: string, specified = false): Effect => {
  return { type: "run", program, words: [program, "test"], cwd: "/w", specified };
};
const npmTest = run("npm");

const decide = (restriction: Omit<Restriction, "source">, effect: Effect, given = parent) =>
  (policyOf({ ...restriction, source: "a.md" }, () => given, places) ?? given).decide({
    effects: [effect],
    tool: "t",
    agent: "a",
  });
const decisionOf = (...asked: Parameters<typeof decide>) => decide(...asked).decision;

test("asks for nothing when the file restricts nothing", () => {
  expect(policyOf({ source: "a.md" }, () => parent, places)).toBeUndefined();
  expect(policyOf({ source: "a.md", rules: [] }, () => parent, places)).toBeUndefined();
});

test("denies what the file denies and leaves the rest to the parent", () => {
  const rules = [{ deny: "write(src/**)" }];
  expect(decisionOf({ rules }, write)).toBe("deny");
  expect(decisionOf({ rules }, npmTest)).toBe("allow");
});

test("understands the file's rules about the home directory", () => {
  const rules = [{ deny: "read(~/notes/**)" }];
  const effect: Effect = { type: "read", path: "/home/me/notes/a", realPath: "/home/me/notes/a" };
  expect(decisionOf({ rules }, effect)).toBe("deny");
});

test("ignores the file's allow rules and a looser mode", () => {
  expect(decisionOf({ rules: [{ allow: "network(*)" }] }, network)).toBe("ask");
  expect(decisionOf({ mode: "auto" }, network)).toBe("ask");
});

test("takes a stricter mode", () => {
  expect(decide({ mode: "plan" }, write)).toMatchObject({ decision: "deny", mode: "plan" });
});

test("stays in the file's mode when the parent's mode becomes looser, and follows it when it becomes stricter", () => {
  let current = parent;
  const own = policyOf({ source: "a.md", mode: "default" }, () => current, places);
  const question = { effects: [write], tool: "t", agent: "a" };
  expect(own?.decide(question)).toMatchObject({ decision: "ask", mode: "default" });
  current = parent.withMode("auto");
  expect(own?.decide(question)).toMatchObject({ decision: "ask", mode: "default" });
  current = parent.withMode("plan");
  expect(own?.decide(question)).toMatchObject({ decision: "deny", mode: "plan" });
});

test("obeys another mode that is set for the child, but none looser than the file's", () => {
  const own = policyOf(
    { source: "a.md", mode: "default", rules: [{ deny: "delete(**)" }] },
    () => parent,
    places,
  );
  const question = { effects: [write], tool: "t", agent: "a" };
  expect(own?.withMode("plan").decide(question).decision).toBe("deny");
  expect(own?.withMode("auto").decide(question).decision).toBe("ask");
});

test("a grant answers what the file asks, and is named as used", () => {
  const grant: Grant = {
    id: "g",
    pattern: "run(npm test)",
    scope: "session",
    origin: "me",
    grantedAtMs: 0,
    usesLeft: 1,
  };
  const own = policyOf({ source: "a.md", rules: [{ ask: "run(npm *)" }] }, () => parent, places);
  const decision = own?.decide({ effects: [npmTest], tool: "t", agent: "a", grants: [grant] });
  expect(decision).toMatchObject({ decision: "allow", proof: [{ grant: "g" }] });
});
