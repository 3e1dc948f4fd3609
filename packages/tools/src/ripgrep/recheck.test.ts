import { createMemoryWorkspace } from "@toolwright/testing";
import { describe, expect, test } from "vitest";
import type { MatchedLine } from "./match-collector.ts";
import { isStillThere, isThere } from "./recheck.ts";

const line = (text: string, isCut = false, offset: number | null = null): MatchedLine => ({
  lineNumber: 1,
  text,
  isMatch: true,
  isCut,
  offset,
});

function access(files: Parameters<typeof createMemoryWorkspace>[0]) {
  return createMemoryWorkspace(files)
    .openSession("s")
    .openCall({ permit: () => true, isReadable: () => true, isRevoked: () => false });
}

describe("what ripgrep found", () => {
  test("is shown when the file has it, also in UTF-16, behind a million bytes, and when it was cut", async () => {
    const workspace = access({
      files: {
        "a.txt": "one\ntwo\r\n",
        "wide.txt": Buffer.from("\ufeffzwei", "utf16le"),
        "large.txt": `${"x".repeat(1_048_570)}needle-over-the-border\n`,
        "long.txt": `${"y".repeat(900)}z\n`,
      },
    });
    expect(await isStillThere(workspace, "a.txt", [line("two\r")])).toBe(true);
    expect(await isStillThere(workspace, "wide.txt", [line("zwei")])).toBe(true);
    expect(await isStillThere(workspace, "large.txt", [line("needle-over-the-border")])).toBe(true);
    const cut = `… [300 characters before] ${"y".repeat(500)} … [101 characters after]`;
    expect(await isStillThere(workspace, "long.txt", [line(cut, true)])).toBe(true);
  });

  test("is shown where it was read, and also when it has moved meanwhile", async () => {
    const workspace = access({ files: { "a.txt": `${"x".repeat(70_000)}\none\ntwo\nthree\n` } });
    const places = [line("one", false, 70_001), line("three", false, 70_009)];
    expect(await isStillThere(workspace, "a.txt", places)).toBe(true);
    const moved = [line("one", false, 70_001), line("three", false, 3), line("two", false, 1e9)];
    expect(await isStillThere(workspace, "a.txt", moved)).toBe(true);
    const gone = [line("one", false, 70_001), line("four", false, 70_009)];
    expect(await isStillThere(workspace, "a.txt", gone)).toBe(false);
  });

  test("isn't shown with lines around it that aren't there", async () => {
    const workspace = access({ files: { "a.txt": "match\n" } });
    const around = { ...line("secret", false, 6), isMatch: false };
    expect(await isStillThere(workspace, "a.txt", [line("match", false, 0), around])).toBe(false);
  });

  test("is left out when the file hasn't, is gone, or is now a link that leads out", async () => {
    const workspace = access({
      files: { "a.txt": "one\n", out: { link: "/elsewhere" }, "/elsewhere/b.txt": "secret\n" },
    });
    expect(await isStillThere(workspace, "a.txt", [line("one"), line("secret")])).toBe(false);
    expect(await isStillThere(workspace, "gone.txt", [line("one")])).toBe(false);
    expect(await isStillThere(workspace, "out/b.txt", [line("secret")])).toBe(false);
    expect(await isThere(workspace, "out/b.txt")).toBe(false);
    expect(await isThere(workspace, "a.txt")).toBe(true);
  });
});
