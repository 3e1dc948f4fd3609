import { describe, expect, test } from "vitest";
import type { Grant } from "../approval/grant.ts";
import type { Effect } from "../effects/effect.ts";
import type { Label, LabelContext, LabelSource } from "../ports/labels.ts";
import { createPolicy } from "./create-policy.ts";
import type { Mode, PolicyLayer, PolicyQuestion, ProofStep } from "./policy.ts";
import type { Rule } from "./rule.ts";

const reach: Effect = { type: "network", host: "api.example", port: 443 };
const callServer: Effect = { type: "external", server: "notes", tool: "add" };
const startAgent: Effect = { type: "agent", agent: "reviewer" };
const secretFile: Effect = { type: "read", path: "/ws/.env", realPath: "/ws/.env" };
const page: LabelSource = { label: "web", callId: "call-3", tool: "web_fetch", effect: reach };
const password: LabelSource = {
  label: "secret",
  callId: "call-5",
  tool: "read_file",
  effect: secretFile,
};

function contextOf(...sources: readonly (LabelSource | Label)[]): LabelContext {
  return new Map(
    sources.map((source) =>
      typeof source === "string"
        ? [source, { label: source, callId: "c", tool: "t" }]
        : [source.label, source],
    ),
  );
}

const bothThere = contextOf(page, password);

interface Case extends Partial<PolicyQuestion> {
  readonly mode?: Mode;
  readonly rules?: readonly Rule[];
  readonly layer?: PolicyLayer["name"];
  readonly networkIsOpen?: boolean;
}

function stepsFor(
  effects: readonly Effect[],
  { mode = "auto", rules = [], layer = "user", networkIsOpen, ...question }: Case = {},
): readonly ProofStep[] {
  const policy = createPolicy({
    mode,
    roots: ["/ws"],
    layers: [{ name: layer, source: "s.json", rules, isTrusted: true }],
    sandboxWorks: true,
    networkAllowList: ["api.example"],
    ...(networkIsOpen !== undefined && { networkIsOpen }),
  });
  return policy.decide({ effects, tool: "t", agent: "main", ...question }).proof;
}

const decisionOn = (effect: Effect, given: Case): string | undefined =>
  stepsFor([effect], given)[0]?.decision;

const allowing: readonly Rule[] = [
  { allow: "network(*)" },
  { allow: "mcp(*/*)" },
  { allow: "agent(*)" },
  { allow: "tool(t)" },
];

describe("a secret and untrusted text in one context", () => {
  test.each([
    ["a network effect", reach],
    ["an MCP server", callServer],
    ["another agent", startAgent],
  ])("make %s ask in every mode but plan, whatever wide rules allow", (_, effect) => {
    for (const mode of ["default", "accept-edits", "auto"] as const) {
      for (const rules of [[], allowing]) {
        const given = { mode, rules, labels: bothThere };
        expect(stepsFor([effect], given)[0]).toMatchObject({
          decision: "ask",
          layer: "protected",
        });
      }
    }
  });

  test("are named in the proof with the calls that brought them", () => {
    const [step] = stepsFor([reach], { labels: bothThere });
    expect(step?.rule).toBe(
      "protected: a secret and untrusted text are both in the context (secret from call-5 (read_file, read .env); web from call-3 (web_fetch, network api.example:443))",
    );
    expect(step?.labels).toEqual([password, page]);
    expect(step?.wouldChange).toContain(
      '{ "allow": "network(api.example:443)", "protected": true }',
    );
  });

  test.each(["web", "outside", "mcp:notes"] as const)("ask for %s", (label) => {
    expect(decisionOn(reach, { labels: contextOf(label, "secret") })).toBe("ask");
  });

  test.each([
    ["a secret alone", ["secret"]],
    ["untrusted text alone", ["web", "outside", "mcp:notes"]],
    ["a secret and text of the workspace and the person", ["secret", "workspace", "person"]],
    ["nothing", []],
  ] as const)("differ from %s, which changes nothing", (_, labels) => {
    expect(decisionOn(reach, { labels: contextOf(...labels) })).toBe("allow");
    expect(decisionOn(startAgent, { labels: contextOf(...labels) })).toBe("allow");
  });

  test("don't stop reads, writes and commands that stay inside", () => {
    const inside: readonly Effect[] = [
      { type: "read", path: "/ws/a", realPath: "/ws/a" },
      { type: "write", path: "/ws/a", realPath: "/ws/a" },
      { type: "run", program: "make", words: ["make"], cwd: "/ws", specified: false },
    ];
    for (const effect of inside) expect(decisionOn(effect, { labels: bothThere })).toBe("allow");
  });

  test("stop a command that could reach the network unseen", () => {
    const make: Effect = { type: "run", program: "x", words: ["x"], cwd: "/ws", specified: false };
    const rules = [{ allow: "run(x)" }];
    const open = { rules, networkIsOpen: true };
    expect(decisionOn(make, { ...open, labels: bothThere })).toBe("ask");
    expect(decisionOn(make, { ...open, labels: contextOf("web") })).toBe("allow");
    expect(decisionOn({ ...make, specified: true }, { ...open, labels: bothThere })).toBe("allow");
  });

  test("stop an effect that nobody knows, even if a rule allows it", () => {
    const given = { rules: [{ allow: "unknown(*)" }], labels: bothThere };
    expect(decisionOn({ type: "unknown", reason: "x" }, given)).toBe("ask");
  });

  test.each([
    ["the user", "user", "allow"],
    ["the administrator", "administrator", "allow"],
    ["a trusted project", "project", "ask"],
  ] as const)("are lifted by the exact rule of %s: %s %s", (_, layer, decision) => {
    const rules = [
      { allow: "network(api.example)", protected: true },
      { allow: "mcp(notes/add)", protected: true },
      { allow: "agent(reviewer)", protected: true },
    ];
    for (const effect of [reach, callServer, startAgent]) {
      expect(decisionOn(effect, { rules, layer, labels: bothThere })).toBe(decision);
    }
  });

  test.each([
    { allow: "network(*.example)", protected: true },
    { allow: "network(*)", protected: true },
    { allow: "network(api.example:80)", protected: true },
    { allow: "network(api.example)" },
  ])("aren't lifted by %j", (rule) => {
    expect(decisionOn(reach, { rules: [rule], labels: bothThere })).toBe("ask");
  });

  test("are lifted by a grant for that very case, and not by one from before", () => {
    const grant: Grant = {
      id: "g",
      pattern: "network(api.example:443)",
      scope: "session",
      origin: "test",
      grantedAtMs: 0,
    };
    const given = { labels: bothThere, nowMs: 1 };
    expect(decisionOn(reach, { ...given, grants: [grant] })).toBe("ask");
    expect(decisionOn(reach, { ...given, grants: [{ ...grant, protected: true }] })).toBe("allow");
    const wide = { ...grant, pattern: "network(*)", protected: true };
    expect(decisionOn(reach, { ...given, grants: [wide] })).toBe("ask");
  });

  test("are there when one call brings the secret that it carries out", () => {
    const lifted = [{ allow: "read(.env)", protected: true }];
    const given = { rules: lifted, labels: contextOf(page) };
    const [read, sent] = stepsFor([secretFile, reach], given);
    expect([read?.decision, sent?.decision]).toEqual(["allow", "ask"]);
    expect(sent?.rule).toContain("secret from this call (read .env)");
    const [first] = stepsFor([reach], given);
    expect(first?.decision).toBe("allow");
  });

  test("don't override a denial", () => {
    const rules = [{ deny: "network(*)" }];
    expect(decisionOn(reach, { rules, labels: bothThere })).toBe("deny");
    expect(decisionOn(reach, { mode: "plan", labels: bothThere })).toBe("deny");
  });
});

