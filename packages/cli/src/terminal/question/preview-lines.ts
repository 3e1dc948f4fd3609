import type { Display } from "@toolwright/core";
import { revealHidden } from "@toolwright/core/internal";
import { type Line, span, textLines, wrapLines } from "../../text/styled-line.ts";
import { type DisplayOptions, displayLines } from "../transcript/display-lines.ts";
import { knownDisplay } from "../transcript/known-display.ts";

/**
 * The whole preview. Nothing is cut off or stripped, because a payload could hide behind padding, line
 * ends or terminal codes. No rows for a missing or unknown preview.
 */
export function previewLines(
  preview: Display | undefined,
  { look, width }: Pick<DisplayOptions, "look" | "width">,
): readonly Line[] {
  const display = knownDisplay(preview);
  if (display === null) return [];
  const options = { look, width, isWhole: true };
  switch (display.type) {
    case "text":
      return wrapLines(textLines(display.text), width);
    case "terminal": {
      const command = textLines(revealHidden(display.command, "command"), "strong");
      const rows = command.map((row, index) => [span(index === 0 ? "$ " : "  ", "accent"), ...row]);
      const output = display.output === "" ? [] : displayLines(display, options);
      return [...wrapLines(rows, width, { indent: 2 }), ...output];
    }
    default:
      return displayLines(display, options);
  }
}
