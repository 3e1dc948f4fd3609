import type { Theme } from "../../text/theme.ts";
import { phrase } from "../../language/phrase.ts";
import { cutLine, type Line, line, lineWidth, type Span, span } from "../../text/styled-line.ts";

const gap = 2;
const narrowest = 6;

/**
 * Rows in aligned columns within `width`. If they don't fit, the widest columns shrink first, and their
 * cells are cut with `mark`.
 */
export function tableRows(rows: readonly (readonly Span[])[], width: number, mark: string): Line[] {
  const count = Math.max(0, ...rows.map((row) => row.length));
  const widths = Array.from({ length: count }, (_, column) =>
    Math.max(0, ...rows.map((row) => lineWidth(row.slice(column, column + 1)))),
  );
  shrink(widths, width - gap * (count - 1));
  return rows.map((row) =>
    row.flatMap((cell, column) => {
      const columns = widths[column] ?? 0;
      const shown = cutLine([cell], columns, mark);
      const isLast = column === row.length - 1;
      return isLast ? shown : [...shown, span(" ".repeat(columns - lineWidth(shown) + gap))];
    }),
  );
}

function shrink(widths: number[], room: number): void {
  let excess = widths.reduce((sum, width) => sum + width, 0) - room;
  while (excess > 0) {
    const widest = Math.max(...widths);
    if (widest <= narrowest) return;
    const next = Math.max(narrowest, ...widths.filter((width) => width < widest));
    const shared = widths.filter((width) => width === widest).length;
    const cut = Math.min(widest - next || 1, Math.max(1, Math.floor(excess / shared)));
    for (const [column, width] of widths.entries()) {
      if (width !== widest || excess <= 0) continue;
      widths[column] = width - cut;
      excess -= cut;
    }
  }
}

/** A table of a tool, with a header row. */
export function namedTable(
  columns: readonly string[],
  rows: readonly (readonly string[])[],
  width: number,
  { glyphs, language }: Theme,
): Line[] {
  const head = columns.map((name) => span(name, "strong"));
  const body = rows.map((row) => row.map((cell) => span(cell)));
  return head.length === 0 && body.length === 0
    ? [line(span(language.say(phrase("(an empty table)")), "dim"))]
    : tableRows([head, ...body], width, glyphs.ellipsis);
}
