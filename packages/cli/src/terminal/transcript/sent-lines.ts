import { counted } from "../../language/phrase.ts";
import type { Theme } from "../../text/theme.ts";
import { type Line, line, span, textLines, wrapLines } from "../../text/styled-line.ts";

/** Long pastes are not repeated as a whole. */
const maxRows = 20;

/** The sent text, as in the prompt. */
export function sentLines(text: string, look: Theme, width: number): Line[] {
  const rows = textLines(text).map((row, index) => [
    span(index === 0 ? `${look.glyphs.prompt} ` : "  ", "accent"),
    ...row.map((piece) => ({ ...piece, style: "strong" as const })),
  ]);
  const hidden = rows.length - maxRows;
  const note = look.language.say(
    counted("and {count} more line", "and {count} more lines", { count: hidden }),
  );
  const more = line(span(`  ${look.glyphs.ellipsis} ${note}`, "dim"));
  const shown = hidden > 1 ? [...rows.slice(0, maxRows), more] : rows;
  return wrapLines(shown, width, { indent: 2 });
}
