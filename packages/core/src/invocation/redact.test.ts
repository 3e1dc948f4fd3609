import { expect, it } from "vitest";
import type { Redactor } from "../ports/redactor.ts";
import { redactDeep } from "./redact.ts";

const hiding = (secret: string): Redactor => ({
  redact: (text) => text.replaceAll(secret, "«secret:S»"),
});

it("hides a secret in texts and names of fields, however deep, and copies nothing else", () => {
  const rest = { list: ["kept"] };
  const value = { deep: [{ "a hunter22 b": "hunter22" }], rest };
  const redacted = redactDeep(value, hiding("hunter22"));
  expect(redacted).toEqual({ deep: [{ "a «secret:S» b": "«secret:S»" }], rest });
  expect(redacted.rest).toBe(rest);
});

it.each([40, 90])("looks at each field once when what differs is %i levels deep", (levels) => {
  let value: unknown = { text: "the hunter22 is here" };
  for (let level = 0; level < levels; level += 1) value = { before: "kept", deep: value };
  let looks = 0;
  const redactor: Redactor = {
    redact(text) {
      looks += 1;
      if (looks > 1_000) throw new Error("It looks again and again.");
      return text.replaceAll("hunter22", "«secret:S»");
    },
  };
  expect(JSON.stringify(redactDeep(value, redactor))).not.toContain("hunter22");
});

it.each(["decision", "structured", "durationMs", "realPath"])(
  "leaves the field '%s' of an outcome when that word is a password",
  (word) => {
    expect(redactDeep({ [word]: `it is ${word}` }, hiding(word))).toEqual({
      [word]: "it is «secret:S»",
    });
  },
);

it("doesn't show the redactor what is too short for it", () => {
  const shown: string[] = [];
  const redactor: Redactor = {
    leastLength: 8,
    redact(text) {
      shown.push(text);
      return text;
    },
  };
  redactDeep({ short: "seven c", long: "eight ch", "a long name": ["x"] }, redactor);
  expect(shown).toEqual(["eight ch", "a long name"]);
});

it("takes nothing but text from the redactor", () => {
  const broken = { redact: () => undefined } as unknown as Redactor;
  expect(() => redactDeep({ a: "text" }, broken)).toThrow(TypeError);
});
