import type { ToolCall } from "@toolwright/core";
import type { Random } from "./random.ts";
import { type Knowledge, textOf } from "./samples.ts";

/** A tool as it is declared to a model. */
export interface Declared {
  readonly name: string;
  readonly inputSchema: Schema;
}

interface Schema {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly minimum?: number;
}

/** Optional fields of which a call needs one group, which the schema can't say. */
const groups: Readonly<Record<string, readonly (readonly string[])[]>> = {
  command_input: [["text"], ["end"], ["text", "end"]],
  command_output: [["id"], ["id", "wait_for_end"], ["id", "wait_for_pattern"]],
  diagnostics: [["paths"]],
  edit_file: [["old_string", "new_string"], ["old_string", "new_string", "replace_all"], ["edits"]],
  find_files: [["pattern"]],
  save_memory: [["fact"], ["forget"]],
};

/** A call as a model might make it: mostly sensible, sometimes wrong. */
export function makeCall(random: Random, tools: readonly Declared[], known: Knowledge): ToolCall {
  const tool = random.of(tools);
  if (random.isTrue(0.01)) return { name: `${tool.name}s`, input: {} };
  const input = objectOf(random, tool.inputSchema, known, fieldsOf(random, tool));
  return { name: tool.name, input: random.isTrue(0.01) ? [input] : input };
}

/** The optional fields that a call gives. */
function fieldsOf(random: Random, { name, inputSchema }: Declared): readonly string[] {
  const all = groups[name] ?? [[]];
  const grouped = new Set(all.flat());
  const isOdd = random.isTrue(0.02);
  const others = Object.keys(inputSchema.properties ?? {}).filter(
    (field) => (isOdd || !grouped.has(field)) && random.isTrue(0.2),
  );
  return [...random.of(all), ...others];
}

function objectOf(
  random: Random,
  { properties = {}, required = [] }: Schema,
  known: Knowledge,
  optional: readonly string[] = Object.keys(properties).filter(() => random.isTrue(0.2)),
): object {
  const fields = Object.entries(properties).filter(
    ([name]) => required.includes(name) || optional.includes(name),
  );
  return Object.fromEntries(
    fields.map(([name, each]) => [name, valueOf(random, each, name, known)]),
  );
}

function valueOf(random: Random, schema: Schema, name: string, known: Knowledge): unknown {
  if (random.isTrue(0.005)) return random.of([null, 7, "text", [], {}]);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return random.of(schema.enum);
  const either = schema.anyOf ?? schema.oneOf;
  if (either !== undefined) return valueOf(random, random.of(either), name, known);
  switch (schema.type) {
    case "object":
      return objectOf(random, schema, known);
    case "array":
      return Array.from({ length: random.isTrue(0.02) ? 0 : 1 + random.below(3) }, () =>
        valueOf(random, schema.items ?? {}, name, known),
      );
    case "boolean":
      return random.isTrue(0.5);
    case "integer":
    case "number":
      return numberOf(random, name, schema.minimum);
    case "null":
      return null;
    default:
      return textOf(random, name, known);
  }
}

function numberOf(random: Random, name: string, minimum = 1): number {
  if (random.isTrue(0.05)) return random.of([0, -1, 3_000_000, 1.5]);
  if (name.endsWith("_ms")) return random.of([100, 1_000, 2_000]);
  return minimum + random.of(name.includes("bytes") ? [1_000, 9_000] : [0, 1, 2, 5]);
}
