import { describe, expect, it } from "vitest";
import { whyNotOnWindows } from "./windows-path.ts";

describe("on Windows", () => {
  it.each([
    "\\\\host\\share\\x",
    "//host/share",
    "\\\\?\\C:\\x",
    "\\\\.\\PhysicalDrive0",
    "C:x",
    "c:",
    "a:b",
    "dir/file.txt:stream",
    ".git::$DATA",
    "C:\\a\\b:c",
    "CON",
    "nul",
    "NUL.txt",
    "dir\\com1.log",
    "LPT¹",
    "aux .txt",
    "CONOUT$",
    "a.",
    ".git.",
    ".git ",
    "dir./x",
    "what?",
    "a*b",
    'say "x"',
    "a|b",
    "a\u0001b",
  ])("%j is refused", (path) => {
    expect(whyNotOnWindows(path)).toEqual(expect.any(String));
  });

  it.each([
    "a.ts",
    "src/a.ts",
    "src\\a.ts",
    "..\\x",
    "./x",
    "C:\\x\\y",
    "D:/x",
    "console",
    "com10",
    "nullable.ts",
    ".git",
    "~",
    "GIT~1",
  ])("%j is accepted", (path) => {
    expect(whyNotOnWindows(path)).toBeNull();
  });
});
