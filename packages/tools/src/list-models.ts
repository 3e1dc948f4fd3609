import { defineTool, type ModelSummary } from "@toolwright/core";
import { z } from "zod";
import { agentsOf } from "./agents/agent-report.ts";
import { phrase } from "./language/phrase.ts";
import { countText } from "./text/number-text.ts";

const input = z.strictObject({});

type Input = z.infer<typeof input>;

const output = z.strictObject({
  models: z
    .array(
      z.strictObject({
        id: z.string().describe("As vendor/id."),
        tags: z.array(z.string()).describe("What it is good at, as the person says."),
        contextTokens: z.int().optional().describe("The size of its context."),
        price: z
          .strictObject({
            input: z.number().describe("For input."),
            output: z.number().describe("For output."),
          })
          .optional()
          .describe("US dollars for a million tokens."),
      }),
    )
    .describe("The models that agents may use."),
});

/** Lists the models that the person has configured. */
export const listModels = defineTool<Input, Input, z.infer<typeof output>>({
  name: "list_models",
  title: "List models",
  kind: "read",
  version: "1",
  exposure: "deferred",
  needs: ["agents"],
  description: {
    summary:
      "Lists the models that sub-agents may use, with their tags, context sizes and prices. A task can name one.",
    samples: [{ input: {} }],
  },
  category: "agents",
  tags: ["model", "vendor"],
  input,
  output,
  effects: () => [],
  prepare: (prepared, { language }) => ({
    summary: language.say(phrase("List the models")),
    effects: [],
    prepared,
  }),
  execute(_, { agents }) {
    const { models } = agentsOf(agents);
    return {
      content:
        models.length === 0
          ? 'No models are listed in the settings ("models").'
          : models.map(line).join("\n"),
      structured: {
        models: models.map(({ id, tags, contextTokens, price }) => ({
          id,
          tags: [...tags],
          ...(contextTokens !== undefined && { contextTokens }),
          ...(price !== undefined && { price }),
        })),
      },
    };
  },
});

function line({ id, tags, contextTokens, price }: ModelSummary): string {
  const facts = [
    ...tags,
    ...(contextTokens === undefined ? [] : [`${countText(contextTokens)} tokens of context`]),
    ...(price === undefined
      ? []
      : [`$${price.input} input and $${price.output} output per million tokens`]),
  ];
  return facts.length === 0 ? id : `${id}: ${facts.join(", ")}`;
}
