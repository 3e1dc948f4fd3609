import { english } from "@toolwright/core/internal";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readAnswer } from "./answer-keys.ts";

describe("readAnswer", () => {
  it("knows each key and its word", () => {
    for (const line of ["y", "Y", "yes", " ye "]) {
      expect(readAnswer(line, 0)).toEqual({ kind: "answer", answer: { outcome: "once" } });
    }
    expect(readAnswer("n", 0)).toEqual({ kind: "answer", answer: { outcome: "reject" } });
    expect(readAnswer("cancel", 0)).toEqual({ kind: "answer", answer: { outcome: "cancel" } });
    expect(readAnswer("e", 0)).toEqual({ kind: "edit" });
  });

  it("passes the words after a no on", () => {
    expect(readAnswer("n use the other file", 0)).toEqual({
      kind: "answer",
      answer: { outcome: "reject", feedback: "use the other file" },
    });
  });

  it("chooses the narrowest rule, or the one with that number", () => {
    const session = (proposal: number): object => ({
      kind: "answer",
      answer: { outcome: "session", proposal },
    });
    expect(readAnswer("s", 3)).toEqual(session(0));
    expect(readAnswer("s2", 3)).toEqual(session(1));
    expect(readAnswer("always3", 3)).toEqual({
      kind: "answer",
      answer: { outcome: "always", proposal: 2 },
    });
  });

  it("offers no rule where there is none, nor one with another number", () => {
    expect(readAnswer("s", 0)).toMatchObject({ kind: "unclear" });
    const typed = readAnswer("a4", 3);
    expect(typed.kind === "unclear" && english.say(typed.hint)).toBe(
      "Choose one of 3 rules: a1 to a3.",
    );
    expect(readAnswer("s0", 3)).toMatchObject({ kind: "unclear" });
  });

  it("takes nothing for a yes but y, ye and yes", () => {
    fc.assert(
      fc.property(fc.string(), fc.nat(3), (line, proposals) => {
        const typed = readAnswer(line, proposals);
        if (typed.kind !== "answer" || typed.answer.outcome !== "once") return;
        expect(line.trim()).toMatch(/^y(es?)?$/i);
      }),
    );
    for (const line of ["", "y please", "yep", "y2", "ok", "1"]) {
      expect(readAnswer(line, 1)).toMatchObject({ kind: "unclear" });
    }
  });
});
