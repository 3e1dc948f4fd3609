import { type Argument, type Consequence, unknown } from "../../specification/specification.ts";
import { operandsOf, optionsOf, uses, wordReader } from "./given-words.ts";

const readWords = wordReader({
  "-A --show-all": "flag",
  "-p --plain": "flag",
  "-n --number": "flag",
  "-f --force-colorization": "flag",
  "-d --diff": "flag",
  "-u --unbuffered": "flag",
  "-P": "flag",
  "-S --chop-long-lines": "flag",
  "-l --language": "value",
  "-H --highlight-line": "value",
  "-r --line-range": "value",
  "-m --map-syntax": "value",
  "--file-name": "value",
  "--style": "value",
  "--theme": "value",
  "--color": "value",
  "--decorations": "value",
  "--italic-text": "value",
  "--paging": "value",
  "--wrap": "value",
  "--tabs": "value",
  "--terminal-width": "value",
  "--diff-context": "value",
});

/** bat: prints files, through a pager unless an option turns it off. */
export function batCommand(words: readonly Argument[]): readonly Consequence[] {
  const given = readWords(words);
  if (typeof given === "string") return [unknown(given)];
  const options = optionsOf(given);
  const plain = options.filter(({ name }) => name === "-p").length;
  const paging = options.filter(({ name }) => name === "--paging" || name === "-P").at(-1);
  const isNever = paging?.value?.kind === "static" && paging.value.text === "never";
  const isPrinted = paging === undefined ? plain > 1 : paging.name === "-P" || isNever;
  const found = operandsOf(given).map((file) => uses("read", file));
  if (isPrinted) return found;
  return [...found, unknown("may open a pager; with --paging=never it doesn't")];
}
