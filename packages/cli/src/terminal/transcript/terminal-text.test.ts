import { expect, test } from "vitest";
import { terminalText } from "./terminal-text.ts";

test.each([
  ["a progress bar", "10%\r50%\r100%\ndone\n", "100%\ndone\n"],
  ["a shorter line over a longer one", "abcdef\rxy\n", "xycdef\n"],
  ["line ends of Windows", "a\r\nb\r\n", "a\nb\n"],
  ["backspaces", "abc\b\bX", "aX"],
  ["colours", "\u001b[32mok\u001b[0m", "ok"],
  ["an empty text", "", ""],
])("%s", (_name, output, shown) => {
  expect(terminalText(output)).toBe(shown);
});
