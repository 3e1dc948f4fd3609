import { expect, it } from "vitest";
import { typeText } from "./type-text.ts";

it("ends for a schema that refers to itself many times", () => {
  const itself = Array.from({ length: 1_000 }, () => ({ $ref: "#" }));
  const properties = Object.fromEntries(itself.map((schema, index) => [`f${index}`, schema]));
  for (const schema of [{ anyOf: itself }, { properties }]) {
    expect(typeText(schema).length).toBeLessThan(100_000);
  }
});

it("lets no description or name end its comment or string", () => {
  const text = typeText({
    properties: { 'a": 1; b': { type: "string", description: "x */ evil(); /* y" } },
  });
  expect(text).toBe(String.raw`{ /** x * / evil(); /* y */ "a\": 1; b"?: string; }`);
});
