import { describe, expect, it } from "vitest";
import { describeWorkspaceContract } from "../workspace-contract/describe-workspace-contract.ts";
import { createMemoryWorkspace } from "./memory-workspace.ts";

describeWorkspaceContract(
  "the workspace in memory",
  (files) => {
    const workspace = createMemoryWorkspace({ roots: ["/home/somebody/project"], files });
    return {
      workspace,
      put: (path, entry) => workspace.put(path, entry),
      text: (path) => workspace.text(path),
      close: () => {},
    };
  },
  { describe, it },
);

describe("the hand of somebody else", () => {
  it("puts, shows and drops what is there", () => {
    const workspace = createMemoryWorkspace({ files: { "a/b.txt": "b", "/etc/hosts": "h" } });
    expect(workspace.paths()).toEqual(["/etc/hosts", "/workspace/a/b.txt"]);
    workspace.put("a", "now a file");
    expect(workspace.text("a")).toBe("now a file");
    expect(workspace.text("a/b.txt")).toBeUndefined();
    workspace.drop("a");
    expect(workspace.paths()).toEqual(["/etc/hosts"]);
  });

  it("holds several roots and a current directory of its own", async () => {
    const workspace = createMemoryWorkspace({
      roots: ["/one", "/two"],
      cwd: "/two/sub",
      files: { "/two/sub/a": "a" },
    });
    const resolved = await workspace.resolve("a");
    expect(resolved).toMatchObject({ realPath: "/two/sub/a", root: "/two", displayPath: "sub/a" });
  });
});
