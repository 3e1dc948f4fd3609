import type { ElicitationRequest, JsonSchema } from "@toolwright/core";
import type { Question } from "./questions.ts";

/** Stands for an answer in the person's own words, which a second form asks for. */
export const OWN_WORDS = "Something else";

/** One form with a field for each question. */
export function questionForm(asked: readonly Question[]): ElicitationRequest {
  return formOf(asked, fieldOf);
}

/** The form for answers in the person's own words. */
export function ownWordsForm(asked: readonly Question[]): ElicitationRequest {
  return formOf(asked, textField);
}

/** The person's answers to a form, in the order of its questions; an empty list for none. */
export function answersIn(
  content: Readonly<Record<string, unknown>>,
  asked: readonly Question[],
): readonly (readonly string[])[] {
  return asked.map((_, index) => {
    const value = content[nameOf(index)];
    const values: readonly unknown[] = Array.isArray(value) ? value : [value];
    return values.filter((each) => typeof each === "string");
  });
}

function formOf(
  asked: readonly Question[],
  field: (question: Question) => JsonSchema,
): ElicitationRequest {
  const isOne = asked.length === 1;
  const fields = asked.map((question, index) => [
    nameOf(index),
    {
      title: question.header ?? (isOne ? "Your answer" : `Question ${index + 1}`),
      // A form of one field has the question as its message.
      ...(!isOne && { description: question.question }),
      ...field(question),
    },
  ]);
  return {
    kind: "form",
    from: "the model",
    message: asked.map(({ question }) => question).join("\n"),
    schema: {
      type: "object",
      properties: Object.fromEntries(fields),
      required: asked.map((_, index) => nameOf(index)),
    },
  };
}

function nameOf(index: number): string {
  return `answer_${index + 1}`;
}

function fieldOf(question: Question): JsonSchema {
  const { options, multi_select: isSeveral = false } = question;
  if (options === undefined) return textField();
  const labels = new Map(options.map((option) => [option.label, titleOf(option)]));
  labels.set(OWN_WORDS, `${OWN_WORDS}, in your own words`);
  const choices = Array.from(labels, ([value, title]) => ({ const: value, title }));
  if (!isSeveral) return { type: "string", oneOf: choices };
  return { type: "array", minItems: 1, items: { anyOf: choices } };
}

function textField(): JsonSchema {
  return { type: "string" };
}

function titleOf({
  label,
  description,
}: {
  label: string;
  description?: string | undefined;
}): string {
  return description === undefined || description === "" ? label : `${label}: ${description}`;
}
