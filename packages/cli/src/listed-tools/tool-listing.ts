import { createRegistry, type JsonSchema, type Tool } from "@toolwright/core";

/** All that can be said of a tool without its code. */
export interface ListedTool {
  readonly facts: Pick<
    Tool,
    | "name"
    | "presents"
    | "title"
    | "kind"
    | "version"
    | "description"
    | "scope"
    | "exposure"
    | "category"
    | "tags"
    | "strict"
    | "outputIsMarkdown"
    | "streamsOutput"
    | "timeoutAdvice"
    | "preparesBlind"
    | "needs"
  >;
  readonly input: JsonSchema;
  readonly output: JsonSchema | null;
  /** Which of the fields it has that are code. */
  readonly has: readonly CodeField[];
}

/** The tools of a profile in their order; of one that says more of itself than this, its name. */
export type ToolListing = readonly (ListedTool | string)[];

const factFields = [
  "name",
  "presents",
  "title",
  "kind",
  "version",
  "description",
  "scope",
  "exposure",
  "category",
  "tags",
  "strict",
  "outputIsMarkdown",
  "streamsOutput",
  "timeoutAdvice",
  "preparesBlind",
  "needs",
] as const;

const codeFields = [
  "timeoutMs",
  "aliases",
  "explainInputError",
  "effects",
  "prepare",
  "execute",
] as const;
export type CodeField = (typeof codeFields)[number];

const known: ReadonlySet<string> = new Set([...factFields, ...codeFields, "input", "output"]);

/** Made when the command line is built. Errors: ConfigurationError of a tool that can't be registered. */
export async function toolListing(tools: readonly Tool[]): Promise<ToolListing> {
  const registry = createRegistry();
  await registry.register(tools, { source: "builtin" });
  return tools.map((tool) => {
    const { name } = tool;
    const registered = registry.get(name)?.tool;
    const isPlain = Object.keys(tool).every((key) => known.has(key)) && "~standard" in tool.input;
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
