import { dialects, modes } from "@toolwright/core";
import { english, languageCodes } from "@toolwright/core/internal";
import { profileNames } from "@toolwright/profiles";
import stringWidth from "string-width";
import { describe, expect, it } from "vitest";
import { commands } from "./command-table.ts";
import { englishIn } from "../../test/english-in.ts";
import { personLanguage } from "../language/person-language.ts";
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
      expect(generalHelp(english)).toContain(`  ${spec.name} `);
      for (const flag of Object.keys(spec.flags)) {
        expect(commandHelp([spec], english)).toContain(`--${flag}`);
      }
    }
  });

  it.each(languageCodes)("keeps the general help in %s within 100 columns", async (code) => {
    for (const line of generalHelp(await personLanguage(code)).split("\n")) {
      expect(stringWidth(line)).toBeLessThanOrEqual(100);
      expect(line).toBe(line.trimEnd());
    }
  });

  it("has no English in the Chinese help but names and placeholders", async () => {
    const chinese = await personLanguage("zh");
    const texts = [generalHelp(chinese), ...commands.map((spec) => commandHelp([spec], chinese))];
    for (const text of texts) expect(englishIn(text)).toEqual([]);
  });
});
