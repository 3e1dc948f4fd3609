import { describe, expect, it } from "vitest";
import { containingRoot, isInside, isKernelPlace } from "./containment.ts";

describe("containment", () => {
  it.each([
    ["/ws", "/ws", true],
    ["/ws", "/ws/a", true],
    ["/ws", "/ws-evil", false],
    ["/ws", "/ws-evil/a", false],
    ["/ws", "/w", false],
    ["/ws", "/", false],
    ["/", "/etc", true],
    ["/", "/", true],
  ])("%s holds %s: %s", (directory, path, expected) => {
    expect(isInside(directory, path, "/")).toBe(expected);
  });

  it("compares with the Windows separator as well", () => {
    expect(isInside("C:\\ws", "C:\\ws\\a", "\\")).toBe(true);
    expect(isInside("C:\\ws", "C:\\ws-evil\\a", "\\")).toBe(false);
    expect(isInside("C:\\", "C:\\a", "\\")).toBe(true);
  });

  it("names the root that holds a path", () => {
    expect(containingRoot(["/a", "/b"], "/b/x", "/")).toBe("/b");
    expect(containingRoot(["/a", "/b"], "/c", "/")).toBeNull();
  });

  it("distinguishes the kernel's paths from similar names", () => {
    const places = ["/proc", "/proc/self/environ", "/dev/stdin", "/sys/kernel"];
    expect(places.every(isKernelPlace)).toBe(true);
    const others = ["/process", "/devel/x", "/ws/proc", "/system", "/"];
    expect(others.some(isKernelPlace)).toBe(false);
  });
});
