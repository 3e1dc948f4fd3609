import { ToolError } from "@toolwright/core";
import { cutText } from "@toolwright/core/internal";
import { splitWords } from "../shell/split-words.ts";

/**
 * The words of a command in the settings: as they are, or those of a text, split as a shell splits
 * them. `~/` at the beginning of a word is the home directory; nothing else is expanded, and no shell
 * ever sees it.
 *
 * Errors: `input-invalid` for a text that only a shell could run, for a quote that isn't closed, and
 * for no word at all.
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
      "The command has a null character, which no word can have.",
    );
  }
  return words;
}

/** What a shell would do something with, outside of quotes; of `"…"` only what is replaced there. */
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
        `The command has ${JSON.stringify(letter)}, which only a shell understands, and none runs it: ${JSON.stringify(cutText(text, 200))}. Put it into a script, or quote what is meant as it is.`,
      );
    }
  }
  if (/^\s*\w+=/.test(text)) {
    throw new ToolError(
      "input-invalid",
      `The command begins with a variable, which only a shell understands: ${JSON.stringify(cutText(text, 200))}. Begin with env, or put it into a script.`,
    );
  }
}
