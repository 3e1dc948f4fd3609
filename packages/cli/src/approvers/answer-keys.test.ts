import { english } from "@toolwright/core/internal";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readAnswer } from "./answer-keys.ts";

/** A question with this many proposed rules. */
function asked(rules: number): Parameters<typeof readAnswer>[1] {
  const proposals = Array.from({ length: rules }, () => ({ patterns: [], label: "" }));
  return { stage: "run", proposals };
}

describe("readAnswer", () => {
  it("knows each key and its word", () => {
    for (const line of ["y", "Y", "yes", " ye "]) {
      expect(readAnswer(line, asked(0))).toEqual({ kind: "answer", answer: { outcome: "once" } });
    }
    expect(readAnswer("n", asked(0))).toEqual({ kind: "answer", answer: { outcome: "reject" } });
    expect(readAnswer("cancel", asked(0))).toEqual({
      kind: "answer",
      answer: { outcome: "cancel" },
    });
    expect(readAnswer("e", asked(0))).toEqual({ kind: "edit" });
  });

  it("passes the words after a no on", () => {
    expect(readAnswer("n use the other file", asked(0))).toEqual({
      kind: "answer",
      answer: { outcome: "reject", feedback: "use the other file" },
    });
  });

  it("chooses the narrowest rule, or the one with that number", () => {
    const session = (proposal: number): object => ({
      kind: "answer",
      answer: { outcome: "session", proposal },
    });
    expect(readAnswer("s", asked(3))).toEqual(session(0));
    expect(readAnswer("s2", asked(3))).toEqual(session(1));
    expect(readAnswer("always3", asked(3))).toEqual({
      kind: "answer",
      answer: { outcome: "always", proposal: 2 },
    });
  });

  it("offers no rule where there is none, nor one with another number", () => {
    expect(readAnswer("s", asked(0))).toMatchObject({ kind: "unclear" });
    const typed = readAnswer("a4", asked(3));
    expect(typed.kind === "unclear" && english.say(typed.hint)).toBe(
      "Choose one of 3 rules: a1 to a3.",
    );
    expect(readAnswer("s0", asked(3))).toMatchObject({ kind: "unclear" });
  });

  it("takes nothing for a yes but y, ye and yes", () => {
    fc.assert(
      fc.property(fc.string(), fc.nat(3), (line, proposals) => {
        const typed = readAnswer(line, asked(proposals));
        if (typed.kind !== "answer" || typed.answer.outcome !== "once") return;
        expect(line.trim()).toMatch(/^y(es?)?$/i);
      }),
    );
    for (const line of ["", "y please", "yep", "y2", "ok", "1"]) {
      expect(readAnswer(line, asked(1))).toMatchObject({ kind: "unclear" });
    }
  });

  it("commits or drops what a call did in its stage, and nothing else", () => {
    const question = { ...asked(1), stage: "commit" } as const;
    const answer = (line: string): unknown => readAnswer(line, question);
    expect(answer("y")).toEqual({ kind: "answer", answer: { outcome: "commit" } });
    expect(answer("drop")).toEqual({ kind: "answer", answer: { outcome: "drop" } });
    expect(answer("n not so")).toEqual({
      kind: "answer",
      answer: { outcome: "drop", feedback: "not so" },
    });
    for (const line of ["s", "a", "e", "", "y please"]) {
      expect(answer(line)).toMatchObject({ kind: "unclear" });
    }
  });

  it("tries a call in a stage only where that is offered", () => {
    expect(readAnswer("t", { ...asked(0), canStage: true })).toEqual({
      kind: "answer",
      answer: { outcome: "stage" },
    });
    expect(readAnswer("t", asked(0))).toMatchObject({ kind: "unclear" });
  });
});
