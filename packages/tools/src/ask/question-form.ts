import type { ElicitationRequest, JsonSchema } from "@toolwright/core";
import { type Language, type Phrase, revealHidden } from "@toolwright/core/internal";
import { phrase } from "../language/phrase.ts";
import type { Question } from "./questions.ts";

/** The choice of an answer in the person's own words, which a second form asks for. */
export function ownWords(language: Language): string {
  return language.say(phrase("Something else, in your own words"));
}

/** One form with a field for each question. */
export function questionForm(asked: readonly Question[], language: Language): ElicitationRequest {
  const other = ownWords(language);
  return formOf(asked, language, (question) => fieldOf(question, other));
}

/** The form for answers in the person's own words. */
export function ownWordsForm(asked: readonly Question[], language: Language): ElicitationRequest {
  return formOf(asked, language, textField);
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
  language: Language,
  field: (question: Question) => JsonSchema,
): ElicitationRequest {
  const isOne = asked.length === 1;
  const fields = asked.map((question, index) => [
    nameOf(index),
    {
      title: shown(question.header ?? language.say(titleOf(isOne ? null : index + 1))),
      // A form of one field has the question as its message.
      ...(!isOne && { description: shown(question.question) }),
      ...field(question),
    },
  ]);
  return {
    kind: "form",
    from: language.say(phrase("the model")),
    message: asked.map(({ question }) => question).join("\n"),
    schema: {
      type: "object",
      properties: Object.fromEntries(fields),
      required: asked.map((_, index) => nameOf(index)),
    },
  };
}

/** `number`: null if it is the only question. */
function titleOf(number: number | null): Phrase {
  return number === null
    ? phrase("Your answer")
    : phrase("Question {number}", { number: String(number) });
}

function nameOf(index: number): string {
  return `answer_${index + 1}`;
}

function fieldOf(question: Question, other: string): JsonSchema {
  const { options, multi_select: isSeveral = false } = question;
  if (options === undefined) return textField();
  const labels = new Map(options.map((option) => [option.label, labelOf(option)]));
  labels.set(other, other);
  const choices = Array.from(labels, ([value, title]) => ({ const: value, title }));
  if (!isSeveral) return { type: "string", oneOf: choices };
  return { type: "array", minItems: 1, items: { anyOf: choices } };
}

function textField(): JsonSchema {
  return { type: "string" };
}

function labelOf({
  label,
  description,
}: {
  label: string;
  description?: string | undefined;
}): string {
  return shown(
    description === undefined || description === "" ? label : `${label}: ${description}`,
  );
}

/** Hosts show a form's fields as they are. */
function shown(text: string): string {
  return revealHidden(text, "command");
}
