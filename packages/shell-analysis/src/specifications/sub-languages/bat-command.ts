import { type Argument, type Consequence, unknown } from "../../specification/specification.ts";
import { operandsOf, optionsOf, uses, wordReader } from "./given-words.ts";

const readWords = wordReader({
  flags: `-A --show-all, -p --plain, -n --number, -f --force-colorization, -d --diff,
    -u --unbuffered, -P, -S --chop-long-lines`,
  values: `-l --language, -H --highlight-line, -r --line-range, -m --map-syntax, --file-name,
    --style, --theme, --color, --decorations, --italic-text, --paging, --wrap, --tabs,
    --terminal-width, --diff-context`,
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
