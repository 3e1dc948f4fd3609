import { expect, it } from "vitest";
import { plainAnswer } from "./plain-text.ts";

it("removes from an answer what a person can't see, at any depth, and keeps real scripts", () => {
  const answer = {
    content: [
      { type: "text", text: "a\u200bb\u202ec\u001b[31md\u{e0041}\u3164 👩‍👩‍👧 می‌خواهم\r\n" },
    ],
    structuredContent: { deep: [{ name: "x\u2066y" }], count: 3, none: null },
  };
  expect(plainAnswer(answer)).toEqual({
    content: [{ type: "text", text: "abcd 👩‍👩‍👧 می‌خواهم\r\n" }],
    structuredContent: { deep: [{ name: "xy" }], count: 3, none: null },
  });
});
