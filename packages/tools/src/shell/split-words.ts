import { ToolError } from "@toolwright/core";

/**
 * Splits a text into words like a shell: at white space, with single or double quotes, and backslashes
 * before literal characters. Nothing is expanded.
 *
 * Errors: `input-invalid` for an unclosed quote.
 */
export function splitWords(text: string): readonly string[] {
  const words: string[] = [];
  let word: string | null = null;
  let quote = "";
  for (let at = 0; at < text.length; at += 1) {
    const letter = text.charAt(at);
    const isEscape = letter === "\\" && quote !== "'" && at + 1 < text.length;
    if (isEscape && (quote === "" || /["\\$`]/.test(text.charAt(at + 1)))) {
      at += 1;
      word = (word ?? "") + text.charAt(at);
    } else if (letter === quote) quote = "";
    else if (quote === "" && (letter === "'" || letter === '"')) {
      quote = letter;
      word ??= "";
    } else if (quote === "" && /\s/.test(letter)) {
      if (word !== null) words.push(word);
      word = null;
    } else word = (word ?? "") + letter;
  }
  if (quote !== "") {
    throw new ToolError(
      "input-invalid",
      `A quote (${quote}) isn't closed: ${JSON.stringify(text)}. Close it.`,
    );
  }
  if (word !== null) words.push(word);
  return words;
}
