import { describe, expect, test } from "vitest";
import type { Grant } from "../approval/grant.ts";
import type { Effect } from "../effects/effect.ts";
import { createPolicy, type PolicyOptions } from "./create-policy.ts";
import type { PolicyDecision, PolicyLayer, PolicyQuestion } from "./policy.ts";
import type { Rule } from "./rule.ts";

type PathType = "read" | "write" | "delete";

function layer(
  name: PolicyLayer["name"],
  rules: readonly Rule[],
  more: Partial<PolicyLayer> = {},
): PolicyLayer {
  return { name, source: `${name}.json`, rules, ...more };
}

function user(...rules: readonly Rule[]): { readonly layers: readonly PolicyLayer[] } {
  return { layers: [layer("user", rules)] };
}

function decide(
  options: Partial<PolicyOptions>,
  effects: Effect | readonly Effect[],
  question: Partial<PolicyQuestion> = {},
): PolicyDecision {
  const policy = createPolicy({
    layers: [],
    mode: "default",
    roots: ["/ws"],
    home: "/h",
    ...options,
  });
  const list = "type" in effects ? [effects] : effects;
  return policy.decide({ effects: list, tool: "t", agent: "main", ...question });
}

function at(type: PathType, path: string, more: object = {}): Effect {
  return { type, path: `/ws/${path}`, realPath: `/ws/${path}`, ...more };
}

function link(type: PathType, path: string, realPath: string): Effect {
  return { type, path: `/ws/${path}`, realPath: `/ws/${realPath}` };
}

function run(...words: readonly string[]): Effect {
  return { type: "run", program: words[0] ?? "", words, cwd: "/ws", specified: false };
}

function grant(pattern: string, more: Partial<Grant> = {}): Grant {
  return { id: "g1", pattern, scope: "session", origin: "terminal", grantedAtMs: 0, ...more };
}

