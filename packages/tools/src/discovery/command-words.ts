import { ToolError } from "@toolwright/core";
import { cutText } from "@toolwright/core/internal";
import { splitWords } from "../shell/split-words.ts";

/**
 * The words of a command in the settings, given as a list or as a text to split like a shell. `~/` at
 * the beginning of a word is the home directory; nothing else is expanded. No shell runs the command.
 *
 * Errors: `input-invalid` for a text that only a shell could run, for an unclosed quote, and for an
 * empty command.
 */
export function commandWords(command: string | readonly string[], home: string): readonly string[] {
  if (typeof command === "string") refuseShell(command);
  const words = (typeof command === "string" ? splitWords(command) : command).map((word) =>
    word.startsWith("~/") ? `${home}${word.slice(1)}` : word,
  );
  const [program = ""] = words;
  if (program === "") throw new ToolError("input-invalid", "The command names no program.");
  if (words.some((word) => word.includes("\0"))) {
    throw new ToolError(
      "input-invalid",
      "The command has a null character, which no argument can contain. Remove it.",
    );
  }
  return words;
}

/** Characters that a shell would interpret outside quotes; inside `"…"` only those that it expands. */
const operators = /[|&;<>()$`*?[\n]/;
const inDoubleQuotes = /[$`]/;

function refuseShell(text: string): void {
  let quote = "";
  for (let at = 0; at < text.length; at += 1) {
    const letter = text.charAt(at);
    if (letter === "\\" && quote !== "'") at += 1;
    else if (letter === quote) quote = "";
    else if (quote === "" && (letter === "'" || letter === '"')) quote = letter;
    else if (quote === "'" || !(quote === "" ? operators : inDoubleQuotes).test(letter)) continue;
    else {
      throw new ToolError(
        "input-invalid",
        `The command has ${JSON.stringify(letter)}, which only a shell understands, but no shell runs it: ${JSON.stringify(cutText(text, 200))}. Put it into a script, or quote the character.`,
      );
    }
  }
  if (/^\s*\w+=/.test(text)) {
    throw new ToolError(
      "input-invalid",
      `The command begins with a variable assignment, which only a shell understands: ${JSON.stringify(cutText(text, 200))}. Begin with env, or put it into a script.`,
    );
  }
}
