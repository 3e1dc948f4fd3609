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
  it("takes the rules of the user's files, and names the file in the proof", () => {
    const policy = policyOf(file('{ "rules": [{ "deny": "write(**)" }] }', "user", "mine.json"));
    const { decision, proof } = policy.decide({ effects: [inside], tool: "t", agent: "main" });
    expect([decision, proof[0]?.rule, proof[0]?.source]).toEqual([
      "deny",
      "deny write(**)",
      "mine.json",
    ]);
  });

  it("lets a project's file tighten, and nothing else", () => {
    const allow = '{ "rules": [{ "allow": "write(**)" }] }';
    expect(decisionOf(policyOf(file(allow)))).toBe("allow");
    expect(decisionOf(policyOf(file(allow, "project")))).toBe("ask");
    const approve = '{ "mode": "auto", "tools": { "write_file": { "autoApprove": true } } }';
    expect(decisionOf(policyOf(file(approve, "project")))).toBe("ask");
    const deny = file('{ "rules": [{ "deny": "write(**)" }] }', "project");
    expect(decisionOf(policyOf(file(allow), deny))).toBe("deny");
  });

  it("counts what a trusted project allows, as the project's, which lifts no protection", () => {
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

  it("takes the administrator's rules for everybody's", () => {
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

  it("takes the asked one, else the last of the user's files, never the project's", () => {
    const plan = file('{ "mode": "plan" }');
    const auto = file('{ "mode": "auto" }');
    expect(modeFrom([plan, auto], "accept-edits")).toBe("accept-edits");
    expect(modeFrom([plan, auto, file("{}")], undefined)).toBe("auto");
    expect(modeFrom([file('{ "mode": "auto" }', "project")], undefined)).toBe("default");
    expect(modeFrom([auto, file('{ "mode": "plan" }', "project")], "auto")).toBe("plan");
  });
});

describe("modeFrom of others' files", () => {
  it("takes a trusted project's where the user has none, and no looser one of anybody's", () => {
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

  it("takes the administrator's word before the user's, and that before a trusted project's", () => {
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

  it("takes nothing of a project that isn't trusted, but that a sandbox is required", () => {
    const loose = shell({ sandbox: "off", network: ["*"], timeoutMs: 1 }, "project");
    expect(shellFrom([loose])).toEqual({});
    const strict = shell({ sandbox: "required", network: ["*"] }, "project");
    expect(shellFrom([strict, shell({ sandbox: "off" })])).toEqual({ sandbox: "required" });
  });
});

describe("disabledTools", () => {
  it("lets a trusted project switch on what the user doesn't switch off", () => {
    const on = trusted('{ "tools": { "a": { "enabled": true }, "b": { "enabled": true } } }');
    const off = file('{ "tools": { "a": { "enabled": false } } }');
    expect(disabledTools([on, off])).toEqual(["a"]);
    const forAll = file('{ "tools": { "b": { "enabled": false } } }', "administrator");
    const mine = file('{ "tools": { "b": { "enabled": true } } }');
    expect(disabledTools([on, mine, forAll])).toEqual(["b"]);
  });

  it("names what the user's last word switches off, and the project, which switches nothing on", () => {
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

  it("takes the administrator's word before the user's, and nothing of an untrusted project", () => {
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
