import type { ReadQuestion } from "@toolwright/runtime/approvals";
import { timeText } from "../commands/grant-text.ts";
import { phrase } from "../language/phrase.ts";
import { questionBody, questionHead } from "../terminal/question/question-lines.ts";
import { emptyLine, indented, type Line, line, span } from "../text/styled-line.ts";
import type { Theme } from "../text/theme.ts";

/** A whole question that was left for later, with who asked, when, and which answers it takes. */
export function portableQuestionLines(
  { question, key }: ReadQuestion,
  {
    look,
    roots,
    ownKey,
  }: { readonly look: Theme; readonly roots: readonly string[]; readonly ownKey: string },
): readonly Line[] {
  const { say } = look.language;
  const { asked, earlier, folder, place, createdAtMs, expiresAtMs } = question;
  // The terminal wraps lines itself.
  const options = { look, roots, width: Number.POSITIVE_INFINITY };
  const dim = (text: string): Line => line("  ", span(text, "dim"));
  const rules = asked.proposals.map(({ label, patterns }, index) =>
    dim(
      say(phrase("rule {number}: {label}", { number: index + 1, label })) +
        `  ${patterns.join(", ")}`,
    ),
  );
  return [
    emptyLine,
    ...questionHead(asked, "", options),
    ...indented(questionBody(asked, options), 2),
    emptyLine,
    ...earlier.map(({ summary }) =>
      dim(say(phrase("It covers what was allowed before: {summary}", { summary }))),
    ),
    dim(
      say(
        phrase("{id}, asked at {time} in {folder} (mode {mode}), until {end}", {
          id: question.id,
          time: timeText(createdAtMs),
          folder,
          mode: place.mode,
          end: timeText(expiresAtMs),
        }),
      ),
    ),
    ...(key === ownKey
      ? []
      : [
          dim(say(phrase("Another machine asks: {key}", { key }))),
          dim(
            say(
              phrase("Your answer counts there if its settings name your key: {key}", {
                key: ownKey,
              }),
            ),
          ),
        ]),
    ...rules,
    emptyLine,
  ];
}
