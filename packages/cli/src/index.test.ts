import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import * as library from "./index.ts";

describe("the library", () => {
  it("exports just these values", () => {
    expect(Object.keys(library).toSorted()).toEqual([
      "ConfigurationError",
      "ToolError",
      "WorkspaceError",
      "builtinTools",
      "configDirectory",
      "createApprovalQueue",
      "createEnvironment",
      "createGrantStore",
      "createPolicy",
      "createProcessHost",
      "createRegistry",
      "createSession",
      "declare",
      "defineTool",
      "deletion",
      "describeEffect",
      "dialects",
      "errorCodes",
      "followChanges",
      "grantFile",
      "modes",
      "openToolwright",
      "openWorkspace",
      "profileNames",
      "profileTools",
      "read",
      "stateDirectory",
      "text",
      "unknown",
      "write",
    ]);
  });

  it("is enough to call a tool", async () => {
    const { builtinTools, createPolicy, createProcessHost, createRegistry, createSession } =
      library;
    const folder = mkdtempSync(join(tmpdir(), "library-"));
    const processes = createProcessHost();
    try {
      writeFileSync(join(folder, "hello.txt"), "hello\n");
      const registry = createRegistry();
      await registry.register(await builtinTools(), { source: "builtin" });
      const workspace = library.openWorkspace({ roots: [folder] });
      const policy = createPolicy({ mode: "default", layers: [], roots: workspace.roots });
      const session = await createSession({ registry, policy, workspace, processes });
      const outcome = await session.call({ name: "read_file", input: { path: "hello.txt" } });
      expect(outcome).toMatchObject({ status: "ok", decision: { decision: "allow" } });
      await session.close();
    } finally {
      await processes.close();
      rmSync(folder, { recursive: true });
    }
  });
});
