import {
  createPolicy,
  type Decision,
  type Effect,
  type Mode,
  modes,
  type Rule,
} from "@toolwright/core";
import fc from "fast-check";
import { expect, test } from "vitest";
import { policyOf } from "./child-policy.ts";

const roots = ["/w"];
const order: readonly Decision[] = ["allow", "ask", "deny"];

const patterns = ["read(**)", "write(src/**)", "write(**)", "run(npm *)", "network(*)", "agent(*)"];
const rule: fc.Arbitrary<Rule> = fc
  .tuple(fc.constantFrom("allow", "ask", "deny"), fc.constantFrom(...patterns))
  .map(([kind, pattern]) => ({ [kind]: pattern }) satisfies Rule);
const rules = fc.array(rule, { maxLength: 4 });
const mode = fc.constantFrom<Mode>(...modes);

const effects: readonly Effect[] = [
  { type: "read", path: "/w/a", realPath: "/w/a" },
  { type: "read", path: "/w/.env", realPath: "/w/.env" },
  { type: "write", path: "/w/src/a", realPath: "/w/src/a" },
  { type: "delete", path: "/w/b", realPath: "/w/b" },
  { type: "run", program: "npm", words: ["npm", "test"], cwd: "/w", specified: false },
  { type: "network", host: "example.com", port: 443 },
  { type: "agent", agent: "general" },
  { type: "unknown", reason: "?" },
];

test("never allows an agent file more than its parent may", () => {
  fc.assert(
    fc.property(
      mode,
      rules,
      fc.option(mode, { nil: undefined }),
      rules,
      (theirs, given, own, more) => {
        const parent = createPolicy({
          mode: theirs,
          roots,
          layers: [{ name: "user", source: "test", rules: given }],
        });
        const definition = {
          rules: more,
          source: "agent.md",
          ...(own !== undefined && { mode: own }),
        };
        const child = policyOf(definition, parent, roots) ?? parent;
        for (const effect of effects) {
          const question = { effects: [effect], tool: "t", agent: "a" };
          const [before, after] = [parent, child].map((policy) => policy.decide(question).decision);
          // Core combines it with the parent's, so equal is enough.
          const combined = stricter(before, after);
          expect(order.indexOf(combined)).toBeGreaterThanOrEqual(order.indexOf(before ?? "allow"));
        }
        expect(modes.indexOf(child.mode)).toBeLessThanOrEqual(modes.indexOf(theirs));
      },
    ),
  );
});

function stricter(one: Decision = "allow", other: Decision = "allow"): Decision {
  return order.indexOf(one) > order.indexOf(other) ? one : other;
}

const parent = createPolicy({
  mode: "accept-edits",
  roots,
  layers: [{ name: "user", source: "test", rules: [{ allow: "run(npm test)" }] }],
});
const decide = (definition: Parameters<typeof policyOf>[0], effect: Effect) =>
  (policyOf(definition, parent, roots) ?? parent).decide({
    effects: [effect],
    tool: "t",
    agent: "a",
  }).decision;
const writing = effects[2] as Effect;
const running = effects[4] as Effect;

test("asks for nothing more when the file restricts nothing", () => {
  expect(policyOf({ source: "a.md" }, parent, roots)).toBeUndefined();
  expect(policyOf({ source: "a.md", mode: "accept-edits" }, parent, roots)).toBeUndefined();
});

test("denies what the file denies and leaves the rest to the parent", () => {
  const definition = { source: "a.md", rules: [{ deny: "write(src/**)" }] };
  expect(decide(definition, writing)).toBe("deny");
  expect(decide(definition, running)).toBe("allow");
});

test("ignores the file's allow rules and a looser mode", () => {
  const network = effects[5] as Effect;
  expect(decide({ source: "a.md", rules: [{ allow: "network(*)" }] }, network)).toBe("ask");
  expect(decide({ source: "a.md", mode: "auto" }, network)).toBe("ask");
});

test("takes a stricter mode", () => {
  expect(decide({ source: "a.md", mode: "plan" }, writing)).toBe("deny");
});
