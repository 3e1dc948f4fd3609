import { createRegistry, type JsonSchema, type Tool } from "@toolwright/core";

/** How each field of a tool is listed: facts as they are, schemas as JSON Schema, code only by its presence. */
const fields = {
  name: "fact",
  aliasOf: "fact",
  title: "fact",
  icon: "fact",
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
  preparesByRunning: "fact",
  dependsOnMachine: "fact",
  needs: "fact",
  passesOn: "fact",
  lists: "fact",
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

/** A tool without its code. */
export interface ListedTool {
  readonly facts: Pick<Tool, FieldsThatAre<"fact">>;
  readonly input: JsonSchema;
  readonly output: JsonSchema | null;
  /** The names of its code fields. */
  readonly has: readonly CodeField[];
}

/** The tools of a profile, in order; only the name of a tool with unlisted fields. */
export type ToolListing = readonly (ListedTool | string)[];

const fieldsThatAre = <const What>(what: What): readonly FieldsThatAre<What>[] =>
  (Object.keys(fields) as (keyof Tool)[]).filter(
    (field): field is FieldsThatAre<What> => fields[field] === what,
  );
const factFields = fieldsThatAre("fact");
const codeFields = fieldsThatAre("code");

/** Used by the build. Errors: ConfigurationError for a tool that can't be registered. */
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
      // All facts were just copied; the description is rendered here.
      facts: { ...facts, description } as ListedTool["facts"],
      input: inputSchema,
      output: outputSchema,
      has: codeFields.filter((key) => tool[key] !== undefined),
    };
  });
}
