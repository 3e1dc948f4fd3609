import type { ApprovalQuestion } from "@toolwright/core";
import type { Phrase } from "@toolwright/core/internal";
import type { ReadQuestion } from "@toolwright/runtime/approvals";
import { isCutDiff } from "@toolwright/tools/edit-engine";
import { timeText } from "../commands/grant-text.ts";
import { phrase } from "../language/phrase.ts";
import { questionBody, questionHead } from "../terminal/question/question-lines.ts";
import { emptyLine, indented, type Line, line, span, textLines } from "../text/styled-line.ts";
import type { Theme } from "../text/theme.ts";

interface QuestionPlace {
  readonly look: Theme;
  readonly roots: readonly string[];
  /** The name of this machine's key. */
  readonly ownKey: string;
}

/** A whole question that was left for later, with who asked, when, and which answers it takes. */
export function portableQuestionLines(
  read: ReadQuestion,
  { look, roots, ownKey }: QuestionPlace,
): readonly Line[] {
  const { asked } = read.question;
  // The terminal wraps lines itself.
  const options = { look, roots, width: Number.POSITIVE_INFINITY };
  const dim = (message: Phrase, more = ""): Line =>
    line("  ", span(look.language.say(message) + more, "dim"));
  return [
    emptyLine,
    ...questionHead(asked, "", options),
    ...indented(questionBody(asked, options), 2),
    ...indented(wholeInput(asked), 2),
    emptyLine,
    ...facts(read, ownKey).map((fact) => dim(fact)),
    ...asked.proposals.map(({ label, patterns }, index) =>
      dim(
        phrase("rule {number}: {label}", { number: index + 1, label }),
        `  ${patterns.join(", ")}`,
      ),
    ),
    emptyLine,
  ];
}

function facts({ question, key }: ReadQuestion, ownKey: string): readonly Phrase[] {
  const { id, earlier, folder, place, createdAtMs, expiresAtMs } = question;
  const told = earlier.map(({ summary }) =>
    phrase("It covers what was allowed before: {summary}", { summary }),
  );
  told.push(
    phrase("{id}, asked at {time} in {folder} (mode {mode}), until {end}", {
      id,
      time: timeText(createdAtMs),
      folder,
      mode: place.mode,
      end: timeText(expiresAtMs),
    }),
  );
  if (key !== ownKey) {
    told.push(
      phrase("Another machine asks: {key}", { key }),
      phrase("Your answer counts there if its settings name your key: {key}", { key: ownKey }),
    );
  }
  return told;
}

/** The input by its fields, if the preview leaves out a part of it: nobody can allow what isn't shown. */
function wholeInput({ preview, input }: ApprovalQuestion): readonly Line[] {
  if (preview?.type !== "diff" || !isCutDiff(preview.diff)) return [];
  if (typeof input !== "object" || input === null) return [];
  return Object.entries(input).flatMap(([name, value]) => [
    line(span(`${name}:`, "strong")),
    ...textLines(typeof value === "string" ? value : JSON.stringify(value)),
  ]);
}