describe("rules", () => {
  test("deny comes before ask before allow, whatever the layer", () => {
    const deny: Rule = { deny: "write(src/a.ts)" };
    const ask: Rule = { ask: "write(src/*)" };
    const allow: Rule = { allow: "write(**)" };
    const names = ["administrator", "user", "project"] as const;
    for (const first of names) {
      for (const second of names) {
        const layers = [layer(first, [allow], { isTrusted: true }), layer(second, [ask])];
        expect(decide({ layers }, at("write", "src/a.ts")).decision).toBe("ask");
        expect(decide({ layers }, at("write", "lib/a.ts")).decision).toBe("allow");
        const all = [...layers, layer(second, [deny])];
        expect(decide({ layers: all }, at("write", "src/a.ts")).decision).toBe("deny");
      }
    }
  });

  test("an allow lifts the mode's ask, and an ask or deny tightens the mode's allow", () => {
    expect(decide(user({ allow: "run(npm test *)" }), run("npm", "test", "-u")).decision).toBe(
      "allow",
    );
    expect(decide(user({ ask: "read(docs/**)" }), at("read", "docs/a.md")).decision).toBe("ask");
    expect(decide(user({ deny: "read(docs/**)" }), at("read", "docs/a.md")).decision).toBe("deny");
  });

  test("an exception leaves the narrow case to the rest of the policy", () => {
    const rules = user({ deny: "write(**)", except: ["write(tmp/**)"] });
    expect(decide(rules, at("write", "a")).decision).toBe("deny");
    expect(decide(rules, at("write", "tmp/a")).decision).toBe("ask");
    // Exceptions of what tightens are exact: this is another name.
    expect(decide(rules, at("write", "TMP/a")).decision).toBe("deny");
    const allow = user({ allow: "write(**)", except: ["write(keep/**)"] });
    expect(decide(allow, at("write", "a")).decision).toBe("allow");
    // Exceptions of what loosens are wide.
    expect(decide(allow, at("write", "KEEP/a")).decision).toBe("ask");
    expect(decide(allow, link("write", "a", "keep/a")).decision).toBe("ask");
    expect(decide(allow, link("write", "keep/a", "a")).decision).toBe("ask");
  });

  test("a link meets the rules of its name and of its target; only the target can be allowed", () => {
    const deny = user({ deny: "read(secret/**)" });
    expect(decide(deny, link("read", "a", "secret/k")).decision).toBe("deny");
    expect(decide(deny, link("read", "secret/k", "a")).decision).toBe("deny");
    const except = user({ deny: "read(secret/**)", except: ["read(secret/open/**)"] });
    expect(decide(except, link("read", "secret/open/x", "secret/k")).decision).toBe("deny");
    expect(decide(except, link("read", "x", "secret/open/x")).decision).toBe("allow");
    const allow = user({ allow: "write(out/**)" });
    expect(decide(allow, link("write", "a", "out/x")).decision).toBe("allow");
    expect(decide(allow, link("write", "out/x", "a")).decision).toBe("ask");
  });

  test("a rule of one agent holds for no other", () => {
    const rules = user(
      { deny: "write(**)", agent: "reviewer" },
      { allow: "write(**)", agent: "main" },
    );
    const write = at("write", "a");
    expect(decide(rules, write, { agent: "reviewer" }).decision).toBe("deny");
    expect(decide(rules, write, { agent: "main" }).decision).toBe("allow");
    expect(decide(rules, write, { agent: "writer" }).decision).toBe("ask");
  });

  test("a project that isn't trusted only tightens", () => {
    const rules: readonly Rule[] = [
      { allow: "write(**)" },
      { allow: "tool(*)" },
      { ask: "read(a)" },
      { deny: "read(b)" },
    ];
    const untrusted = { layers: [layer("project", rules)] };
    expect(decide(untrusted, at("write", "x")).decision).toBe("ask");
    expect(decide(untrusted, at("read", "a")).decision).toBe("ask");
    expect(decide(untrusted, at("read", "b")).decision).toBe("deny");
    const trusted = { layers: [layer("project", rules, { isTrusted: true })] };
    expect(decide(trusted, at("write", "x")).decision).toBe("allow");
    const distrusted = { layers: [layer("user", rules, { isTrusted: false })] };
    expect(decide(distrusted, at("write", "x")).decision).toBe("ask");
  });

  test("a run rule settles the run alone", () => {
    const rules = user({ allow: "run(cat *)" }, { deny: "read(secret)" });
    const effects = [run("cat", "secret"), at("read", "secret")];
    const { decision, proof } = decide(rules, effects);
    expect(decision).toBe("deny");
    expect(proof.map((step) => step.decision)).toEqual(["allow", "deny"]);
  });

  test("a specified run goes by its other effects, unless a run rule speaks of it", () => {
    const cat: Effect = { ...run("cat", "a"), specified: true } as Effect;
    expect(decide({ mode: "plan" }, [cat, at("read", "a")]).decision).toBe("allow");
    expect(decide(user({ ask: "run(cat *)" }), cat).decision).toBe("ask");
    expect(decide(user({ deny: "run(cat *)" }), cat).decision).toBe("deny");
    expect(decide({}, [cat, at("read", ".env")]).decision).toBe("ask");
  });

  test("what several rules say is told by the same rule in every order", () => {
    const rules: readonly Rule[] = [
      { deny: "write(b*)" },
      { deny: "write(**)" },
      { deny: "write(ba*)" },
    ];
    const proofs = [rules, rules.toReversed()].map(
      (list) => decide(user(...list), at("write", "bar")).proof,
    );
    expect(proofs[0]).toEqual(proofs[1]);
    expect(proofs[0]?.[0]).toMatchObject({ layer: "user", rule: "deny write(**)" });
  });
});

