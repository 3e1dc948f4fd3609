import { describe, expect, it } from "vitest";
import { profileNames, profileTool, profileTools } from "./profiles.ts";

describe("profileTool", () => {
  it.each(profileNames)("finds each tool of %s alone as among all", async (profile) => {
    for (const tool of await profileTools(profile)) {
      const { name, description } = tool;
      expect(await profileTool(profile, name)).toMatchObject({ name, description });
    }
  });

  it.each(profileNames)("gives commands of %s the limits that it is given", async (profile) => {
    const limits = { timeoutMs: 7_000 };
    const limited = (await profileTools(profile, limits)).filter(
      ({ name, aliasOf = name }) => aliasOf === "run_command" || aliasOf === "git",
    );
    expect(limited.length).toBeGreaterThan(0);
    for (const { name, description, timeoutMs } of limited) {
      // Of one that has no such argument the limit is a number.
      if (typeof timeoutMs === "number") expect(timeoutMs).toBe(7_000);
      else expect(JSON.stringify(description)).toMatch(/7 s|7,000 ms/);
      expect(await profileTool(profile, name, limits)).toMatchObject({ name, description });
    }
  });

  it.each(["constructor", "toString", "__proto__", ""])("knows no tool named %j", async (name) => {
    for (const profile of profileNames) {
      expect(await profileTool(profile, name)).toBeUndefined();
    }
  });
});
