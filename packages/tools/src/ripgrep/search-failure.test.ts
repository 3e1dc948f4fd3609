import { describe, expect, it } from "vitest";
import type { RipgrepEnd } from "./run-ripgrep.ts";
import { assertPatternTaken, unreadableNote } from "./search-failure.ts";

const endWith = (errors: string, end: Partial<RipgrepEnd> = {}): RipgrepEnd => ({
  reason: "done",
  exitCode: 2,
  errors,
  ...end,
});

describe("assertPatternTaken", () => {
  it("tells ripgrep's words without the options of its command line", () => {
    const errors =
      "rg: regex parse error:\n    (?:a{9)\n        ^\nerror: unclosed\n\nConsider --pcre2.";
    expect(() => assertPatternTaken(endWith(errors))).toThrowError(
      expect.objectContaining({
        code: "input-invalid",
        message: expect.stringMatching(/regex parse error:\n.*\n.*\nerror: unclosed\nCorrect it/),
      }),
    );
  });

  it("takes places that can't be read, and a run that was stopped, for no failure", () => {
    const unreadable = "rg: ./a: Permission denied (os error 13)\n";
    expect(() => assertPatternTaken(endWith(unreadable))).not.toThrow();
    expect(() => assertPatternTaken(endWith("rg: x", { reason: "stopped" }))).not.toThrow();
    expect(() => assertPatternTaken(endWith("", { exitCode: 1 }))).not.toThrow();
  });
});

describe("unreadableNote", () => {
  it("counts what couldn't be read, and names nothing of it", () => {
    const errors = "rg: ./secret/a: Permission denied\nrg: ./secret/b: Permission denied\n";
    expect(unreadableNote(endWith(errors))).toBe(
      "2 files or directories couldn't be read and were skipped.",
    );
    expect(unreadableNote(endWith(""))).toBeNull();
  });
});
