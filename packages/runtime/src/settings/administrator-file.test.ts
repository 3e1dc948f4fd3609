import { expect, it } from "vitest";
import { administratorFile } from "./administrator-file.ts";

it("is where only the machine's administrator writes, whatever the environment says", () => {
  expect(administratorFile("linux")).toBe("/etc/toolwright/settings.json");
  expect(administratorFile("freebsd")).toBe("/etc/toolwright/settings.json");
  expect(administratorFile("darwin")).toBe("/Library/Application Support/toolwright/settings.json");
  expect(administratorFile("win32")).toBe("C:\\ProgramData\\toolwright\\settings.json");
});
