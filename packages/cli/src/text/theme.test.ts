import { expect, test } from "vitest";
import { themeFor } from "./theme.ts";

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
