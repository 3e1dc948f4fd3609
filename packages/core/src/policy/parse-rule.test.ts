import { describe, expect, test } from "vitest";
import { ConfigurationError } from "../errors.ts";
import { createPolicy } from "./create-policy.ts";
import { parseRule } from "./parse-rule.ts";
import type { PolicyLayer } from "./policy.ts";
import type { Rule } from "./rule.ts";

function messageOf(make: () => unknown): string {
  try {
    make();
  } catch (error) {
    if (ConfigurationError.isInstance(error) && error.code === "policy-invalid") {
      return error.message;
    }
    throw error;
  }
  throw new Error("Nothing was wrong.");
}

describe("a rule from settings", () => {
  test("is taken as it is", () => {
    const rule = {
      ask: "run(git push *)",
      except: ["run(git push --dry-run *)"],
      agent: "reviewer",
      always: true,
      match: ["run(git push origin main)"],
      notMatch: ["run(git pull)"],
    };
    expect(parseRule(rule, "settings.json, rule 1")).toEqual(rule);
    const lift = { allow: "read(.env.test)", protected: true };
    expect(parseRule(lift, "settings.json, rule 2")).toEqual(lift);
  });

  test.each([
    [null, "A rule must be an object"],
    ["deny write(**)", "A rule must be an object"],
    [[], "A rule must be an object"],
    [{}, "this one has none"],
    [{ except: [] }, "this one has none"],
    [{ allow: "read(a)", deny: "read(a)" }, "this one has deny and allow"],
    [{ deny: 5 }, '"deny" must be a text'],
    [{ deny: "" }, '"deny" must be a text'],
    [{ deny: "write(**", match: [] }, "The last ')' is missing"],
    [{ dney: "write(**)" }, 'Unknown field "dney". Did you mean "deny"?'],
    [{ deny: "write(**)", agents: "x" }, 'Did you mean "agent"?'],
    [{ deny: "write(**)", agent: 1 }, '"agent" must be a text'],
    [{ deny: "write(**)", except: "write(a)" }, '"except" must be a list of patterns'],
    [{ deny: "write(**)", except: [1] }, '"except" must be a list of patterns'],
    [{ deny: "write(**)", except: ["read(a)"] }, "must be a write(…) pattern"],
    [{ deny: "write(**)", except: ["write(a"] }, "The last ')' is missing"],
    [{ deny: "write(**)", match: "write(a)" }, '"match" must be a list of patterns'],
    [{ deny: "write(**)", always: true }, "this rule is a deny"],
    [{ ask: "write(**)", always: "yes" }, '"always" must be true or false'],
    [{ ask: "write(**)", protected: true }, '"protected" is only for allow rules'],
    [{ allow: "network(*)", when: ["web"] }, '"when" is only for ask and deny rules'],
    [{ ask: "network(*)", when: [] }, '"when" must name a label'],
    [{ ask: "network(*)", when: "web" }, '"when" must be a list'],
    [{ ask: "network(*)", when: ["webb"] }, 'the unknown label "webb". Labels: workspace, secret'],
    [{ ask: "network(*)", when: ["mcp:"] }, 'the unknown label "mcp:"'],
    [{ allow: "run(*)", protected: true }, '"protected" is only for patterns'],
    [{ allow: "tool(x)", protected: true }, '"protected" is only for patterns'],
  ])("%j is refused: %s", (rule, message) => {
    const found = messageOf(() => parseRule(rule, "settings.json, rule 3"));
    expect(found).toContain(message);
    expect(found.startsWith("settings.json, rule 3: ")).toBe(true);
  });
});

