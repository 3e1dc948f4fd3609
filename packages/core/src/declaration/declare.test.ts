import fc from "fast-check";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { compileSchema } from "../schema/compile.ts";
import { schemaWithValue } from "../schema/fixtures/schema-with-value.ts";
import { repairInput } from "../schema/repair.ts";
import type { JsonSchema } from "../schema/standard-schema.ts";
import { type DeclarableTool, traitsOfKind } from "./declarable-tool.ts";
import { declare, type Dialect, dialects, nameInDialect } from "./declare.ts";

type Json = Record<string, unknown>;

async function toolOf(
  input: z.ZodType | JsonSchema,
  more: Partial<DeclarableTool> = {},
): Promise<DeclarableTool> {
  const { jsonSchema } = await compileSchema(input, "The input");
  return {
    name: "read_file",
    title: "Read file",
    description: "Reads a file and returns its text.",
    kind: "read",
    inputSchema: jsonSchema,
    strict: true,
    source: "custom",
    scope: "any",
    traits: traitsOfKind("read"),
    ...more,
  };
}

/** Name, description and schema of a declaration in any dialect. */
function read(declaration: unknown): {
  name: string;
  description: string;
  schema: Json;
  raw: Json;
} {
  let raw = declaration as Json;
  if (Array.isArray(raw["functionDeclarations"])) raw = raw["functionDeclarations"][0] as Json;
  const f = (raw["function"] ?? raw) as Json;
  const schema =
    f["parameters"] ?? f["parametersJsonSchema"] ?? f["input_schema"] ?? f["inputSchema"];
  return {
    name: String(f["name"]),
    description: String(f["description"]),
    schema: (schema ?? { type: "object", properties: {} }) as Json,
    raw: f,
  };
}

const declareOne = (tool: DeclarableTool, dialect: Dialect) => {
  const [declaration] = declare([tool], { dialect });
  return read(declaration);
};

/** What vendors refuse in a schema, at every level. */
function faults(schema: unknown, at = "root"): string[] {
  if (typeof schema !== "object" || schema === null || Array.isArray(schema)) {
    return typeof schema === "boolean" ? [] : [`${at} is no schema`];
  }
  const s = schema as Json;
  const found: string[] = [];
  for (const keyword of ["$ref", "$defs", "definitions", "$schema", "$id", "$anchor"]) {
    if (keyword in s) found.push(`${at} has ${keyword}`);
  }
  const properties = (s["properties"] ?? {}) as Json;
  for (const name of (s["required"] ?? []) as string[]) {
    if (!Object.hasOwn(properties, name)) found.push(`${at} requires ${name}`);
  }
  for (const [name, property] of Object.entries(properties)) {
    const description = (property as Json)["description"];
    if (typeof description !== "string" || description.trim().length < 4) {
      found.push(`${at}.${name} has no description`);
    }
    found.push(...faults(property, `${at}.${name}`));
  }
  const isList = [s["type"]].flat().some((type) => String(type).toLowerCase() === "array");
  if (isList && s["items"] === undefined && s["prefixItems"] === undefined) {
    found.push(`${at} has no items`);
  }
  if (s["pattern"] !== undefined) {
    try {
      new RegExp(s["pattern"] as string, "u");
    } catch {
      found.push(`${at} has a wrong pattern`);
    }
  }
  for (const keyword of ["items", "additionalProperties"]) {
    if (s[keyword] !== undefined) found.push(...faults(s[keyword], `${at}.${keyword}`));
  }
  for (const keyword of ["anyOf", "oneOf", "allOf"]) {
    if (s[keyword] === undefined) continue;
    const list = s[keyword] as unknown[];
    if (!Array.isArray(list) || list.length === 0) found.push(`${at} has an empty ${keyword}`);
    else found.push(...list.flatMap((one, index) => faults(one, `${at}.${keyword}[${index}]`)));
  }
  return found;
}

