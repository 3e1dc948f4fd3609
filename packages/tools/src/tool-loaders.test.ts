import { describe, expect, it } from "vitest";
import { builtinTools } from "./builtin-tools.ts";
import { profileNames, profileTool, profileTools } from "./profiles/profiles.ts";
import { toolLoaders } from "./tool-loaders.ts";

describe("toolLoaders", () => {
  it("load each built-in tool under its own name, and no others", async () => {
    expect(Object.keys(toolLoaders)).toEqual(builtinTools.map(({ name }) => name));
    for (const tool of builtinTools) expect(await toolLoaders[tool.name]?.()).toBe(tool);
  });
});

describe("profileTool", () => {
  it.each(profileNames)("finds each tool of %s alone as among all", async (profile) => {
    for (const tool of await profileTools(profile)) {
      expect(await profileTool(profile, tool.name)).toBe(tool);
    }
  });

  it.each(["constructor", "toString", "__proto__", ""])("knows no tool named %j", async (name) => {
    for (const profile of profileNames) {
      expect(await profileTool(profile, name)).toBeUndefined();
    }
  });
});