describe("what lies below", () => {
  const below = { recursive: true };

  test("of a recursive read meets deny and ask rules", () => {
    // Outside the protected classes' reach: leaving them out is told apart below.
    for (const pattern of ["a/b/c.txt", "a/**", "a/b/**", "a/*/c", "**/c.txt", "a/b"]) {
      const denied = decide(user({ deny: `read(${pattern})` }), at("read", "a/b", below));
      expect(denied.decision).toBe("deny");
    }
    for (const pattern of ["a/c/**", "a/bc", "b/**", "a/*", "c"]) {
      const step = decide(user({ deny: `read(${pattern})` }), at("read", "a/b/d", below)).proof[0];
      expect(step?.layer).toBe("protected");
    }
  });

  test("is spared by an exception only when it covers all of it", () => {
    const rules = user({ deny: "read(a/**)", except: ["read(a/open/**)", "read(a/x)"] });
    expect(decide(rules, at("read", "a/open", below)).decision).toBe("ask");
    expect(decide(rules, at("read", "a/x", below)).decision).toBe("deny");
    expect(decide(rules, at("read", "a", below)).decision).toBe("deny");
  });

  test("is not in question when the tool leaves out what it may not read", () => {
    const leavesOut = { recursive: true, leavesOutProtected: true };
    const rules = user({ deny: "read(a/secret/**)" }, { ask: "read(**/*.key)" });
    expect(decide(rules, at("read", "a", leavesOut)).decision).toBe("allow");
    expect(decide(rules, at("read", "a/secret", leavesOut)).decision).toBe("deny");
    expect(decide(rules, at("read", "a/secret/b", leavesOut)).decision).toBe("deny");
  });

  test("of a delete meets deny and ask rules, unless it is known to be no directory", () => {
    const auto = {
      mode: "auto",
      ...user({ deny: "delete(**/*.lock)" }, { ask: "delete(a/b)" }),
    } as const;
    expect(decide(auto, at("delete", "x")).decision).toBe("deny");
    expect(decide(auto, at("delete", "x", { isDirectory: true })).decision).toBe("deny");
    expect(decide(auto, at("delete", "x", { isDirectory: false })).decision).toBe("allow");
    expect(decide(auto, at("delete", "a", { isDirectory: false })).decision).toBe("allow");
    const anchored = { mode: "auto", ...user({ deny: "delete(a/b/c)" }) } as const;
    expect(decide(anchored, at("delete", "a")).decision).toBe("deny");
    expect(decide(anchored, at("delete", "b")).decision).toBe("allow");
  });

  test("of a recursive write meets deny and ask rules, and is allowed only with all of it", () => {
    const auto = (...rules: readonly Rule[]): Partial<PolicyOptions> => ({
      mode: "auto",
      ...user(...rules),
    });
    const denied = auto({ deny: "write(a/b/c.txt)" });
    expect(decide(denied, at("write", "a")).decision).toBe("allow");
    expect(decide(denied, at("write", "a", below)).decision).toBe("deny");
    expect(decide(denied, at("write", "x", below)).decision).toBe("ask");
    expect(decide(user({ allow: "write(a)" }), at("write", "a", below)).decision).toBe("ask");
    const named = user({ allow: "write(a/**)" });
    const step = decide(named, at("write", "a", below)).proof[0];
    expect(step).toMatchObject({ decision: "ask", layer: "protected" });
    expect(step?.rule).toContain("that may contain secrets");
    expect(decide(named, at("write", "a/b")).decision).toBe("allow");
  });

  test("of a delete is allowed with what is deleted", () => {
    const rules = user({ allow: "delete(build)" });
    expect(decide(rules, at("delete", "build")).decision).toBe("allow");
    const except = user({ allow: "delete(build)", except: ["delete(build/keep/**)"] });
    expect(decide(except, at("delete", "build")).decision).toBe("ask");
  });

  test("of a recursive read outside is allowed only by a pattern that covers it", () => {
    const options = (allow: string): Partial<PolicyOptions> => user({ allow, protected: true });
    const read: Effect = { type: "read", path: "/d/x", realPath: "/d/x", recursive: true };
    // Secrets may lie below, which no pattern for the folder names.
    expect(decide(options("read(/d/**)"), read).decision).toBe("ask");
    expect(decide(options("read(/d/x)"), read).decision).toBe("ask");
    const leaving: Effect = { ...read, leavesOutProtected: true };
    expect(decide(options("read(/d/**)"), leaving).decision).toBe("allow");
    const keys: Effect = { ...read, path: "/h/.ssh", realPath: "/h/.ssh" };
    expect(decide(options("read(~/.ssh/**)"), keys).decision).toBe("allow");
    expect(decide(options("read(~/.ssh)"), keys).decision).toBe("ask");
  });
});

