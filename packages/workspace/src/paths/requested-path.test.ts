import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { maxNameLength, maxPathBytes, requestedPath } from "./requested-path.ts";

const read = (asked: string): string => requestedPath(asked, "/ws/src", "linux");

describe("a requested path", () => {
  it.each([
    ["a.ts", "/ws/src/a.ts"],
    [".", "/ws/src"],
    ["./a/./b/", "/ws/src/a/b"],
    ["../a.ts", "/ws/a.ts"],
    ["a/../../../x", "/x"],
    ["/etc//hosts", "/etc/hosts"],
    ["a.", "/ws/src/a."],
    [" a ", "/ws/src/ a "],
    ["~/a", "/ws/src/~/a"],
    ["~root", "/ws/src/~root"],
    ["$HOME/a", "/ws/src/$HOME/a"],
    ["%USERPROFILE%/a", "/ws/src/%USERPROFILE%/a"],
    ["%2e%2e/a", "/ws/src/%2e%2e/a"],
    ["C:\\x", "/ws/src/C:\\x"],
    ["\\\\host\\share", "/ws/src/\\\\host\\share"],
    ["file:a", "/ws/src/file:a"],
    ["file:///etc/hosts", "/etc/hosts"],
    ["line\nbreak", "/ws/src/line\nbreak"],
  ])("%j is read as %j", (asked, path) => {
    expect(read(asked)).toBe(path);
  });

  it.each([
    ["an empty path", "", "current directory"],
    ["a null character", "a\0b", "null character"],
    ["a lone surrogate", "a\ud800b", "surrogate"],
    ["a name over 255 bytes", "é".repeat(128), "256 bytes"],
    ["a path over 4095 bytes", "a/".repeat(2048), "4095"],
    ["a path that cwd makes too long", `${"a/".repeat(2043)}abc`, "4095"],
    ["a huge path", "x".repeat(100_000_000), "4095"],
  ])("%s is invalid input", (_what, asked, part) => {
    expect(() => read(asked)).toThrow(
      expect.objectContaining({ code: "input-invalid", message: expect.stringContaining(part) }),
    );
  });

  it("may be as long as the limits for names and paths", () => {
    expect(read("x".repeat(maxNameLength))).toHaveLength("/ws/src/".length + maxNameLength);
    const longest = "/a".repeat((maxPathBytes - 1) / 2);
    expect(read(longest)).toBe(longest);
  });

  it("shows a refused path shortened and without misleading characters", () => {
    expect(() => read(`a\0\u202e${"x".repeat(3000)}`)).toThrow(/'a\\u\{0\}\\u\{202e\}x{90,}…x+'/);
  });

  it("is absolute and has no empty, `.` or `..` name, whatever was asked", () => {
    const piece = fc.constantFrom("a", "b.ts", ".", "..", "", "~", "%2e", "é");
    fc.assert(
      fc.property(fc.array(piece, { minLength: 1, maxLength: 12 }), (pieces) => {
        const asked = pieces.join("/");
        fc.pre(asked !== "");
        const names = read(asked).slice(1).split("/");
        expect(names.some((name) => name === "." || name === "..")).toBe(false);
        expect(names.length === 1 || !names.includes("")).toBe(true);
      }),
    );
  });

  it("refuses Windows paths on Windows only", () => {
    expect(requestedPath("a/b.ts", "C:\\ws", "win32")).toBe("C:\\ws\\a\\b.ts");
    expect(() => requestedPath("\\\\host\\x", "C:\\ws", "win32")).toThrow(/another machine/);
    expect(() => requestedPath("NUL", "C:\\ws", "win32")).toThrow(/device/);
    expect(requestedPath("file:///C:/ws/a.ts", "C:\\", "win32")).toBe("C:\\ws\\a.ts");
  });
});
