import { createPolicy, type Effect, type Policy, write } from "@toolwright/core";
import { describe, expect, it } from "vitest";
import { parseSettings } from "../settings/parse-settings.ts";
import type { SettingsFile } from "../settings/settings.ts";
import {
  budgetsFrom,
  disabledTools,
  modeFrom,
  policyFromSettings,
  shellFrom,
} from "./policy-from-settings.ts";

const file = (text: string, layer: SettingsFile["layer"] = "user", path = "s.json"): SettingsFile =>
  parseSettings(text, { path, layer });

const trusted = (text: string): SettingsFile => ({ ...file(text, "project"), isTrusted: true });

const policyOf = (...files: readonly SettingsFile[]): Policy =>
  policyFromSettings(files, (layers) =>
    createPolicy({ layers, mode: "default", roots: ["/w"], home: "/home/me" }),
  );

const inside: Effect = { ...write("/w/a.ts", "create"), realPath: "/w/a.ts" };

const decisionOf = (policy: Policy, effect: Effect = inside, tool = "write_file"): string =>
  policy.decide({ effects: [effect], tool, agent: "main" }).decision;

describe("policyFromSettings", () => {
  it("uses the rules of the user's files, and names the file in the proof", () => {
    const policy = policyOf(file('{ "rules": [{ "deny": "write(**)" }] }', "user", "mine.json"));
    const { decision, proof } = policy.decide({ effects: [inside], tool: "t", agent: "main" });
    expect([decision, proof[0]?.rule, proof[0]?.source]).toEqual([
      "deny",
      "deny write(**)",
      "mine.json",
    ]);
  });

  it("lets a project's file only tighten the policy", () => {
    const allow = '{ "rules": [{ "allow": "write(**)" }] }';
    expect(decisionOf(policyOf(file(allow)))).toBe("allow");
    expect(decisionOf(policyOf(file(allow, "project")))).toBe("ask");
    const approve = '{ "mode": "auto", "tools": { "write_file": { "autoApprove": true } } }';
    expect(decisionOf(policyOf(file(approve, "project")))).toBe("ask");
    const deny = file('{ "rules": [{ "deny": "write(**)" }] }', "project");
    expect(decisionOf(policyOf(file(allow), deny))).toBe("deny");
  });

  it("uses a trusted project's allow rules, which lift no protection", () => {
    const allow = trusted(
      '{ "rules": [{ "allow": "write(**)", "protected": true }, { "allow": "read(.env)", "protected": true }] }',
    );
    expect(decisionOf(policyOf(allow))).toBe("allow");
    expect(decisionOf(policyOf(allow, file('{ "rules": [{ "ask": "write(**)" }] }')))).toBe("ask");
    const secret: Effect = { type: "read", path: "/w/.env", realPath: "/w/.env" };
    expect(decisionOf(policyOf(allow), secret)).toBe("ask");
    const approve = trusted('{ "tools": { "write_file": { "autoApprove": true } } }');
    expect(decisionOf(policyOf(approve))).toBe("allow");
  });

  it("applies the administrator's rules to everybody", () => {
    const deny = file('{ "rules": [{ "deny": "write(**)" }] }', "administrator");
    const allow = file('{ "rules": [{ "allow": "write(**)" }] }');
    const { proof, decision } = policyOf(allow, deny).decide({
      effects: [inside],
      tool: "t",
      agent: "main",
    });
    expect([decision, proof[0]?.layer]).toEqual(["deny", "administrator"]);
  });

  it("allows the calls of a tool with autoApprove, and of no other", () => {
    const policy = policyOf(file('{ "tools": { "write_file": { "autoApprove": true } } }'));
    expect(decisionOf(policy)).toBe("allow");
    expect(decisionOf(policy, inside, "edit_file")).toBe("ask");
  });

  it("prefers the requested one, then the last of the user's files, never the project's", () => {
    const plan = file('{ "mode": "plan" }');
    const auto = file('{ "mode": "auto" }');
    expect(modeFrom([plan, auto], "accept-edits")).toBe("accept-edits");
    expect(modeFrom([plan, auto, file("{}")], undefined)).toBe("auto");
    expect(modeFrom([file('{ "mode": "auto" }', "project")], undefined)).toBe("default");
    expect(modeFrom([auto, file('{ "mode": "plan" }', "project")], "auto")).toBe("plan");
  });
});

