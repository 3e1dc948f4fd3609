import { phrase } from "../language/phrase.ts";
import type { ElicitRequestFormParams, ElicitResult } from "@modelcontextprotocol/server";
import {
  type ApprovalAnswer,
  type ApprovalQuestion,
  describeEffect,
  type Display,
  type ProofStep,
} from "@toolwright/core";
import {
  revealedLine,
  revealHidden,
  effectPhrase,
  english,
  type Language,
  type Phrase,
  recorded,
} from "@toolwright/core/internal";

const opening = {
  read: phrase("To prepare the call, it first has to:"),
  run: phrase("It would:"),
  commit: phrase(
    "In its stage, apart from the workspace, it did (what it hadn't declared comes first):",
  ),
};

const maxEffects = 12;
const maxPreviewLines = 40;
const maxPreviewLength = 4_000;
const maxLineLength = 300;
/** A reason may name several calls. */
const maxReasonLength = 800;

interface Choice {
  readonly value: "once" | "session" | "always" | "reject" | "stage" | "commit" | "drop";
  readonly title: Phrase;
}

export interface QuestionFormOptions {
  /** With a single root, paths below it are shown relative to it. */
  readonly roots: readonly string[];
  readonly titledChoices: boolean;
  /** Default: English. */
  readonly language?: Language;
}

/**
 * A policy question as the host's form: the effects, the reason for asking, a preview cut to the size of a
 * dialog, and the answers. No answer is preselected.
 */
export function questionForm(
  question: ApprovalQuestion,
  { roots, titledChoices, language = english }: QuestionFormOptions,
): ElicitRequestFormParams {
  return {
    mode: "form",
    message: messageOf(question, roots, language),
    requestedSchema: {
      type: "object",
      properties: {
        answer: choiceSchema(choicesOf(question), titledChoices, language),
        feedback: {
          type: "string",
          title: language.say(phrase("If no: why, or what to do instead")),
          description: language.say(phrase("Passed on to the model.")),
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
    case "stage":
    case "commit":
      return { outcome: chosen.value };
    case "session":
    case "always":
      return { outcome: chosen.value, proposal: 0 };
    case "reject":
    case "drop":
      return { outcome: chosen.value, ...(typeof feedback === "string" && { feedback }) };
  }
}

/** Offers only the narrowest rule, because a dialog is too small to choose among rules. */
function choicesOf({
  proposals: [narrowest],
  stage,
  canStage,
}: ApprovalQuestion): readonly Choice[] {
  if (stage === "commit") {
    return [
      { value: "commit", title: phrase("Commit its changes") },
      { value: "drop", title: phrase("Drop them") },
    ];
  }
  const rule =
    narrowest === undefined
      ? ""
      : revealedLine(`${narrowest.label} [${narrowest.patterns.join(", ")}]`, maxLineLength);
  const lasting: readonly Choice[] = [
    { value: "session", title: phrase("Yes, while this server runs: {rule}", { rule }) },
    { value: "always", title: phrase("Yes, always in this folder: {rule}", { rule }) },
  ];
  return [
    { value: "once", title: phrase("Yes, this once") },
    ...(canStage === true
      ? [{ value: "stage", title: phrase("Try it in a stage, then commit or drop") } as const]
      : []),
    ...(narrowest === undefined ? [] : lasting),
    { value: "reject", title: phrase("No") },
  ];
}

type ChoiceSchema = ElicitRequestFormParams["requestedSchema"]["properties"][string];

function choiceSchema(
  choices: readonly Choice[],
  titled: boolean,
  { say }: Language,
): ChoiceSchema {
  const values = choices.map(({ value }) => value);
  const titles = choices.map(({ title }) => say(title));
  return {
    type: "string",
    title: say(phrase("Allow it?")),
    ...(titled
      ? { oneOf: choices.map(({ value, title }) => ({ const: value, title: say(title) })) }
      : { enum: values, enumNames: titles }),
  };
}

function messageOf(
  question: ApprovalQuestion,
  roots: readonly string[],
  language: Language,
): string {
  const { say, translate } = language;
  const { agent, tool, summary, undo } = question;
  const who =
    agent === "main"
      ? tool.title
      : phrase("{tool}, for the agent {agent}", { tool: tool.title, agent });
  const reasons =
    undo?.reasons.map((reason) => revealedLine(translate(reason), maxLineLength)) ?? [];
  return [
    revealedLine(say(phrase("{summary} ({tool})", { summary, tool: who })), 600),
    "",
    say(opening[question.stage]),
    ...effectLines(question, roots, language),
    ...(undo?.undoable === false
      ? [say(phrase("This cannot be undone. {reasons}", { reasons: reasons.join(" ") })).trim()]
      : reasons),
    ...previewLines(question.preview, language),
  ].join("\n");
}

function effectLines(
  { effects, decision }: ApprovalQuestion,
  roots: readonly string[],
  { say }: Language,
): readonly string[] {
  const lines = effects.slice(0, maxEffects).map((effect) => {
    const text = describeEffect(effect, roots);
    const step = decision.proof.find(
      (candidate) =>
        candidate.decision === "ask" && describeEffect(candidate.effect, roots) === text,
    );
    const shown = revealedLine(say(effectPhrase(effect, roots)), maxLineLength);
    return say(
      step === undefined
        ? phrase("- {effect}", { effect: shown })
        : phrase("- {effect} — needs approval by: {rule}", {
            effect: shown,
            rule: revealedLine(say(whyOf(step)), maxReasonLength),
          }),
    );
  });
  const rest = effects.length - maxEffects;
  return rest > 0 ? [...lines, say(phrase("- and {count} more", { count: rest }))] : lines;
}

function whyOf({ rule, source }: ProofStep): Phrase {
  const name = recorded(rule);
  return source === null ? name : phrase("{rule}, {source}", { rule: name, source });
}

function previewLines(preview: Display | undefined, { say }: Language): readonly string[] {
  const text = previewText(preview);
  if (text === "") return [];
  const cut = text.slice(0, maxPreviewLength).split("\n");
  const lines = cut.slice(0, maxPreviewLines).map((row) => revealHidden(row, "command"));
  const isWhole = text.length <= maxPreviewLength && cut.length <= maxPreviewLines;
  const total = text.split("\n").length;
  const note = say(
    phrase(
      "[The preview is cut: {shown} of {total} lines. For all of it, use --approve console.]",
      { shown: lines.length, total },
    ),
  );
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
