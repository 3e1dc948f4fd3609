import { expect, test } from "vitest";
import { elicitationRequest } from "./elicitation-request.ts";

const choices = [
  { const: "a", title: "First" },
  { const: "b", title: "Second" },
];

const formFor = (properties: unknown, titledChoices: boolean): unknown =>
  elicitationRequest(
    {
      id: "e",
      sessionId: "s",
      callId: "c",
      agent: "main",
      from: "x",
      kind: "form",
      message: "Which?",
      schema: { type: "object", properties, required: ["one"] },
    },
    { form: true, url: false, titledChoices },
  );

const properties = {
  one: { type: "string", title: "One", oneOf: choices },
  several: { type: "array", title: "Some", minItems: 1, items: { anyOf: choices } },
  text: { type: "string", minLength: 1 },
};

test("a host of today gets a form as it is", () => {
  expect(formFor(properties, true)).toMatchObject({ requestedSchema: { properties } });
});

test("an older host gets titles beside the values, and a text for several choices", () => {
  expect(formFor(properties, false)).toEqual({
    mode: "form",
    message: "x asks:\nWhich?",
    requestedSchema: {
      type: "object",
      required: ["one"],
      properties: {
        one: { type: "string", title: "One", enum: ["a", "b"], enumNames: ["First", "Second"] },
        several: { type: "string", title: "Some", description: "One or more of: First; Second" },
        text: { type: "string", minLength: 1 },
      },
    },
  });
});

test.each([
  { one: { oneOf: [null, 7] } },
  { one: { oneOf: [{ type: "string" }] } },
  { one: { oneOf: "a" } },
  { one: { type: "array", items: [choices] } },
  { one: { type: "array", items: { anyOf: [{}] } } },
])("what is no choice stays as it is: %j", (odd) => {
  expect(formFor(odd, false)).toMatchObject({ requestedSchema: { properties: odd } });
});

test("whatever a server sends for a form is passed on", () => {
  for (const odd of [null, 7, [], { one: null }]) {
    expect(() => formFor(odd, false)).not.toThrow();
  }
});
