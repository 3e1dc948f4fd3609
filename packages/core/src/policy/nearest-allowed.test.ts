import { describe, expect, test } from "vitest";
import type { Grant } from "../approval/grant.ts";
import type { Effect } from "../effects/effect.ts";
import { createChildPolicy } from "./child-policy.ts";
import { createPolicy, type PolicyOptions } from "./create-policy.ts";
import type { Policy } from "./policy.ts";
import type { Rule } from "./rule.ts";

function policyOf(rules: readonly Rule[], more: Partial<PolicyOptions> = {}): Policy {
  return createPolicy({
    mode: "default",
    roots: ["/ws"],
    home: "/home/u",
    layers: [{ name: "user", source: "test", rules }],
    ...more,
  });
}

function nearest(policy: Policy, effect: Effect, grants: readonly Grant[] = []): unknown {
  return policy.nearestAllowed?.(effect, { tool: "t", agent: "main", grants, nowMs: 10 });
}

const write = (path: string): Effect => ({ type: "write", path, realPath: path });

function run(...words: readonly string[]): Effect {
  return { type: "run", program: words[0] ?? "", words, cwd: "/ws", specified: false };
}

describe("what is allowed and comes nearest", () => {
  test("are rules of the same kind, those with the most in common first", () => {
    const policy = policyOf([
      { allow: "write(docs/**)" },
      { allow: "write(src/lib/**)" },
      { allow: "read(src/**)" },
      { deny: "write(src/lib/generated/**)" },
    ]);
    expect(nearest(policy, write("/ws/src/lib/generated/a.ts"))).toEqual([
      // It matches the denied path itself, and is no way around.
      "write(docs/**)",
    ]);
    expect(nearest(policy, write("/ws/src/other.ts"))).toEqual([
      "write(src/lib/**)",
      "write(docs/**)",
    ]);
  });

  test("are outside the workspace only for what is outside itself", () => {
    const policy = policyOf([
      { allow: "read(/srv/notes/**)", protected: true },
      { deny: "read(a)" },
    ]);
    const read = (path: string): Effect => ({ type: "read", path, realPath: path });
    expect(nearest(policy, read("/ws/a"))).toEqual(["reading inside the workspace"]);
    expect(nearest(policy, read("/srv/other"))).toEqual([
      "read(/srv/notes/**)",
      "reading inside the workspace",
    ]);
  });

  test("are of a command those of the same program", () => {
    const policy = policyOf([{ allow: "run(npm test *)" }, { allow: "run(git status)" }]);
    expect(nearest(policy, run("npm", "publish"))).toEqual(["run(npm test *)"]);
    expect(nearest(policy, run("curl", "x"))).toEqual([]);
  });

  test("are no rules that another rule, a protection or plan mode overrides", () => {
    const rules: readonly Rule[] = [
      { allow: "write(a/**)" },
      { deny: "write(a/**)" },
      { allow: "write(/etc/**)" },
      { allow: "write(.git/**)" },
    ];
    expect(nearest(policyOf(rules), write("/ws/b"))).toEqual([]);
    const plan = policyOf([{ allow: "write(a/**)" }], { mode: "plan" });
    expect(nearest(plan, write("/ws/b"))).toEqual(["reading inside the workspace"]);
  });

  test("are live grants of the agent, too", () => {
    const grant = (pattern: string, more: Partial<Grant> = {}): Grant => ({
      id: pattern,
      pattern,
      scope: "session",
      origin: "me",
      grantedAtMs: 0,
      ...more,
    });
    const grants = [
      grant("network(a.example)"),
      grant("network(old.example)", { expiresAtMs: 10 }),
      grant("network(other.example)", { agent: "other" }),
    ];
    const effect: Effect = { type: "network", host: "b.example", port: 443 };
    expect(nearest(policyOf([]), effect, grants)).toEqual(["network(a.example)"]);
  });

  test("are what the mode lets through, for what is outside", () => {
    const policy = policyOf([], { mode: "accept-edits" });
    expect(nearest(policy, write("/etc/hosts"))).toEqual(["writing inside the workspace"]);
  });

  test("are of a child what its parent allows as well", () => {
    const own = policyOf([{ allow: "write(a/**)" }, { allow: "write(b/**)" }]);
    const parent = policyOf([{ allow: "write(b/**)" }]);
    expect(
      nearest(
        createChildPolicy(() => parent, own),
        write("/ws/c"),
      ),
    ).toEqual(["write(b/**)"]);
  });
});
