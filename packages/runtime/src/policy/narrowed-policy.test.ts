import { createPolicy, type Effect, type Mode } from "@toolwright/core";
import { describe, expect, it } from "vitest";
import { narrowedPolicy } from "./narrowed-policy.ts";

const policyIn = (mode: Mode) =>
  narrowedPolicy(createPolicy({ mode, roots: ["/w"], layers: [] }), ["/w/inner"]);

const read = (path: string, more: object = {}): Effect => ({
  type: "read",
  path,
  realPath: path,
  ...more,
});

const decide = (effects: readonly Effect[], mode: Mode = "default") =>
  policyIn(mode).decide({ effects, tool: "t", agent: "main" });

describe("narrowedPolicy", () => {
  it("doesn't change decisions inside the folders", () => {
    for (const path of ["/w/inner", "/w/inner/a.txt"]) {
      expect(decide([read(path)]).decision).toBe("allow");
    }
  });

  it("needs approval for each use of an outside path, with a reason", () => {
    for (const path of ["/w/a.txt", "/w/inner2/a.txt", "/w"]) {
      expect(decide([read(path)])).toMatchObject({
        decision: "ask",
        proof: [{ rule: "outside the folders that the host works in", always: true }],
      });
    }
  });

  it("decides by the real path", () => {
    const link = read("/w/inner/link", { realPath: "/w/secret.txt" });
    expect(decide([link]).decision).toBe("ask");
  });

  it("makes nothing looser", () => {
    const write: Effect = { type: "write", path: "/w/a", realPath: "/w/a", operation: "create" };
    expect(decide([write, read("/w/b")], "plan").decision).toBe("deny");
    expect(decide([write], "default").decision).toBe("ask");
    expect(decide([write], "auto").decision).toBe("ask");
    expect(
      policyIn("plan")
        .withMode("auto")
        .decide({ effects: [write], tool: "t", agent: "m" }).decision,
    ).toBe("ask");
  });

  it("allows reading stored outputs", () => {
    const kept = read("/state/outputs/1", { storedOutput: "output:1" });
    expect(decide([kept]).proof).not.toContainEqual(
      expect.objectContaining({ rule: "outside the folders that the host works in" }),
    );
  });

  it("excludes paths that need approval from searches", () => {
    const mayRead = policyIn("default").readFilter?.({ tool: "t", agent: "main" });
    expect([mayRead?.("/w/inner/a.txt"), mayRead?.("/w/a.txt")]).toEqual([true, false]);
  });
});
