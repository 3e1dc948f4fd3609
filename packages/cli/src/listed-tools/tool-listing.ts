import { createRegistry, type JsonSchema, type Tool } from "@toolwright/core";

/** What becomes of each field of a tool: a fact is written as it is, a schema as JSON Schema, of code only that it is there. */
const fields = {
  name: "fact",
  aliasOf: "fact",
  title: "fact",
  kind: "fact",
  version: "fact",
  description: "fact",
  scope: "fact",
  exposure: "fact",
  category: "fact",
  tags: "fact",
  strict: "fact",
  outputIsMarkdown: "fact",
  streamsOutput: "fact",
  timeoutAdvice: "fact",
  preparesWithoutReading: "fact",
  needs: "fact",
  input: "schema",
  output: "schema",
  timeoutMs: "code",
  aliases: "code",
  explainInputError: "code",
  effects: "code",
  prepare: "code",
  execute: "code",
  describeDeferredTools: "unlisted",
  forwards: "unlisted",
} as const satisfies Record<keyof Tool, "fact" | "schema" | "code" | "unlisted">;

type FieldsThatAre<What> = {
  [Field in keyof Tool]-?: (typeof fields)[Field] extends What ? Field : never;
}[keyof Tool];
export type CodeField = FieldsThatAre<"code">;

/** All that can be said of a tool without its code. */
export interface ListedTool {
  readonly facts: Pick<Tool, FieldsThatAre<"fact">>;
  readonly input: JsonSchema;
  readonly output: JsonSchema | null;
  /** Which of the fields it has that are code. */
  readonly has: readonly CodeField[];
}

/** The tools of a profile in their order; of one that says more of itself than this, its name. */
export type ToolListing = readonly (ListedTool | string)[];

const fieldsThatAre = <const What>(what: What): readonly FieldsThatAre<What>[] =>
  (Object.keys(fields) as (keyof Tool)[]).filter(
    (field): field is FieldsThatAre<What> => fields[field] === what,
  );
const factFields = fieldsThatAre("fact");
const codeFields = fieldsThatAre("code");

/** Made when the command line is built. Errors: ConfigurationError of a tool that can't be registered. */
export async function toolListing(tools: readonly Tool[]): Promise<ToolListing> {
  const registry = createRegistry();
  await registry.register(tools, { source: "builtin" });
  return tools.map((tool) => {
    const { name } = tool;
    const registered = registry.get(name)?.tool;
    const isPlain =
      fieldsThatAre("unlisted").every((field) => tool[field] === undefined) &&
      "~standard" in tool.input;
    if (registered === undefined || registered === null || !isPlain) return name;
    const { description, inputSchema, outputSchema = null } = registered.declarable;
    const facts = Object.fromEntries(
      factFields.flatMap((key) => (tool[key] === undefined ? [] : [[key, tool[key]]])),
    );
    return {
      // Each of them was just copied; a description is rendered once and for all.
      facts: { ...facts, description } as ListedTool["facts"],
      input: inputSchema,
      output: outputSchema,
      has: codeFields.filter((key) => tool[key] !== undefined),
    };
  });
}
