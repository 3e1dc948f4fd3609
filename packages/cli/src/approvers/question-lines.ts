import type { Language, Phrase } from "@toolwright/core/internal";
import { phrase } from "../language/phrase.ts";
import type { ApprovalQuestion } from "@toolwright/core";
import { questionBody, questionHead } from "../terminal/question/question-lines.ts";
import type { Theme } from "../text/theme.ts";
import { emptyLine, indented, type Line, line, span } from "../text/styled-line.ts";

/** The whole question, as interactive mode shows it, with the keys of a typed answer. */
export function questionLines(
  question: ApprovalQuestion,
  look: Theme,
  roots: readonly string[],
): readonly Line[] {
  // The terminal wraps lines itself.
  const options = { look, roots, width: Number.POSITIVE_INFINITY };
  return [
    emptyLine,
    ...questionHead(question, "", options),
    ...indented(questionBody(question, options), 2),
    emptyLine,
    ...keyLines(question, look.language),
  ];
}

function keyLines(
  { proposals, stage, canStage }: ApprovalQuestion,
  { say }: Language,
): readonly Line[] {
  const key = (keys: string, meaning: Phrase, rule = ""): Line =>
    line("  ", span(keys.padEnd(3), "accent"), say(meaning), span(rule, "dim"));
  if (stage === "commit") {
    return [
      key("y", phrase("commit it to the workspace")),
      key("n", phrase("drop it; the model gets any words after it: n use the other file")),
      key("c", phrase("cancel the call, which drops it as well")),
    ];
  }
  const rules = proposals.flatMap(({ label, patterns }, index) => {
    const number = proposals.length > 1 ? String(index + 1) : "";
    const rule = `  ${patterns.join(", ")}`;
    return [
      key(`s${number}`, phrase("for this session: {label}", { label }), rule),
      key(`a${number}`, phrase("always: {label}", { label }), rule),
    ];
  });
  return [
    key("y", phrase("yes, this once")),
    ...(canStage === true ? [key("t", phrase("try it in a stage, then commit or drop"))] : []),
    ...rules,
    key("n", phrase("no; the model gets any words after it: n use the other file")),
    key("e", phrase("edit the input first")),
    key("c", phrase("cancel the call")),
  ];
}
