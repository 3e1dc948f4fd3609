import {
  indented,
  type Line,
  lineWidth,
  type Span,
  span,
  wrapLine,
} from "../../text/styled-line.ts";

/** Names with their meanings next to them. Meanings are wrapped, never cut. */
export function definitionLines(
  definitions: readonly (readonly [name: readonly Span[], meaning: string])[],
  width: number,
): Line[] {
  const widest = Math.max(0, ...definitions.map(([name]) => lineWidth(name)));
  // If names take half of the row, meanings go below them.
  const isBeside = widest + 2 <= Math.max(width / 2, 14);
  return definitions.flatMap(([name, meaning]) => {
    const text = span(meaning, "dim");
    if (meaning === "") return wrapLine([...name], width);
    if (!isBeside) {
      return [
        ...wrapLine([...name], width),
        ...indented(wrapLine([text], width - 4, { atWords: true }), 4),
      ];
    }
    const gap = span(" ".repeat(widest - lineWidth(name) + 2));
    return wrapLine([...name, gap, text], width, { indent: widest + 2, atWords: true });
  });
}
