import { expect, test } from "vitest";
import { codesOn, themeFor } from "./theme.ts";

test.each([
  ["no locale at all", {}, "›"],
  ["a UTF-8 locale", { LANG: "de_DE.UTF-8" }, "›"],
  ["utf8 without its hyphen", { LC_CTYPE: "C.utf8" }, "›"],
  ["the C locale", { LANG: "C" }, ">"],
  ["Latin-1", { LANG: "de_DE.ISO-8859-1" }, ">"],
  ["LC_ALL over LANG", { LC_ALL: "POSIX", LANG: "en_US.UTF-8" }, ">"],
  ["the Linux console", { TERM: "linux", LANG: "C.UTF-8" }, ">"],
])("%s chooses the prompt's sign", (_name, variables, prompt) => {
  expect(themeFor(variables).glyphs.prompt).toBe(prompt);
});

test.each([
  [{}, true],
  [{ TERM: "xterm-256color" }, true],
  [{ NO_COLOR: "1" }, false],
  [{ NO_COLOR: "" }, true],
  [{ TERM: "dumb" }, false],
])("colours with %o: %s", (variables, hasColours) => {
  expect(themeFor(variables).hasColours).toBe(hasColours);
});

test.each([
  [{}, 36],
  [{ COLORFGBG: "15;0" }, 36],
  [{ COLORFGBG: "0;15" }, "38;5;25"],
  [{ COLORFGBG: "0;default;7" }, "38;5;25"],
  [{ COLORFGBG: "0;15", TOOLWRIGHT_THEME: "dark" }, 36],
  [{ TOOLWRIGHT_THEME: "light" }, "38;5;25"],
])("colours for the background that %o tells: %s", (variables, accent) => {
  expect(themeFor(variables).codes.accent).toBe(accent);
});

test("colours for the background that the terminal tells", () => {
  expect(codesOn({ r: 253, g: 246, b: 227 }).accent).toBe("38;5;25");
  expect(codesOn({ r: 0, g: 43, b: 54 }).accent).toBe(36);
});
