import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Effect, type PathEffect, read, deletion, unknown, write } from "../effects/effect.ts";
import { createChildPolicy } from "./child-policy.ts";
import { createPolicy } from "./create-policy.ts";
import { type Decision, modes, type Policy } from "./policy.ts";
import type { Rule } from "./rule.ts";

const strictness: Record<Decision, number> = { allow: 0, ask: 1, deny: 2 };
const place = (effect: PathEffect): Effect => ({ ...effect, realPath: effect.path });
const effects: readonly Effect[] = [
  place(read("/w/a")),
  place(read("/w/.env")),
  place(write("/w/src/b")),
  place(deletion("/w/src/c")),
  unknown("?"),
  { type: "agent", agent: "x" },
];
const patterns = ["read(**)", "write(src/**)", "delete(**)", "tool(t)", "read(.env)", "unknown(*)"];
const rule: fc.Arbitrary<Rule> = fc
  .tuple(fc.constantFrom("allow", "ask", "deny"), fc.constantFrom(...patterns))
  .map(([kind, pattern]) => ({ [kind]: pattern }));
const policy: fc.Arbitrary<Policy> = fc
  .tuple(fc.constantFrom(...modes), fc.array(rule, { maxLength: 5 }))
  .map(([mode, rules]) =>
    createPolicy({ mode, roots: ["/w"], layers: [{ name: "user", source: "test", rules }] }),
  );

describe("a child's policy", () => {
  test("is never looser than its parent's or its own, for any effect or none", () => {
    fc.assert(
      fc.property(policy, policy, fc.subarray([...effects]), (parent, own, asked) => {
        const question = { effects: asked, tool: "t", agent: "child" };
        const decision = createChildPolicy(() => parent, own).decide(question);
        for (const one of [parent, own]) {
          const alone = one.decide(question);
          expect(strictness[decision.decision]).toBeGreaterThanOrEqual(strictness[alone.decision]);
          alone.proof.forEach((step, index) => {
            const ours = decision.proof[index];
            expect(strictness[ours?.decision ?? "allow"]).toBeGreaterThanOrEqual(
              strictness[step.decision],
            );
          });
        }
      }),
    );
  });

  test("asks for a call without effects when only its own rule does", () => {
    const parent = createPolicy({ mode: "default", roots: ["/w"], layers: [] });
    const own = createPolicy({
      mode: "default",
      roots: ["/w"],
      layers: [{ name: "user", source: "test", rules: [{ ask: "tool(t)" }] }],
    });
    const decision = createChildPolicy(() => parent, own).decide({
      effects: [],
      tool: "t",
      agent: "child",
    });
    expect(decision).toMatchObject({ decision: "ask", proof: [{ decision: "ask" }] });
  });
});
