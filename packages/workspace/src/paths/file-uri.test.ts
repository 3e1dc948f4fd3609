import { describe, expect, it } from "vitest";
import { isFileUri, pathOfFileUri } from "./file-uri.ts";

describe("a file URI", () => {
  it.each([
    ["file:///etc/hosts", "/etc/hosts"],
    ["FILE://localhost/a%20b", "/a b"],
    ["file:///caf%C3%A9", "/café"],
    ["file:///a/%2e%2e/b", "/a/../b"],
    ["file:///100%25", "/100%"],
    ["file:///%252e%252e/x", "/%2e%2e/x"],
    ["file:///a%3Fb%23c", "/a?b#c"],
    ["file:///a%5Cb", "/a\\b"],
  ])("%s is decoded once to %s", (uri, path) => {
    expect(isFileUri(uri)).toBe(true);
    expect(pathOfFileUri(uri, "linux")).toBe(path);
  });

  it.each([
    ["file://server/share", "another machine"],
    ["file://127.0.0.1/etc", "another machine"],
    ["file://", "no path"],
    ["file://localhost", "no path"],
    ["file:///a%2fb", "separator"],
    ["file:///a%2Fb", "separator"],
    ["file:///a%00b", "null"],
    ["file:///a%zz", "UTF-8"],
    ["file:///a%ff", "UTF-8"],
    ["file:///a%", "UTF-8"],
    ["file:///a?b", "query"],
    ["file:///a#b", "fragment"],
  ])("%s is invalid input", (uri, part) => {
    expect(() => pathOfFileUri(uri, "linux")).toThrow(
      expect.objectContaining({ code: "input-invalid", message: expect.stringContaining(part) }),
    );
  });

  it("names a drive on Windows, and can't contain an encoded backslash", () => {
    expect(pathOfFileUri("file:///C:/a/b", "win32")).toBe("C:/a/b");
    expect(() => pathOfFileUri("file:///a/b", "win32")).toThrow(/drive/);
    expect(() => pathOfFileUri("file:///C:/a%5cb", "win32")).toThrow(/separator/);
  });
});
