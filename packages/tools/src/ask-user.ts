import {
  defineTool,
  type ElicitationRequest,
  type ToolContext,
  type ToolResult,
} from "@toolwright/core";
import type { Phrase } from "@toolwright/core/internal";
import { z } from "zod";
import { answersIn, ownWords, ownWordsForm, questionForm } from "./ask/question-form.ts";
import { type Question, questions, questionsOf } from "./ask/questions.ts";
import { phrase } from "./language/phrase.ts";

const input = z.strictObject({ questions });

type Input = z.infer<typeof input>;

const output = z.strictObject({
  status: z
    .enum(["answered", "declined", "unanswered"])
    .describe('"unanswered" if nobody can be asked.'),
  answers: z
    .array(
      z.strictObject({
        question: z.string().describe("The question."),
        answer: z.array(z.string()).describe("The chosen labels, or the person's own words."),
      }),
    )
    .describe("One for each question; none unless answered."),
});

type Output = z.infer<typeof output>;

/** Asks the person. */
export const askUser = defineTool<Input, Input, Output>({
  name: "ask_user",
  title: "Ask the person",
  kind: "other",
  version: "1",
  scope: "main",
  exposure: "agent",
  description: {
    summary: "Asks the person questions and waits for the answers.",
    details:
      "For decisions that only the person can make and that change what you do next: goals, preferences, alternatives with costs. Not for what files or other tools can tell, nor for permission: calls that need approval ask by themselves.",
    important: ["Never ask for passwords, keys or tokens."],
    samples: [
      {
        input: {
          questions: [
            {
              question: "Which database should the service use?",
              header: "Database",
              options: [
                { label: "SQLite", description: "one file, no server" },
                { label: "Postgres", description: "needs a server" },
              ],
            },
          ],
        },
      },
      { input: { questions: [{ question: "What should the package be called?" }] } },
    ],
  },
  category: "planning",
  tags: ["question", "choice", "person", "clarify", "input"],
  aliases: {
    questions: { field: "questions", value: questionsOf },
    question: { field: "questions", value: questionsOf },
  },
  input,
  output,
  effects: () => [],
  prepare: (prepared, { language }) => ({
    summary: language.say(summaryOf(prepared)),
    effects: [],
    prepared,
  }),
  async execute({ questions: asked }, context) {
    const answers = await answersTo(asked, context);
    if ("status" in answers) return withoutAnswer(answers);
    return {
      content: asked.map(({ question }, at) => `${question}\n→ ${said(answers[at])}`).join("\n\n"),
      structured: {
        status: "answered",
        answers: asked.map(({ question }, at) => ({ question, answer: [...(answers[at] ?? [])] })),
      },
    };
  },
});

function summaryOf({ questions: asked }: Input): Phrase {
  const [first] = asked;
  return asked.length === 1 && first !== undefined
    ? phrase("Ask: {question}", { question: first.question })
    : phrase("Ask {count} questions", { count: asked.length });
}

function said(answer: readonly string[] = []): string {
  return answer.length === 0 ? "(no answer)" : answer.join(", ");
}

type Answers = readonly (readonly string[])[];
type NoAnswer = { readonly status: "declined" | "unanswered"; readonly reason: string };

/** Asks again for the words of those who chose none of the options. */
async function answersTo(
  asked: readonly Question[],
  { elicit, language }: ToolContext,
): Promise<Answers | NoAnswer> {
  const chosen = await answersFrom(questionForm(asked, language), asked, elicit);
  if ("status" in chosen) return chosen;
  const other = ownWords(language);
  const isOpen = ({ options }: Question, at: number): boolean =>
    options !== undefined && chosen[at]?.includes(other) === true;
  const open = asked.filter(isOpen);
  if (open.length === 0) return chosen;
  const words = await answersFrom(ownWordsForm(open, language), open, elicit);
  if ("status" in words) return words;
  return asked.map((question, at) => {
    const labels = chosen[at] ?? [];
    const own = words[open.indexOf(question)] ?? [];
    return isOpen(question, at) ? [...labels.filter((label) => label !== other), ...own] : labels;
  });
}

async function answersFrom(
  form: ElicitationRequest,
  asked: readonly Question[],
  elicit: ToolContext["elicit"],
): Promise<Answers | NoAnswer> {
  const given = await elicit(form);
  if (!("action" in given)) return { status: "unanswered", reason: given.reason };
  if (given.action === "accept") return answersIn(given.content ?? {}, asked);
  return { status: "declined", reason: "the person closed the question" };
}

function withoutAnswer({ status, reason }: NoAnswer): ToolResult<Output> {
  return {
    content: `No answer: ${reason}. Don't ask again: decide by yourself what fits best, and say in your reply what you assumed.`,
    structured: { status, answers: [] },
  };
}
