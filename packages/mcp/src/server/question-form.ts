import type { ElicitRequestFormParams, ElicitResult } from "@modelcontextprotocol/server";
import {
  type ApprovalAnswer,
  type ApprovalQuestion,
  describeEffect,
  type Display,
  type ProofStep,
} from "@toolwright/core";
import { revealedLine, revealHidden } from "@toolwright/core/internal";

const maxEffects = 12;
const maxPreviewLines = 40;
const maxPreviewLength = 4_000;
const maxLineLength = 300;

interface Choice {
  readonly value: "once" | "session" | "always" | "reject";
  readonly title: string;
}

export interface QuestionFormOptions {
  /** With a single root, paths below it are shown relative to it. */
  readonly roots: readonly string[];
  readonly titledChoices: boolean;
}

/**
 * A policy question as the host's form: the effects, the reason for asking, a preview cut to the size of a
 * dialog, and the answers. No answer is preselected.
 */
export function questionForm(
  question: ApprovalQuestion,
  { roots, titledChoices }: QuestionFormOptions,
): ElicitRequestFormParams {
  return {
    mode: "form",
    message: messageOf(question, roots),
    requestedSchema: {
      type: "object",
      properties: {
        answer: choiceSchema(choicesOf(question), titledChoices),
        feedback: {
          type: "string",
          title: "If no: why, or what to do instead",
          description: "Passed on to the model.",
          maxLength: 2_000,
        },
      },
      required: ["answer"],
    },
  };
}

/**
 * The person's answer to `questionForm`. Errors: an answer that was not offered; it never counts as approval.
 */
export function answerFromForm(
  question: ApprovalQuestion,
  { action, content }: ElicitResult,
): ApprovalAnswer {
  if (action === "cancel") return { outcome: "cancel" };
  if (action === "decline") return { outcome: "reject" };
  const given = content?.["answer"];
  const chosen = choicesOf(question).find(({ value }) => value === given);
  if (chosen === undefined) {
    throw new Error(`it answered ${revealedLine(JSON.stringify(given) ?? "nothing", 60)}`);
  }
  const feedback = content?.["feedback"];
  switch (chosen.value) {
    case "once":
      return { outcome: "once" };
    case "session":
    case "always":
      return { outcome: chosen.value, proposal: 0 };
    case "reject":
      return { outcome: "reject", ...(typeof feedback === "string" && { feedback }) };
  }
}

/** Offers only the narrowest rule, because a dialog is too small to choose among rules. */
function choicesOf({ proposals: [narrowest] }: ApprovalQuestion): readonly Choice[] {
  const rule =
    narrowest === undefined
      ? ""
      : revealedLine(`${narrowest.label} [${narrowest.patterns.join(", ")}]`, maxLineLength);
  const lasting: readonly Choice[] = [
    { value: "session", title: `Yes, while this server runs: ${rule}` },
    { value: "always", title: `Yes, always in this folder: ${rule}` },
  ];
  return [
    { value: "once", title: "Yes, this once" },
    ...(narrowest === undefined ? [] : lasting),
    { value: "reject", title: "No" },
  ];
}

type ChoiceSchema = ElicitRequestFormParams["requestedSchema"]["properties"][string];

function choiceSchema(choices: readonly Choice[], titled: boolean): ChoiceSchema {
  const values = choices.map(({ value }) => value);
  const titles = choices.map(({ title }) => title);
  return {
    type: "string",
    title: "Allow it?",
    ...(titled
      ? { oneOf: choices.map(({ value, title }) => ({ const: value, title })) }
      : { enum: values, enumNames: titles }),
  };
}

function messageOf(question: ApprovalQuestion, roots: readonly string[]): string {
  const { agent, tool, summary, undo } = question;
  const who = agent === "main" ? tool.title : `${tool.title}, for the agent ${agent}`;
  const reasons = undo?.reasons.map((reason) => revealedLine(reason, maxLineLength)) ?? [];
  return [
    revealedLine(`${summary} (${who})`, 600),
    "",
    question.stage === "read" ? "To prepare the call, it first has to:" : "It would:",
    ...effectLines(question, roots),
    ...(undo?.undoable === false
      ? [`This cannot be undone. ${reasons.join(" ")}`.trim()]
      : reasons),
    ...previewLines(question.preview),
  ].join("\n");
}

function effectLines(
  { effects, decision }: ApprovalQuestion,
  roots: readonly string[],
): readonly string[] {
  const lines = effects.slice(0, maxEffects).map((effect) => {
    const text = describeEffect(effect, roots);
    const step = decision.proof.find(
      (candidate) =>
        candidate.decision === "ask" && describeEffect(candidate.effect, roots) === text,
    );
    const why =
      step === undefined ? "" : ` — needs approval by: ${revealedLine(whyOf(step), maxLineLength)}`;
    return `- ${revealedLine(text, maxLineLength)}${why}`;
  });
  const rest = effects.length - maxEffects;
  return rest > 0 ? [...lines, `- and ${rest} more`] : lines;
}

function whyOf({ rule, source }: ProofStep): string {
  return source === null ? rule : `${rule}, ${source}`;
}

function previewLines(preview: Display | undefined): readonly string[] {
  const text = previewText(preview);
  if (text === "") return [];
  const cut = text.slice(0, maxPreviewLength).split("\n");
  const lines = cut.slice(0, maxPreviewLines).map((row) => revealHidden(row, "command"));
  const isWhole = text.length <= maxPreviewLength && cut.length <= maxPreviewLines;
  const total = text.split("\n").length;
  const note = `[The preview is cut: ${lines.length} of ${total} lines. For all of it, use --approve console.]`;
  return ["", ...lines, ...(isWhole ? [] : [note])];
}

function previewText(preview: Display | undefined): string {
  switch (preview?.type) {
    case "text":
      return preview.text;
    case "diff":
      return preview.diff;
    case "terminal":
      return `$ ${preview.command}`;
    case "todos":
      return preview.items.map((item) => `- ${item.text}`).join("\n");
    case "table":
      return preview.rows.map((row) => row.join("  ")).join("\n");
    case "image":
    case undefined:
      return "";
  }
}
