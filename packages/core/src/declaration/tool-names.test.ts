import { describe, expect, test } from "vitest";
import { nameInText, toolNamesOf } from "./tool-names.ts";

describe("names of tools in texts", () => {
  const names = new Map([
    ["read_file", "Read"],
    ["run_command", "Bash"],
  ]);

  test("are those under which the tools are shown", () => {
    expect(nameInText("Use {tool:read_file}, not {tool:run_command}.", names)).toBe(
      "Use Read, not Bash.",
    );
  });

  test("leave out each sentence about a tool that isn't shown, and a list's line of nothing else", () => {
    expect(
      nameInText(
        "Edits. For a patch use {tool:apply_patch}. Read with {tool:read_file} first.\n- {tool:git} is better.\n- Last.",
        names,
      ),
    ).toBe("Edits. Read with Read first.\n- Last.");
  });

  test("are the tool's own where several present it", () => {
    const tools = ["partial", "read_file", "other"].map((name) => ({
      name,
      aliasOf: "read_file",
    }));
    expect([...toolNamesOf(tools as never)]).toEqual([["read_file", "read_file"]]);
    expect([...toolNamesOf(tools.slice(2) as never)]).toEqual([["read_file", "other"]]);
  });
});
