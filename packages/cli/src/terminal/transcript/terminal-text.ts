import { stripTerminalSequences } from "../../text/terminal-sequences.ts";

/**
 * What stands on the screen after a program's output, without its colours: a line that was written
 * over (progress bars end lines with a bare CR) is shown as it was last written.
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
