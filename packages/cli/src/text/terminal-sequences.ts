/**
 * Text of tools, files and servers may contain control sequences for terminals. They are removed here,
 * and core's `revealHidden` makes any remaining control characters visible.
 */

const terminalSequence = new RegExp(
  [
    // CSI: colours, cursor moves, modes. The final byte may be missing at the end.
    "(?:\\u001b\\[|\\u009b)[0-?]*[ -/]*[@-~]?",
    // Titles, links, device commands. An unterminated one stops at the line's end.
    "(?:\\u001b[\\]PX^_]|[\\u0090\\u0098\\u009d-\\u009f])[^\\u0007\\u001b\\u009c\\n]*(?:\\u0007|\\u001b\\\\|\\u009c)?",
    "\\u001b[ -/]*[0-~]",
  ].join("|"),
  "g",
);

/** Removes terminal control sequences. */
export function stripTerminalSequences(text: string): string {
  return /[^\P{Cc}\n\t]/u.test(text) ? text.replace(terminalSequence, "") : text;
}
