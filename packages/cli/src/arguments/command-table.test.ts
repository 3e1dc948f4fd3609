import { dialects, modes } from "@toolwright/core";
import { profileNames } from "@toolwright/profiles";
import { describe, expect, it } from "vitest";
import { commands } from "./command-table.ts";
import { globalFlags } from "./global-flags.ts";
import { commandHelp, generalHelp } from "./help.ts";

describe("the command table", () => {
  it("takes the global flags in every command", () => {
    for (const { flags } of commands) {
      expect(Object.keys(flags)).toEqual(expect.arrayContaining(Object.keys(globalFlags)));
    }
  });

  it("offers every mode, profile and dialect that there is", () => {
    expect(globalFlags["mode"]?.choices).toEqual(modes);
    expect(globalFlags["profile"]?.choices).toEqual(profileNames);
    const tools = commands.find(({ name }) => name === "tools");
    expect(new Set(tools?.flags["dialect"]?.choices)).toEqual(new Set(["canonical", ...dialects]));
  });

  it("loads a function for each command", async () => {
    for (const spec of commands) expect(await spec.load()).toBeInstanceOf(Function);
  });

  it("has help that names every command, and of each command every flag", () => {
    for (const spec of commands) {
      expect(generalHelp()).toContain(`  ${spec.name} `);
      for (const flag of Object.keys(spec.flags)) {
        expect(commandHelp([spec])).toContain(`--${flag}`);
      }
    }
  });

  it("keeps the general help within 100 columns and free of trailing blanks", () => {
    for (const line of generalHelp().split("\n")) {
      expect(line.length).toBeLessThanOrEqual(100);
      expect(line).toBe(line.trimEnd());
    }
  });
});