describe("a rule's own examples", () => {
  function load(rule: Rule, more: Partial<PolicyLayer> = {}): unknown {
    const rules = [{ ask: "read(x)" }, rule];
    const layer: PolicyLayer = { name: "user", source: "settings.json", rules, ...more };
    return createPolicy({ layers: [layer], mode: "default", roots: ["/ws"], home: "/home/u" });
  }

  test.each<Rule>([
    { deny: "write(src/**)", match: ["write(src/a.ts)", "write(src)", "write(SRC/a.ts)"] },
    { deny: "write(src/**)", notMatch: ["write(srcs/a)", "read(src/a)"] },
    { allow: "write(src/**)", notMatch: ["write(SRC/a.ts)"] },
    { allow: "read(~/notes/**)", match: ["read(~/notes/a)", "read(/home/u/notes/a)"] },
    { allow: "read(app/\\[id\\]/*)", match: ["read(app/\\[id\\]/page.tsx)"] },
    { allow: "run(npm test *)", match: ["run(npm test --watch)", "run(npm test)"] },
    { allow: "run(ls *)", match: ["run(ls '*.ts')"], notMatch: ["run(lsof)"] },
    { deny: "network(*.x.org:443)", match: ["network(a.x.org:443)", "network(a.x.org)"] },
    { deny: "network(*.x.org:443)", notMatch: ["network(a.x.org:80)"] },
    { deny: "delete(**/*.pem)", match: ["delete(a/b.pem)"], notMatch: ["delete(a/b.ts)"] },
    { ask: "mcp(github/*)", match: ["mcp(github/create_issue)"], notMatch: ["mcp(gitlab/x)"] },
    { ask: "environment(AWS_*)", match: ["environment(AWS_REGION)"] },
    { ask: "agent(rev*)", match: ["agent(reviewer)"], notMatch: ["agent(writer)"] },
    { deny: "unknown(*)", match: ["unknown(*)"] },
    { deny: "tool(web_*)", match: ["tool(web_fetch)", "read(a)"], notMatch: ["tool(edit)"] },
    { deny: "tool(x)", except: ["run(git *)"], notMatch: ["run(git status)"] },
    {
      deny: "write(**)",
      except: ["write(tmp/**)"],
      match: ["write(a)"],
      notMatch: ["write(tmp/a)"],
    },
    { deny: "write(**)", agent: "reviewer", match: ["write(a)"] },
  ])("hold: %j", (rule) => {
    expect(() => load(rule)).not.toThrow();
  });

  test("that don't hold name the rule, where it stands and the example", () => {
    const layer = { source: "/ws/.toolwright/settings.json", name: "project" } as const;
    expect(
      messageOf(() => load({ deny: "write(src/**)", match: ["write(lib/a.ts)"] }, layer)),
    ).toBe(
      `/ws/.toolwright/settings.json, rule 2: The rule "deny write(src/**)" doesn't match its example write(lib/a.ts). Change the pattern, or move the example to "notMatch".`,
    );
    expect(
      messageOf(() => load({ allow: "run(npm *)", notMatch: ["run(npm publish)"] })),
    ).toContain(
      `The rule "allow run(npm *)" matches run(npm publish), although "notMatch" lists it.`,
    );
    expect(messageOf(() => load({ deny: "write(**)", match: ["write(src/*)"] }))).toContain(
      "must name one thing",
    );
    expect(messageOf(() => load({ deny: "write(**)", match: ["write(a"] }))).toContain(
      "settings.json, rule 2, example: The pattern",
    );
  });

  test("that need a home directory are refused without one", () => {
    const layers: readonly PolicyLayer[] = [
      { name: "user", source: "s", rules: [{ allow: "read(~/notes/**)" }] },
    ];
    const message = messageOf(() => createPolicy({ layers, mode: "default", roots: ["/ws"] }));
    expect(message).toContain("no home directory is known");
  });
});

test("directories of a policy have to be absolute", () => {
  const options = { layers: [], mode: "default", roots: ["/ws"] } as const;
  expect(messageOf(() => createPolicy({ ...options, roots: ["ws"] }))).toContain('"ws" isn\'t one');
  expect(messageOf(() => createPolicy({ ...options, home: "~" }))).toContain('"~" isn\'t one');
  expect(messageOf(() => createPolicy({ ...options, ownPaths: ["x"] }))).toContain('"x" isn\'t');
  expect(messageOf(() => createPolicy({ ...options, protectedPaths: ["../x"] }))).toContain("'..'");
});
