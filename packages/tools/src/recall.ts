import { defineTool, read } from "@toolwright/core";
import { z } from "zod";
import { type Fact, keyOf } from "./memory/memory-file.ts";
import { memoryPlaces, memoryProblems, memoryScopes, readFacts } from "./memory/read-memory.ts";
import { remembered, rememberedText } from "./memory/remembered.ts";

const input = z.strictObject({
  query: z
    .string()
    .min(1)
    .max(500)
    .optional()
    .describe("Words to look for; facts with most of them come first. Default: all facts."),
});

type Input = z.infer<typeof input>;

const output = z.strictObject({
  facts: z
    .array(
      z.strictObject({
        scope: z.enum(memoryScopes).describe("The memory that has it."),
        date: z.string().nullable().describe("When it was saved; null if it has no date."),
        text: z.string().describe("The fact."),
      }),
    )
    .describe("The facts shown."),
});

type Output = z.infer<typeof output>;

/** Shows the facts that earlier sessions remembered. */
export const recall = defineTool<Input, Input, Output>({
  name: "recall",
  title: "Recall",
  kind: "think",
  version: "1",
  exposure: "deferred",
  needs: ["memory"],
  description: {
    summary: "Shows the facts that earlier sessions remembered about the user and this project.",
    details: "Not for what was said in this session.",
    samples: [{ input: {} }, { input: { query: "package manager" } }],
  },
  category: "memory",
  tags: ["remember", "memory", "notes"],
  input,
  output,
  effects: (_input, { memory }) => memoryPlaces(memory).map(({ path }) => read(path)),
  async execute({ query }, { memory, workspace }) {
    const found = await Promise.all(
      memoryPlaces(memory).map((place) => readFacts(place, workspace)),
    );
    const memories = found.map(({ scope, facts }) =>
      remembered(scope, query === undefined ? facts : matching(facts, query)),
    );
    const none = query === undefined ? "Nothing is remembered yet." : "No remembered fact matches.";
    const problems = [...memoryProblems(memory), ...found.flatMap(({ problem }) => problem ?? [])];
    return {
      content: [rememberedText(memories) || none, ...problems].join("\n\n"),
      structured: {
        facts: memories.flatMap(({ scope, shown }) =>
          shown.map(({ date, text }) => ({ scope, date, text })),
        ),
      },
    };
  },
});

/** The facts with any of the words, those with most of them first. */
function matching(facts: readonly Fact[], query: string): readonly Fact[] {
  const words = keyOf(query).split(" ");
  const countIn = ({ text }: Fact): number => {
    const key = keyOf(text);
    return words.filter((word) => key.includes(word)).length;
  };
  return facts
    .filter((fact) => countIn(fact) > 0)
    .toSorted((one, other) => countIn(other) - countIn(one));
}