describe("tool rules", () => {
  test("stand for every effect of the tool's calls", () => {
    const effects = [at("read", "a"), run("x"), { type: "unknown", reason: "y" } as const];
    const denied = decide(user({ deny: "tool(T)" }), effects);
    expect(denied.proof.map(({ decision }) => decision)).toEqual(["deny", "deny", "deny"]);
    expect(decide(user({ allow: "tool(t)" }), effects).decision).toBe("allow");
    expect(decide(user({ allow: "tool(T)" }), effects).decision).toBe("ask");
    expect(decide(user({ allow: "tool(t)" }), [at("read", ".env")]).decision).toBe("ask");
    expect(decide(user({ allow: "tool(t)" }), effects, { tool: "other" }).decision).toBe("ask");
  });

  test("leave alone what they except", () => {
    const rules = user({ deny: "tool(t)", except: ["read(docs/**)"] });
    expect(decide(rules, at("read", "docs/a")).decision).toBe("allow");
    expect(decide(rules, at("read", "src/a")).decision).toBe("deny");
    const allow = user({ allow: "tool(t)", except: ["run(git push *)"] });
    expect(decide(allow, run("git", "status")).decision).toBe("allow");
    expect(decide(allow, run("git", "push")).decision).toBe("ask");
  });

  test("stop a call without effects, with a step for the call itself", () => {
    const denied = decide(user({ deny: "tool(t)" }), []);
    expect(denied).toEqual({
      decision: "deny",
      mode: "default",
      proof: [
        {
          effect: { type: "unknown", reason: "the call itself", isCall: true },
          decision: "deny",
          layer: "user",
          rule: "deny tool(t)",
          source: "user.json",
          wouldChange: 'remove the rule "deny tool(t)" from user.json',
        },
      ],
    });
    const asked = user({ ask: "tool(t)" });
    expect(decide(asked, []).decision).toBe("ask");
    expect(decide(asked, [], { grants: [grant("tool(t)")] }).decision).toBe("allow");
    expect(decide(asked, [], { grants: [grant("unknown(*)")] }).decision).toBe("ask");
    const always = user({ ask: "tool(t)", always: true });
    expect(decide(always, [], { grants: [grant("tool(t)")] }).decision).toBe("ask");
    expect(decide(asked, [], { tool: "other" }).decision).toBe("allow");
    expect(decide(user({ allow: "tool(t)" }), []).proof).toEqual([]);
  });
});

