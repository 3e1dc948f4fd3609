import { createPolicy, type Effect, type Policy, write } from "@toolwright/core";
import { describe, expect, it } from "vitest";
import { parseSettings } from "../settings/parse-settings.ts";
import type { SettingsFile } from "../settings/settings.ts";
import { disabledTools, modeFrom, policyFromSettings } from "./policy-from-settings.ts";

const file = (text: string, layer: SettingsFile["layer"] = "user", path = "s.json"): SettingsFile =>
  parseSettings(text, { path, layer });

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

  it("allows the calls of a tool with autoApprove, and of no other", () => {
    const policy = policyOf(file('{ "tools": { "write_file": { "autoApprove": true } } }'));
    expect(decisionOf(policy)).toBe("allow");
    expect(decisionOf(policy, inside, "edit_file")).toBe("ask");
  });

  it("runs no command while a sandbox is demanded that isn't there", () => {
    const policy = policyOf(
      file('{ "rules": [{ "allow": "unknown(*)" }], "shell": { "sandbox": "required" } }'),
    );
    const effect: Effect = { type: "unknown", reason: "a command" };
    const { decision, proof } = policy.decide({ effects: [effect], tool: "x", agent: "main" });
    expect(decision).toBe("deny");
    expect(proof[0]?.source).toContain('shell.sandbox is "required"');
    expect(decisionOf(policy)).toBe("ask");
  });

  it.each([
    [
      '{\n  "rules": [\n    { "deny": "write(**)" },\n    { "deny": "wirte(**)" }\n  ]\n}',
      /^s\.json:4:5: .*wirte/,
    ],
    ['{ "rules": [{ "deny": "write(" }] }', /^s\.json:1:13: /],
    ['{ "rules": [{ "deny": "write(src/**)", "match": ["write(docs/a)"] }] }', /^s\.json:1:13: /],
  ])("names the place of a rule that is wrong: %s", (text, message) => {
    expect(() =>
      policyOf(file('{ "rules": [{ "ask": "read(**)" }] }', "user", "ok.json"), file(text)),
    ).toThrow(message);
  });
});

describe("modeFrom", () => {
  it("takes the asked one, else the last of the user's files, never the project's", () => {
    const plan = file('{ "mode": "plan" }');
    const auto = file('{ "mode": "auto" }');
    expect(modeFrom([plan, auto], "accept-edits")).toBe("accept-edits");
    expect(modeFrom([plan, auto, file("{}")], undefined)).toBe("auto");
    expect(modeFrom([file('{ "mode": "auto" }', "project")], undefined)).toBe("default");
    expect(modeFrom([auto, file('{ "mode": "plan" }', "project")], "auto")).toBe("plan");
  });
});

describe("disabledTools", () => {
  it("names what the user's last word switches off, and the project, which switches nothing on", () => {
    const off = file('{ "tools": { "a": { "enabled": false }, "b": { "enabled": false } } }');
    const on = file('{ "tools": { "b": { "enabled": true } } }');
    const foreign = file('{ "tools": { "c": { "enabled": false } } }', "project");
    const turnedOn = file('{ "tools": { "a": { "enabled": true } } }', "project");
    expect(disabledTools([foreign, off, on, turnedOn]).toSorted()).toEqual(["a", "c"]);
  });
});