function strictFaults(schema: unknown): string[] {
  if (typeof schema !== "object" || schema === null) return [];
  const s = schema as Json;
  const found: string[] = [];
  const properties = s["properties"] as Json | undefined;
  if (properties !== undefined) {
    if (s["additionalProperties"] !== false) found.push("is open");
    for (const name of Object.keys(properties)) {
      if (!((s["required"] ?? []) as string[]).includes(name)) found.push(`${name} is optional`);
    }
  }
  const children = [
    ...Object.values(properties ?? {}),
    s["items"],
    ...((s["anyOf"] ?? []) as unknown[]),
  ];
  return [...found, ...children.flatMap(strictFaults)];
}

const geminiForbidden =
  /"(?:\$schema|const|oneOf|allOf|anyOf|not|exclusiveMinimum|exclusiveMaximum|patternProperties|additionalProperties|multipleOf|default)":|"type":\[/;

function checkDialect(tool: DeclarableTool, dialect: Dialect): void {
  const { name, schema: root, raw, description } = declareOne(tool, dialect);
  expect(faults(root)).toEqual([]);
  expect(String(root["type"]).toLowerCase()).toBe("object");
  expect(description.length).toBeGreaterThan(10);
  expect(JSON.stringify(declare([tool], { dialect })).length).toBeLessThan(2_000_000);
  if (dialect !== "canonical") {
    for (const keyword of ["anyOf", "oneOf", "allOf", "not", "if", "enum"]) {
      expect(root).not.toHaveProperty(keyword);
    }
    expect(name).toMatch(/^[A-Za-z_][\w-]{0,63}$/);
  }
  if (dialect.startsWith("openai") && raw["strict"] === true)
    expect(strictFaults(root)).toEqual([]);
  if (dialect === "gemini")
    expect(JSON.stringify(raw["parameters"] ?? {})).not.toMatch(geminiForbidden);
}

const Tree = z.object({
  name: z.string(),
  get children() {
    return z.array(Tree);
  },
});

const schemas: Record<string, z.ZodType | JsonSchema> = {
  plain: z.object({ path: z.string().describe("Path."), limit: z.int().min(1).default(5) }),
  empty: z.object({}),
  everything: z.object({
    union: z.union([z.string(), z.array(z.string())]),
    nullable: z.string().nullable(),
    optionalNullable: z.number().nullish(),
    record: z.record(z.string(), z.number()),
    shape: z.discriminatedUnion("kind", [
      z.object({ kind: z.literal("file"), path: z.string() }),
      z.object({ kind: z.literal("text"), text: z.string() }),
    ]),
    order: z.enum(["name", "size"]).default("name"),
    pair: z.tuple([z.string(), z.number()]),
    both: z.intersection(z.object({ a: z.string() }), z.object({ b: z.string() })),
    any: z.any(),
    id: z.uuid(),
    mail: z.email().optional(),
    positive: z.number().positive(),
    level: z.literal([1, 2, 3]),
    yes: z.literal(true),
    list: z
      .array(z.object({ old: z.string(), all: z.boolean().optional() }))
      .min(1)
      .max(5),
  }),
  unionRoot: z.union([z.object({ a: z.string() }), z.object({ b: z.string() })]),
  discriminatedRoot: z.discriminatedUnion("kind", [
    z.object({ kind: z.literal("file"), path: z.string() }),
    z.object({ kind: z.literal("text"), text: z.string().optional() }),
  ]),
  intersectionRoot: z.object({ a: z.string() }).and(z.object({ b: z.string() })),
  recursive: Tree,
  recursiveRaw: {
    type: "object",
    properties: { self: { $ref: "#" }, other: { $ref: "#/$defs/list" } },
    $defs: { list: { type: "array", items: { $ref: "#/$defs/list" } } },
  },
  open: { type: "object" },
  sloppy: {
    type: "object",
    title: "Sloppy",
    properties: {
      a: true,
      b: false,
      c: { type: "array" },
      d: { pattern: "^[\\w-.]+$", type: "string" },
      url: { type: "string", description: "URL" },
      "odd name!": { type: "string" },
      e: { type: ["string", "integer", "null"] },
      f: { enum: ["", "x"] },
      g: { type: "object", properties: {}, "x-vendor": 1 },
    },
    required: ["missing", "a"],
    not: { required: ["a", "c"] },
    dependentRequired: { c: ["d"] },
    anyOf: [{ required: ["a"] }, { required: ["c"] }],
  },
  conditional: {
    type: "object",
    properties: { n: { type: "integer", exclusiveMinimum: 0, multipleOf: 5, not: { const: 10 } } },
    if: { properties: { n: { const: 5 } } },
    // oxlint-disable-next-line unicorn/no-thenable -- the keyword
    then: { required: ["n"] },
    patternProperties: { "^x-": { type: "string" } },
    minProperties: 1,
  },
};

describe("declare", () => {
  for (const dialect of dialects) {
    for (const [kind, schema] of Object.entries(schemas)) {
      test(`writes the ${kind} schema for ${dialect} so that the vendor takes it`, async () => {
        const tool = await toolOf(schema);
        const before = JSON.stringify(tool);
        checkDialect(tool, dialect);
        checkDialect({ ...tool, strict: false }, dialect);
        expect(JSON.stringify(tool)).toBe(before);
      });
    }
  }

  test("declares a schema of many mutually recursive parts in good time and size", async () => {
    const names = Array.from({ length: 12 }, (_, index) => `node${index}`);
    const node = {
      type: "object",
      properties: Object.fromEntries(names.map((name) => [name, { $ref: `#/$defs/${name}` }])),
    };
    const $defs = Object.fromEntries(names.map((name) => [name, structuredClone(node)]));
    const tool = await toolOf({ type: "object", properties: node.properties, $defs });
    for (const dialect of dialects) {
      checkDialect(tool, dialect);
      expect(JSON.stringify(declareOne(tool, dialect).schema).length).toBeLessThan(200_000);
    }
  });

  test("never shuts out a value that the tool's schema accepts", async () => {
    await fc.assert(
      fc.asyncProperty(schemaWithValue, async ({ schema, value }) => {
        const tool = await toolOf(schema, { strict: false });
        for (const dialect of ["canonical", "mcp", "anthropic", "openai-chat", "ai-sdk"] as const) {
          const declared = declareOne(tool, dialect).schema;
          expect(faults(declared)).toEqual([]);
          const { validate } = await compileSchema(declared, dialect);
          expect((await validate(value)).issues).toBeUndefined();
        }
        checkDialect({ ...tool, strict: true }, "openai-chat");
        checkDialect(tool, "gemini");
      }),
      { numRuns: 60 },
    );
  });

  test("takes back what strict mode makes a model send: null for what is left out", async () => {
    const item = z.object({ old: z.string(), all: z.boolean().optional() });
    const input = z.object({
      path: z.string(),
      limit: z.int().optional(),
      mode: z.literal("fast").optional(),
      keep: z.string().nullish(),
      items: z.array(item),
      shape: z.union([item, z.string()]).optional(),
    });
    const tool = await toolOf(input);
    const { raw, schema } = declareOne(tool, "openai-chat");
    expect(raw["strict"]).toBe(true);
    const full = {
      path: "a",
      limit: null,
      mode: null,
      keep: null,
      items: [{ old: "x", all: null }],
      shape: { old: "y", all: null },
    };
    const declared = await compileSchema(schema, "The declaration");
    expect((await declared.validate(full)).issues).toBeUndefined();
    const { jsonSchema, validate } = await compileSchema(input, "The input");
    const { issues = [] } = await validate(full);
    const { value } = repairInput(full, jsonSchema, issues);
    expect(value).toEqual({ path: "a", keep: null, items: [{ old: "x" }], shape: { old: "y" } });
    expect((await validate(value)).issues).toBeUndefined();
  });

  test("keeps order, and one entry for all functions in gemini", async () => {
    const tools = [
      await toolOf(z.object({ a: z.string() }), { name: "one" }),
      await toolOf(z.object({}), { name: "two" }),
    ];
    expect(declare(tools, { dialect: "mcp" }).map(({ name }) => name)).toEqual(["one", "two"]);
    const [gemini, ...others] = declare(tools, { dialect: "gemini" });
    expect(gemini?.functionDeclarations.map(({ name }) => name)).toEqual(["one", "two"]);
    expect(gemini?.functionDeclarations[1]).not.toHaveProperty("parameters");
    expect(others).toEqual([]);
    expect(declare([], { dialect: "gemini" })).toEqual([]);
  });

  test("refuses a dialect that isn't one, naming those there are", () => {
    expect(() => declare([], { dialect: "toString" as Dialect })).toThrow(
      /No dialect 'toString'\. Known: openai-chat, .*canonical\./,
    );
  });

  test("says of a circle what it stands for", async () => {
    const tool = await toolOf(schemas["recursiveRaw"] as JsonSchema);
    const { schema } = declareOne(tool, "mcp");
    expect(schema["properties"]).toEqual({
      self: {
        type: "object",
        description: "Of the same form as the whole input, nested as deep as needed.",
      },
      other: {
        type: "array",
        items: {
          type: "array",
          items: {},
          description: "Of the same form as 'list', nested as deep as needed.",
        },
        description: "The other.",
      },
    });
  });

  test("puts into words which fields of a union's alternatives go together", async () => {
    const tool = await toolOf(schemas["discriminatedRoot"] as z.ZodType);
    for (const dialect of ["anthropic", "openai-chat", "mcp", "gemini"] as const) {
      const { description, schema } = declareOne(tool, dialect);
      expect(description).toContain(
        'Give exactly one of these sets of fields: {kind: "file", path} or {kind: "text", text?}.',
      );
      expect(JSON.stringify(schema["properties"])).toContain('"enum":["file","text"');
    }
  });
});

describe("openai", () => {
  test("writes a strict schema: all required, closed, what is optional nullable", async () => {
    const tool = await toolOf(
      z.object({
        path: z.string().min(1).describe("Path of the file"),
        limit: z.int().min(1).default(5),
        order: z.enum(["name", "size"]).optional(),
        mode: z.literal("fast").optional(),
        edits: z.array(z.object({ old: z.string(), all: z.boolean().optional() })).optional(),
        shape: z.discriminatedUnion("kind", [
          z.object({ kind: z.literal("a"), x: z.string() }),
          z.object({ kind: z.literal("b"), y: z.string() }),
        ]),
      }),
    );
    expect(declare([tool], { dialect: "openai-chat" })).toEqual([
      {
        type: "function",
        function: {
          name: "read_file",
          description: "Reads a file and returns its text.",
          strict: true,
          parameters: {
            type: "object",
            additionalProperties: false,
            required: ["path", "limit", "order", "mode", "edits", "shape"],
            properties: {
              path: { type: "string", description: "Path of the file. At least 1 character." },
              limit: { type: ["integer", "null"], minimum: 1, description: "Default: 5." },
              order: {
                type: ["string", "null"],
                enum: ["name", "size", null],
                description: "The order.",
              },
              mode: { type: ["string", "null"], enum: ["fast", null], description: "The mode." },
              edits: {
                anyOf: [
                  {
                    type: "array",
                    items: {
                      type: "object",
                      additionalProperties: false,
                      required: ["old", "all"],
                      properties: {
                        old: { type: "string", description: "The old." },
                        all: { type: ["boolean", "null"], description: "The all." },
                      },
                    },
                  },
                  { type: "null" },
                ],
                description: "The edits.",
              },
              shape: {
                anyOf: [
                  {
                    type: "object",
                    additionalProperties: false,
                    required: ["kind", "x"],
                    properties: {
                      kind: { type: "string", const: "a", description: "The kind." },
                      x: { type: "string", description: "The x." },
                    },
                  },
                  {
                    type: "object",
                    additionalProperties: false,
                    required: ["kind", "y"],
                    properties: {
                      kind: { type: "string", const: "b", description: "The kind." },
                      y: { type: "string", description: "The y." },
                    },
                  },
                ],
                description: "The shape.",
              },
            },
          },
        },
      },
    ]);
  });

  test.each<[string, z.ZodType | JsonSchema]>([
    ["an open object", z.object({ a: z.record(z.string(), z.number()) })],
    ["a value of any type", z.object({ a: z.unknown() })],
    ["a circle", Tree],
    [
      "names by pattern",
      {
        type: "object",
        properties: { a: { type: "object", properties: {}, patternProperties: { x: {} } } },
      },
    ],
    [
      "objects that can't be told apart",
      z.object({ a: z.union([z.object({ x: z.string() }), z.object({ x: z.number() })]) }),
    ],
    [
      "too many levels",
      z.object({
        a: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].reduce<z.ZodType>(
          (inner) => z.object({ inner }),
          z.string(),
        ),
      }),
    ],
  ])("isn't strict with %s, and says so", async (_what, schema) => {
    const tool = await toolOf(schema);
    expect(declareOne(tool, "openai-responses").raw["strict"]).toBe(false);
    expect(faults(declareOne(tool, "openai-responses").schema)).toEqual([]);
  });

  test("isn't strict when the tool doesn't ask for it", async () => {
    const tool = await toolOf(z.object({ a: z.string().optional() }), { strict: false });
    const { raw, schema } = declareOne(tool, "openai-responses");
    expect(raw["strict"]).toBe(false);
    expect(schema["required"]).toBeUndefined();
  });
});

