import { describe, expect, test } from "vitest";
import { parseDeclarations } from "./parse-declarations.ts";

const names = (text: unknown): readonly string[] =>
  parseDeclarations(JSON.stringify(text)).declarations.map(({ name }) => name);

describe("what is read", () => {
  const a = { name: "a", description: "Does a." };
  const b = { name: "b" };
  test.each<[string, unknown]>([
    ["a list of declarations", [a, b]],
    ["a list of tools", [{ functionDeclarations: [a] }, { functionDeclarations: [b] }]],
    ["the same in snake case", [{ function_declarations: [a, b] }]],
    ["both", [{ function_declarations: [a] }, b]],
    ["one tool", { functionDeclarations: [a, b] }],
  ])("is %s", (_what, printed) => {
    expect(names(printed)).toEqual(["a", "b"]);
  });

  test("is an empty list", () => {
    expect(parseDeclarations("[]")).toEqual({ declarations: [], problems: [] });
  });

  test("has a description and an object as input, also where none is declared", () => {
    expect(parseDeclarations('[{"name":"a","description":"  "}]').declarations).toEqual([
      { name: "a", description: "Runs a.", input: { type: "object", properties: {} } },
    ]);
  });
});

test("Gemini's types become JSON Schema's, at every level", () => {
  const [declaration] = parseDeclarations(
    JSON.stringify([
      {
        name: "get_weather",
        description: "Weather.",
        parameters: {
          type: "OBJECT",
          propertyOrdering: ["city", "days"],
          properties: {
            type: { type: "STRING", enum: ["STRING", "OBJECT"], description: "OBJECT or STRING" },
            days: { type: "INTEGER", nullable: true, format: "int32" },
            cities: {
              type: "ARRAY",
              minItems: "1",
              items: { type: "OBJECT", properties: { a: { type: "NUMBER" } } },
            },
            either: { anyOf: [{ type: "STRING" }, { type: ["NULL", "boolean"] }] },
            free: { type: "TYPE_UNSPECIFIED" },
          },
          required: ["cities"],
        },
      },
    ]),
  ).declarations;
  expect(declaration?.input).toEqual({
    type: "object",
    properties: {
      type: { type: "string", enum: ["STRING", "OBJECT"], description: "OBJECT or STRING" },
      days: { type: "integer", nullable: true, format: "int32" },
      cities: {
        type: "array",
        minItems: 1,
        items: { type: "object", properties: { a: { type: "number" } } },
      },
      either: { anyOf: [{ type: "string" }, { type: ["null", "boolean"] }] },
      free: {},
    },
    required: ["cities"],
  });
});

test("parameters may be plain JSON Schema", () => {
  const parametersJsonSchema = { type: "object", properties: { a: { type: "string" } } };
  expect(
    parseDeclarations(JSON.stringify([{ name: "a", parametersJsonSchema }])).declarations[0]?.input,
  ).toEqual(parametersJsonSchema);
});

test("one that can't be used costs itself and is told with the reason", () => {
  const { declarations, problems } = parseDeclarations(
    JSON.stringify([
      { name: "good" },
      { name: "not a name" },
      { name: "" },
      { description: "nameless" },
      "text",
      null,
      [],
      { name: "../../etc/passwd" },
      { name: "--yes" },
      { name: "described", description: 7 },
      { name: "huge", description: "x".repeat(200_000) },
      { name: "x".repeat(65) },
    ]),
  );
  // A word that begins with dashes is a name of ours; it reaches the command as one word all the same.
  expect(declarations.map(({ name }) => name)).toEqual(["good", "--yes"]);
  expect(problems.map(({ reason }) => reason)).toEqual([
    expect.stringContaining("its name is invalid"),
    expect.stringContaining("its name is invalid"),
    "it has no name",
    "it is not an object with a name",
    "it is not an object with a name",
    "it is not an object with a name",
    expect.stringContaining("its name is invalid"),
    "its description is not a string",
    expect.stringContaining("exceeds 100 kB"),
    expect.stringContaining("its name is invalid"),
  ]);
  expect(problems.map(({ name }) => name).slice(0, 4)).toEqual([
    "not a name",
    "(declaration 3)",
    "(declaration 4)",
    "(declaration 5)",
  ]);
});

test("of very many the first are taken, and it is told how many weren't", () => {
  const many = Array.from({ length: 1_500 }, (_, index) => ({ name: `t${index}` }));
  const { declarations, problems } = parseDeclarations(JSON.stringify(many));
  expect(declarations).toHaveLength(1_000);
  expect(problems).toEqual([
    { name: "(500 more)", reason: expect.stringContaining("the first 1,000") },
  ]);
});

test.each([
  ["", "printed nothing"],
  ["  \n", "printed nothing"],
  ["Loading tools…\n[]", "not JSON"],
  ['{"tools": []}', "not a list of function declarations"],
  ["7", "not a list of function declarations"],
  ["null", "not a list of function declarations"],
  ["[".repeat(100_000), "not JSON"],
])("refuses what isn't a list of declarations: %#", (text, why) => {
  expect(() => parseDeclarations(text)).toThrow(why);
});