describe("a rule with `when`", () => {
  const asks = [{ ask: "network(*)", when: ["web", "workspace"] }];

  test("holds once all its labels are in the context, and says which calls brought them", () => {
    expect(decisionOn(reach, { rules: asks, labels: contextOf(page) })).toBe("allow");
    const [step] = stepsFor([reach], { rules: asks, labels: contextOf(page, "workspace") });
    expect(step).toMatchObject({
      decision: "ask",
      layer: "user",
      rule: "ask network(*) when web, workspace (web from call-3 (web_fetch, network api.example:443); workspace from c (t))",
    });
  });

  test("holds where nobody knows where text came from", () => {
    expect(decisionOn(reach, { rules: asks })).toBe("ask");
  });

  test("speaks of one MCP server, or of all", () => {
    const labels = contextOf("mcp:notes");
    const with_ = (when: string): Case => ({
      rules: [{ deny: "network(*)", when: [when] }],
      labels,
    });
    expect(decisionOn(reach, with_("mcp:notes"))).toBe("deny");
    expect(decisionOn(reach, with_("mcp:*"))).toBe("deny");
    expect(decisionOn(reach, with_("mcp:note"))).toBe("allow");
    expect(decisionOn(reach, { ...with_("mcp:*"), labels: contextOf("web") })).toBe("allow");
  });

  test("stops every call of a tool", () => {
    const rules = [{ deny: "tool(t)", when: ["secret"] }];
    expect(decisionOn(startAgent, { rules, labels: contextOf("secret") })).toBe("deny");
    expect(stepsFor([], { rules, labels: contextOf("secret") })[0]?.decision).toBe("deny");
    expect(stepsFor([], { rules, labels: contextOf("web") })).toEqual([]);
  });

  test("narrows reads of single files in a search as well", () => {
    const policy = createPolicy({
      mode: "default",
      roots: ["/ws"],
      layers: [{ name: "user", source: "s", rules: [{ deny: "read(notes/**)", when: ["web"] }] }],
    });
    const mayRead = (labels: LabelContext) =>
      policy.readFilter?.({ tool: "t", agent: "main", labels })("/ws/notes/a");
    expect(mayRead(contextOf("web"))).toBe(false);
    expect(mayRead(contextOf())).toBe(true);
  });

  test("is checked against its examples in any context", () => {
    const rules = [{ ...asks[0], match: ["network(api.example)"], notMatch: ["read(a)"] }];
    expect(decisionOn(reach, { rules, labels: contextOf() })).toBe("allow");
  });
});