describe("gemini", () => {
  test("writes its own subset and puts the rest into words", async () => {
    const tool = await toolOf(
      z.object({
        count: z.int().gt(0).multipleOf(5),
        ratio: z.number().gt(0).optional(),
        mode: z.literal("fast"),
        yes: z.literal(true),
        level: z.literal([1, 2]),
        note: z.string().nullable(),
        order: z.enum(["name", "size"]).nullable().default("name"),
        mail: z.email(),
        when: z.iso.datetime(),
        list: z.array(z.object({ a: z.string() })).min(1),
      }),
    );
    const { raw } = declareOne(tool, "gemini");
    const properties = (raw["parameters"] as Json)["properties"] as Record<string, Json>;
    expect(properties["count"]).toEqual({
      type: "INTEGER",
      minimum: 1,
      description: "Must be a multiple of 5.",
    });
    expect(properties["ratio"]).toEqual({ type: "NUMBER", description: "Must be greater than 0." });
    expect(properties["mode"]).toEqual({
      type: "STRING",
      enum: ["fast"],
      description: "The mode.",
    });
    expect(properties["yes"]).toEqual({ type: "BOOLEAN", description: "Always true." });
    expect(properties["level"]).toEqual({ type: "NUMBER", description: "One of: 1, 2." });
    expect(properties["note"]).toEqual({
      type: "STRING",
      nullable: true,
      description: "The note.",
    });
    expect(properties["order"]).toEqual({
      type: "STRING",
      nullable: true,
      enum: ["name", "size"],
      description: 'Default: "name".',
    });
    expect(properties["mail"]?.["description"]).toBe("Format: email.");
    expect(properties["when"]?.["format"]).toBe("date-time");
    expect(properties["list"]).toMatchObject({
      type: "ARRAY",
      minItems: 1,
      items: { type: "OBJECT" },
    });
    expect((raw["parameters"] as Json)["required"]).not.toContain("ratio");
  });

  test("writes a union of objects as one object, and of texts as one text", async () => {
    const tool = await toolOf(
      z.object({
        shape: z.union([z.object({ a: z.string() }), z.object({ b: z.number() })]),
        word: z.union([z.literal("x"), z.enum(["y", "z"])]),
      }),
    );
    const { raw } = declareOne(tool, "gemini");
    expect((raw["parameters"] as Json)["properties"]).toEqual({
      shape: {
        type: "OBJECT",
        properties: {
          a: { type: "STRING", description: "The a." },
          b: { type: "NUMBER", description: "The b." },
        },
        description: "Give at least one of these sets of fields: {a} or {b}.",
      },
      word: { type: "STRING", enum: ["x", "y", "z"], description: "The word." },
    });
  });

  test.each<[string, z.ZodType]>([
    ["a value of several types", z.object({ a: z.union([z.string(), z.array(z.string())]) })],
    ["a value of any type", z.object({ a: z.unknown() })],
    ["free fields", z.object({ a: z.record(z.string(), z.number()) })],
  ])("uses JSON Schema for %s, which the subset can't say", async (_what, schema) => {
    const { raw } = declareOne(await toolOf(schema), "gemini");
    expect(raw["parameters"]).toBeUndefined();
    expect(raw["parametersJsonSchema"]).toMatchObject({ type: "object" });
  });
});

