/**
 * Texts of tools, files and servers may carry codes that a terminal obeys. None reaches the screen as it
 * is: they are removed here, and core's `revealHidden` writes out whatever is left.
 */

const terminalSequence = new RegExp(
  [
    // CSI: colours, cursor moves, modes. The final byte may be missing at the end.
    "(?:\\u001b\\[|\\u009b)[0-?]*[ -/]*[@-~]?",
    // Titles, links, device commands. An unended one stops at the line's end: it must not swallow more.
    "(?:\\u001b[\\]PX^_]|[\\u0090\\u0098\\u009d-\\u009f])[^\\u0007\\u001b\\u009c\\n]*(?:\\u0007|\\u001b\\\\|\\u009c)?",
    "\\u001b[ -/]*[0-~]",
  ].join("|"),
  "g",
);

/** Removes what a terminal would obey, and leaves the text between. */
export function stripTerminalSequences(text: string): string {
  return /[^\P{Cc}\n\t]/u.test(text) ? text.replace(terminalSequence, "") : text;
}
