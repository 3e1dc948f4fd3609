import { expect, it } from "vitest";
import { plainAnswer } from "./plain-text.ts";

it("removes invisible characters from an answer at any depth, and keeps real scripts", () => {
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

it("removes invisible characters from field names, and drops values that are too deep", () => {
  let deep: unknown = "x\u200by";
  for (let level = 0; level < 100; level += 1) deep = { "na\u{e0041}me": deep };
  const text = JSON.stringify(plainAnswer({ "a\u202eb\u001b[31m": [{ "c\u200b": 1 }], deep }));
  expect(text).toContain('"ab":[{"c":1}]');
  expect(text).not.toMatch(/[\u200b\u202e]|\u{e0041}|\\u001b/u);
});