describe("anthropic", () => {
  test("tells of fields whose names the API refuses in the description", async () => {
    const tool = await toolOf({
      type: "object",
      properties: {
        ok: { type: "string" },
        "filter[id]": { type: "string", description: "An id." },
      },
      required: ["filter[id]"],
      additionalProperties: false,
    });
    const { description, schema } = declareOne(tool, "anthropic");
    expect(Object.keys(schema["properties"] as Json)).toEqual(["ok"]);
    expect(schema["additionalProperties"]).toBeUndefined();
    expect(description).toContain(
      '"filter[id]" (required): {"type":"string","description":"An id."}',
    );
  });
});

test("a tool's icon is for MCP hosts and programs, not for models", async () => {
  const tool = await toolOf(z.object({}), { icon: "data:image/png;base64,AA==" });
  expect(declareOne(tool, "mcp").raw).toMatchObject({ icons: [{ src: tool.icon }] });
  expect(declareOne(tool, "canonical").raw).toMatchObject({ icon: tool.icon });
  for (const dialect of ["anthropic", "openai-chat", "openai-responses", "gemini"] as const) {
    expect(JSON.stringify(declareOne(tool, dialect).raw)).not.toContain("data:image");
  }
});

describe("mcp", () => {
  test("gives title, output schema and hints", async () => {
    const { jsonSchema } = await compileSchema(z.object({ n: z.int() }), "The output", "output");
    const tool = await toolOf(z.object({ path: z.string() }), {
      kind: "edit",
      traits: traitsOfKind("edit"),
      outputSchema: jsonSchema,
    });
    expect(declare([tool], { dialect: "mcp" })[0]).toMatchObject({
      title: "Read file",
      outputSchema: { type: "object", required: ["n"] },
      annotations: { readOnlyHint: false, destructiveHint: true, title: "Read file" },
    });
  });
});

