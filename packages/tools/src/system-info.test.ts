import { describe, expect, it } from "vitest";
import { testToolContract } from "./fixtures/tool-contract.ts";
import { openToolSession, textOf } from "./fixtures/tool-session.ts";

describe("system_info", () => {
  it("describes machine and workspace, without an effect", async () => {
    const { call, root } = await openToolSession();
    const outcome = await call("system_info", {});
    expect(outcome.effects).toEqual([]);
    expect(textOf(outcome)).toContain(`Current directory: ${root}\nWorkspace: ${root}\n`);
    expect(textOf(outcome)).toContain(`Node.js: ${process.versions.node}`);
    expect(outcome.structured).toMatchObject({ roots: [root], architecture: process.arch });
  });

  it("takes no input", async () => {
    const { call } = await openToolSession();
    expect((await call("system_info", { verbose: true })).error?.code).toBe("input-invalid");
  });
});

testToolContract("system_info", [{}]);
