import { describe, expect, test } from "vitest";
import type { Effect } from "../effects/effect.ts";
import { createPolicy, type PolicyOptions } from "./create-policy.ts";
import { type Decision, type Mode, modes, type ProofStep } from "./policy.ts";

const base = { layers: [], mode: "default", roots: ["/ws"], home: "/home/u" } as const;

function stepOf(mode: Mode, effect: Effect, options: Partial<PolicyOptions> = {}): ProofStep {
  const policy = createPolicy({ ...base, ...options, mode });
  const { decision, proof } = policy.decide({ effects: [effect], tool: "t", agent: "main" });
  const [step] = proof;
  if (step === undefined || proof.length !== 1) throw new Error("One effect makes one step.");
  expect(decision).toBe(step.decision);
  return step;
}

function path(type: "read" | "write" | "delete"): Effect {
  return { type, path: "/ws/src/a.ts", realPath: "/ws/src/a.ts" };
}

const run: Effect = {
  type: "run",
  program: "npm",
  words: ["npm", "test"],
  cwd: "/ws",
  specified: false,
};

describe("where no rule matches", () => {
  const rows: readonly (readonly [string, Effect, readonly Decision[]])[] = [
    ["a read", path("read"), ["allow", "allow", "allow", "allow"]],
    [
      "a recursive read that leaves out what is protected",
      { type: "read", path: "/ws", realPath: "/ws", recursive: true, leavesOutProtected: true },
      ["allow", "allow", "allow", "allow"],
    ],
    ["an agent", { type: "agent", agent: "reviewer" }, ["allow", "allow", "allow", "allow"]],
    ["a write inside", path("write"), ["deny", "ask", "allow", "allow"]],
    ["a delete inside", path("delete"), ["deny", "ask", "ask", "allow"]],
    ["a specified run", { ...run, specified: true }, ["allow", "allow", "allow", "allow"]],
    ["an unspecified run", run, ["deny", "ask", "ask", "ask"]],
    ["the network", { type: "network", host: "x.org" }, ["deny", "ask", "ask", "ask"]],
    [
      "a variable's name",
      { type: "environment", variable: "API_TOKEN" },
      ["allow", "allow", "allow", "allow"],
    ],
    [
      "a variable's harmless value",
      { type: "environment", variable: "LANG", value: true },
      ["allow", "allow", "allow", "allow"],
    ],
    [
      "the value of a secret",
      { type: "environment", variable: "API_TOKEN", value: true },
      ["ask", "ask", "ask", "ask"],
    ],
    [
      "an external tool",
      { type: "external", server: "s", tool: "t", hints: { readOnlyHint: true } },
      ["deny", "ask", "ask", "ask"],
    ],
    ["what isn't known", { type: "unknown", reason: "eval" }, ["deny", "ask", "ask", "ask"]],
  ];

  test.each(rows)("%s is decided by the mode", (_name, effect, expected) => {
    expect(modes.map((mode) => stepOf(mode, effect).decision)).toEqual(expected);
  });

  test("a call without effects is allowed in every mode", () => {
    for (const mode of modes) {
      const policy = createPolicy({ ...base, mode });
      expect(policy.decide({ effects: [], tool: "t", agent: "main" })).toEqual({
        decision: "allow",
        mode,
        proof: [],
      });
    }
  });

  test("auto mode runs programs unasked in a working sandbox, or when told to go without", () => {
    expect(stepOf("auto", run, { sandboxWorks: true }).decision).toBe("allow");
    expect(stepOf("auto", run, { unsandboxed: true }).decision).toBe("allow");
    for (const mode of ["default", "accept-edits"] as const) {
      expect(stepOf(mode, run, { sandboxWorks: true, unsandboxed: true }).decision).toBe("ask");
    }
    expect(stepOf("plan", run, { sandboxWorks: true, unsandboxed: true }).decision).toBe("deny");
  });

  test("auto mode reaches listed hosts unasked, other modes don't", () => {
    const options = { networkAllowList: ["*.npmjs.org:443"] };
    const listed: Effect = { type: "network", host: "registry.npmjs.org", port: 443 };
    expect(stepOf("auto", listed, options).decision).toBe("allow");
    expect(stepOf("auto", { ...listed, port: 80 }, options).decision).toBe("ask");
    expect(stepOf("auto", { type: "network", host: "registry.npmjs.org" }, options).decision).toBe(
      "ask",
    );
    expect(stepOf("auto", { ...listed, host: "npmjs.org.evil.com" }, options).decision).toBe("ask");
    expect(stepOf("default", listed, options).decision).toBe("ask");
    expect(stepOf("plan", listed, options).decision).toBe("deny");
  });

  test("the proof names the mode's row and what would change it", () => {
    expect(stepOf("default", path("write"))).toEqual({
      effect: path("write"),
      decision: "ask",
      layer: "mode",
      rule: "default mode: write inside the workspace",
      source: null,
      wouldChange: '--yes, --mode accept-edits, or a rule { "allow": "write(src/a.ts)" }',
    });
    expect(stepOf("plan", path("write")).wouldChange).toBe("another mode, such as --mode default");
    expect(stepOf("default", path("delete")).wouldChange).toBe(
      '--yes, --mode auto, or a rule { "allow": "delete(src/a.ts)" }',
    );
    expect(stepOf("default", run).wouldChange).toBe(
      '--yes, --mode auto in a sandbox, or a rule { "allow": "run(npm test)" }',
    );
    expect(stepOf("auto", run).wouldChange).toBe(
      '--yes, a working sandbox, --unsandboxed, or a rule { "allow": "run(npm test)" }',
    );
    expect(stepOf("default", { type: "unknown", reason: "eval" }).wouldChange).toBe("--yes");
    expect(stepOf("default", { type: "external", server: "s", tool: "t" }).wouldChange).toBe(
      '--yes or a rule { "allow": "mcp(s/t)" }',
    );
  });

  test("another mode of a policy keeps everything else", () => {
    const rules = [{ deny: "read(vault/**)" }];
    const policy = createPolicy({ ...base, layers: [{ name: "user", source: "s", rules }] });
    const auto = policy.withMode("auto");
    expect(auto.mode).toBe("auto");
    const read: Effect = { type: "read", path: "/ws/vault/k", realPath: "/ws/vault/k" };
    expect(auto.decide({ effects: [read], tool: "t", agent: "a" }).decision).toBe("deny");
    expect(auto.decide({ effects: [path("write")], tool: "t", agent: "a" })).toMatchObject({
      decision: "allow",
      mode: "auto",
    });
  });

  test("an unknown mode is refused", () => {
    const mode = "yolo" as Mode;
    expect(() => createPolicy({ ...base, mode })).toThrow(/No mode "yolo".*plan, default/);
    expect(() => createPolicy(base).withMode(mode)).toThrow(/No mode "yolo"/);
  });
});