describe("grants", () => {
  const write = at("write", "src/a.ts");

  test("turn an ask of the mode or of a rule into an allow", () => {
    const grants = [grant("write(src/**)")];
    expect(decide({}, write, { grants })).toMatchObject({
      decision: "allow",
      proof: [
        {
          layer: "grant",
          rule: "grant write(src/**)",
          source: "terminal",
          wouldChange: "revoke the grant g1",
        },
      ],
    });
    expect(decide(user({ ask: "write(**)" }), write, { grants }).decision).toBe("allow");
    expect(decide({}, at("write", "lib/a.ts"), { grants }).decision).toBe("ask");
    expect(decide({}, write, { grants: [grant("tool(t)")] }).decision).toBe("allow");
  });

  test("never turn a deny, a built-in denial or plan mode", () => {
    const grants = [grant("write(**)"), grant("run(*)"), grant("tool(t)")];
    expect(decide(user({ deny: "write(**)" }), write, { grants }).decision).toBe("deny");
    expect(decide({}, run("sudo", "ls"), { grants }).decision).toBe("deny");
    expect(decide({ mode: "plan" }, write, { grants }).decision).toBe("deny");
  });

  test("don't answer an ask that says always", () => {
    const grants = [grant("write(**)")];
    const rules = user({ ask: "write(src/**)", always: true }, { ask: "write(**)" });
    const { decision, proof } = decide(rules, write, { grants });
    expect(decision).toBe("ask");
    expect(proof[0]).toMatchObject({ rule: "ask write(src/**)", always: true });
    expect(proof[0]?.wouldChange).toBe(
      '--yes (each time, because the rule says "always"), or remove the rule "ask write(src/**)" from user.json',
    );
    const other = decide(rules, at("write", "lib/a"), { grants }).proof[0];
    expect(other).toMatchObject({ decision: "allow" });
    expect(other).not.toHaveProperty("always");
  });

  test("hold for their agent, exactly and against what is really touched", () => {
    const mine = [grant("write(src/**)", { agent: "main" })];
    expect(decide({}, write, { grants: mine }).decision).toBe("allow");
    expect(decide({}, write, { grants: mine, agent: "reviewer" }).decision).toBe("ask");
    expect(decide({}, at("write", "SRC/a.ts"), { grants: mine }).decision).toBe("ask");
    expect(decide({}, link("write", "src/a", "lib/a"), { grants: mine }).decision).toBe("ask");
    expect(decide({}, link("write", "lib/a", "src/a"), { grants: mine }).decision).toBe("allow");
  });

  test("that can't be read cover nothing and break nothing", () => {
    const grants = [grant("wirte(**)"), grant(""), grant("read(~/x)")];
    expect(decide({}, write, { grants }).decision).toBe("ask");
  });
});

describe("the proof", () => {
  test("has one step an effect, in their order, and the strictest decides", () => {
    const effects = [at("read", "a"), at("write", "b"), at("read", "c"), run("sudo", "x")];
    const rules = user({ deny: "read(c)" });
    const { decision, proof } = decide(rules, effects);
    expect(decision).toBe("deny");
    expect(proof.map((step) => step.effect)).toEqual(effects);
    expect(proof.map((step) => [step.decision, step.layer])).toEqual([
      ["allow", "mode"],
      ["ask", "mode"],
      ["deny", "user"],
      ["deny", "built-in"],
    ]);
  });

  test("names the rule as written, its file, and how to change it", () => {
    const { proof } = decide(user({ deny: "write(**)" }), at("write", "a"));
    expect(proof).toEqual([
      {
        effect: at("write", "a"),
        decision: "deny",
        layer: "user",
        rule: "deny write(**)",
        source: "user.json",
        wouldChange: 'remove the rule "deny write(**)" from user.json',
      },
    ]);
  });

  test("proposes the absolute path when there are several roots", () => {
    const write: Effect = { type: "write", path: "/b/x[1].ts", realPath: "/b/x[1].ts" };
    const { proof } = decide({ roots: ["/a", "/b"] }, write);
    expect(proof[0]?.wouldChange).toContain('{ "allow": "write(/b/x\\\\[1\\\\].ts)" }');
  });
});

test("what denies or asks for an agent does so for those that it started; what allows is its own", () => {
  const policy = createPolicy({
    mode: "default",
    roots: ["/w"],
    layers: [
      {
        name: "user",
        source: "test",
        rules: [
          { deny: "delete(**)", agent: "main" },
          { ask: "tool(t)", agent: "one" },
          { allow: "write(**)", agent: "main" },
        ],
      },
    ],
  });
  const decide = (type: "delete" | "write" | "read", agent: string, ...ancestors: string[]) => {
    const effects = [{ type, path: "/w/a", realPath: "/w/a" }] as const;
    return policy.decide({ effects, tool: "t", agent, ancestors }).decision;
  };
  expect(decide("delete", "other")).toBe("ask");
  expect(decide("delete", "two", "main", "one")).toBe("deny");
  expect(decide("read", "two", "main")).toBe("allow");
  expect(decide("read", "two", "main", "one")).toBe("ask");
  expect(decide("write", "main")).toBe("allow");
  expect(decide("write", "two", "main")).toBe("ask");
});