describe("canonical", () => {
  test("keeps the name, the kind and the unions of the schema", async () => {
    const name = "x".repeat(80);
    const tool = await toolOf(schemas["unionRoot"] as z.ZodType, { name });
    const [declaration] = declare([tool], { dialect: "canonical" });
    expect(declaration).toMatchObject({
      name,
      kind: "read",
      outputSchema: null,
      source: "custom",
    });
    expect(declaration?.inputSchema["anyOf"]).toHaveLength(2);
  });
});

describe("nameInDialect", () => {
  test("keeps a name that fits and shortens others to what never collides", () => {
    expect(nameInDialect("read_file", "anthropic")).toBe("read_file");
    const long = `mcp__server__${"tool".repeat(30)}`;
    const names = [long, `${long}a`, `${long}b`].map((name) => nameInDialect(name, "openai-chat"));
    expect(new Set(names).size).toBe(3);
    expect(names.every((name) => /^[\w-]{64}$/.test(name))).toBe(true);
    expect(nameInDialect(long, "openai-chat")).toBe(names[0]);
    expect(nameInDialect("a.b", "openai-chat")).toMatch(/^a_b_[0-9a-f]{8}$/);
    expect(nameInDialect("a.b", "gemini")).toBe("a.b");
    expect(nameInDialect("2fa", "gemini")).toMatch(/^_2fa_[0-9a-f]{8}$/);
    expect(nameInDialect("é!", "mcp")).toMatch(/^___[0-9a-f]{8}$/);
  });

  test("gives the same short name on every machine", () => {
    expect(nameInDialect("a b", "openai-chat")).toBe("a_b_10a3f9f2");
  });
});
