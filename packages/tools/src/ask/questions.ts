import { z } from "zod";

const MAX_QUESTIONS = 4;
const MAX_OPTIONS = 10;
const MAX_TITLE = 60;
const MAX_LABEL = 200;
const MAX_TEXT = 2_000;

const option = z.strictObject({
  label: z.string().trim().min(1).max(MAX_LABEL).describe("The answer, in 1 to 5 words."),
  description: z.string().max(MAX_TEXT).optional().describe("What it means or costs."),
});

const question = z.strictObject({
  question: z.string().trim().min(1).max(MAX_TEXT).describe("The whole question."),
  header: z
    .string()
    .trim()
    .min(1)
    .max(MAX_TITLE)
    .optional()
    .describe("Its subject in 1 or 2 words."),
  options: z
    .array(option)
    .min(2)
    .max(MAX_OPTIONS)
    .optional()
    .describe(
      "Answers to choose from, the best first. The person can always give another. Default: free text.",
    ),
  multi_select: z.boolean().optional().describe("Whether several may be chosen. Default: false."),
});

export const questions = z
  .array(question)
  .min(1)
  .max(MAX_QUESTIONS)
  .describe(`1 to ${MAX_QUESTIONS} questions, asked together.`);

export type Question = z.infer<typeof question>;

/** Questions as other products write them. What has another shape is returned as it is. */
export function questionsOf(given: unknown): unknown {
  const list = Array.isArray(given) ? given : [given];
  return list.map((each: unknown) => {
    if (typeof each === "string") return { question: each };
    if (!isRecord(each)) return each;
    const { multiSelect, multiple, choices, ...given } = each;
    const { id: _id, type: _type, placeholder: _hint, ...rest } = given;
    const several = multiSelect ?? multiple;
    const options = rest["options"] ?? choices;
    return {
      ...rest,
      ...(options !== undefined && { options: optionsOf(options) }),
      ...(several !== undefined && { multi_select: several }),
    };
  });
}

function optionsOf(given: unknown): unknown {
  // Without a choice, as an empty list means, it is a question for free text.
  if (!Array.isArray(given)) return given;
  if (given.length === 0) return undefined;
  return given.map((each: unknown) => (typeof each === "string" ? { label: each } : each));
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
