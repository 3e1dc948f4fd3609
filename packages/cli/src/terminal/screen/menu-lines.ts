import type { CompletionMenu } from "../prompt/completion-menu.ts";
import type { Look } from "../text/look.ts";
import { cutLine, type Line, line, span } from "../text/styled-line.ts";
import { widthOf } from "../text/text-width.ts";

const indent = 2;
const gap = 2;

/** The candidates around the chosen one, in at most `maxRows` rows. */
export function menuLines(
  { candidates, selected }: CompletionMenu,
  {
    look,
    width,
    maxRows,
  }: { readonly look: Look; readonly width: number; readonly maxRows: number },
): Line[] {
  const hasMore = candidates.length > maxRows;
  const room = hasMore ? Math.max(1, maxRows - 1) : maxRows;
  const first = Math.max(0, Math.min((selected ?? 0) - room + 1, candidates.length - room));
  const shown = candidates.slice(first, first + room);
  const labels = shown.map(({ label }) => span(label).text);
  const labelWidth = Math.min(Math.max(...labels.map(widthOf)), Math.floor(width / 2));
  const rows = shown.map(({ detail }, index) => {
    const isSelected = first + index === selected;
    const mark = isSelected ? look.glyphs.prompt : " ";
    const label = cutLine([span(labels[index] ?? "")], labelWidth, look.glyphs.ellipsis);
    const used = label.reduce((sum, { text }) => sum + widthOf(text), 0);
    const style = isSelected ? ("selected" as const) : ("accent" as const);
    return cutLine(
      line(
        span(mark.padEnd(indent), "accent"),
        ...label.map((piece) => ({ ...piece, style })),
        span(detail === "" ? "" : `${" ".repeat(labelWidth - used + gap)}${detail}`, "dim"),
      ),
      width,
      look.glyphs.ellipsis,
    );
  });
  if (!hasMore) return rows;
  const note = `${first + 1} to ${first + shown.length} of ${candidates.length}`;
  return [...rows, line(span(`${" ".repeat(indent)}${note}`, "dim"))];
}
