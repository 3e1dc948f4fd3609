import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { type CompiledSchema, compileSchema } from "./compile.ts";
import { isSchemaObject } from "./keywords.ts";

// Cases of github.com/json-schema-org/JSON-Schema-Test-Suite (44401e0, MIT: see the LICENSE beside them): anchors,
// inner `$id`s, dynamic references, siblings of `$ref` and what Ajv alone gets wrong or refuses.
interface Group {
  readonly draft: "draft2020-12" | "draft7";
  readonly keyword: string;
  readonly description: string;
  readonly schema: Readonly<Record<string, unknown>>;
  readonly tests: readonly {
    readonly description: string;
    readonly data: unknown;
    readonly valid: boolean;
  }[];
}

const file = new URL("fixtures/json-schema-test-suite.json", import.meta.url);
const groups = JSON.parse(readFileSync(file, "utf8")) as readonly Group[];
const dialects = {
  "draft2020-12": "https://json-schema.org/draft/2020-12/schema",
  draft7: "http://json-schema.org/draft-07/schema#",
};

/** With its pointers leading into the field `v` of an object, as a tool takes nothing else. */
function moved(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(moved);
  if (!isSchemaObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, child]) => {
      if (key === "const" || key === "enum") return [key, child];
      const isPointer = /^\$(?:dynamicR|r)ef$/.test(key) && /^#(?:\/|$)/.test(String(child));
      return [key, isPointer ? `#/properties/v${String(child).slice(1)}` : moved(child)];
    }),
  );
}

type Check = (data: unknown) => ReturnType<CompiledSchema["validate"]>;

/** The schema in a field, or, where its own addresses forbid that, as the whole. */
async function checkOf({ schema, draft }: Group): Promise<Check> {
  const $schema = dialects[draft];
  try {
    const { $schema: _own, ...inner } = moved(schema) as Group["schema"];
    const properties = { v: inner };
    const { validate } = await compileSchema({ $schema, type: "object", properties }, "It");
    return (data) => validate({ v: data });
  } catch {
    const { validate } = await compileSchema({ $schema, ...schema }, "It");
    return validate;
  }
}

describe.each(groups)("$draft $keyword: $description", (group) => {
  test.each(group.tests)("$description", async ({ data, valid }) => {
    const { issues } = await (await checkOf(group))(data);
    expect(issues === undefined).toBe(valid);
  });
});