describe("modeFrom of others' files", () => {
  it("uses a trusted project's if the user has none, and never a looser one", () => {
    const auto = trusted('{ "mode": "auto" }');
    expect(modeFrom([auto], undefined)).toBe("auto");
    expect(modeFrom([auto, file('{ "mode": "plan" }')], undefined)).toBe("plan");
    const ceiling = file('{ "mode": "accept-edits" }', "administrator");
    expect(modeFrom([auto, ceiling], undefined)).toBe("accept-edits");
    expect(modeFrom([ceiling], "auto")).toBe("accept-edits");
    expect(modeFrom([ceiling], "default")).toBe("default");
  });
});

describe("shellFrom", () => {
  const shell = (values: object, layer: SettingsFile["layer"] = "user"): SettingsFile =>
    file(JSON.stringify({ shell: values }), layer);

  it("prefers the administrator's values to the user's, and those to a trusted project's", () => {
    const ofProject = trusted(
      '{ "shell": { "sandbox": "off", "network": ["p.example"], "timeoutMs": 1 } }',
    );
    const ofUser = shell({ sandbox: "preferred", network: ["u.example"] });
    const ofAdministrator = shell({ network: ["a.example"] }, "administrator");
    expect(shellFrom([ofProject, ofUser, ofAdministrator])).toEqual({
      sandbox: "preferred",
      network: ["a.example"],
      timeoutMs: 1,
    });
    expect(shellFrom([])).toEqual({});
  });

  it("ignores an untrusted project, except for a required sandbox", () => {
    const loose = shell({ sandbox: "off", network: ["*"], timeoutMs: 1 }, "project");
    expect(shellFrom([loose])).toEqual({});
    const strict = shell({ sandbox: "required", network: ["*"] }, "project");
    expect(shellFrom([strict, shell({ sandbox: "off" })])).toEqual({ sandbox: "required" });
  });
});

describe("disabledTools", () => {
  it("lets a trusted project enable what the user doesn't disable", () => {
    const on = trusted('{ "tools": { "a": { "enabled": true }, "b": { "enabled": true } } }');
    const off = file('{ "tools": { "a": { "enabled": false } } }');
    expect(disabledTools([on, off])).toEqual(["a"]);
    const forAll = file('{ "tools": { "b": { "enabled": false } } }', "administrator");
    const mine = file('{ "tools": { "b": { "enabled": true } } }');
    expect(disabledTools([on, mine, forAll])).toEqual(["b"]);
  });

  it("names the tools that the user or the project disables; a project enables none", () => {
    const off = file('{ "tools": { "a": { "enabled": false }, "b": { "enabled": false } } }');
    const on = file('{ "tools": { "b": { "enabled": true } } }');
    const foreign = file('{ "tools": { "c": { "enabled": false } } }', "project");
    const turnedOn = file('{ "tools": { "a": { "enabled": true } } }', "project");
    expect(disabledTools([foreign, off, on, turnedOn]).toSorted()).toEqual(["a", "c"]);
  });
});

describe("budgetsFrom", () => {
  const budgets = (values: object, layer: SettingsFile["layer"] = "user"): SettingsFile =>
    file(JSON.stringify({ budgets: values }), layer);

  it("prefers the administrator's values to the user's, and ignores an untrusted project", () => {
    const files = [
      budgets({ outputBytes: 2_000_000, keptOutputs: { maxMegabytes: 0 } }, "project"),
      budgets({ outputBytes: 50_000, outputTokens: 9_000 }),
      budgets({ outputBytes: 40_000, keptOutputs: { maxAgeDays: 3 } }, "administrator"),
    ];
    expect(budgetsFrom(files)).toEqual({
      outputBytes: 40_000,
      outputTokens: 9_000,
      keptOutputs: { maxAgeDays: 3 },
    });
    expect(budgetsFrom([trusted('{ "budgets": { "outputBytes": 5000 } }')])).toEqual({
      outputBytes: 5_000,
      keptOutputs: {},
    });
  });
});
