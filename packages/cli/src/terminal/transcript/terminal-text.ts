import { stripTerminalSequences } from "../../text/terminal-sequences.ts";

/**
 * A program's output as it would look on a screen, without colours. Only the final text of an
 * overwritten line is shown (progress bars end lines with a bare CR).
 */
export function terminalText(output: string): string {
  const text = stripTerminalSequences(output);
  if (!/[\r\b]/.test(text)) return text;
  return text
    .replace(/\r+\n/g, "\n")
    .split("\n")
    .map((row) => overwritten(row))
    .join("\n");
}

function overwritten(row: string): string {
  if (!/[\r\b]/.test(row)) return row;
  let shown: string[] = [];
  for (const part of row.split("\r")) {
    if (part === "") continue;
    const written: string[] = [];
    for (const character of part) {
      if (character === "\b") written.pop();
      else written.push(character);
    }
    shown = [...written, ...shown.slice(written.length)];
  }
  return shown.join("");
}
