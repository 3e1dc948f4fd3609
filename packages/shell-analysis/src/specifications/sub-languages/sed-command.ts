import { type Argument, type Consequence, unknown } from "../../specification/specification.ts";
import { fixed, operandsOf, optionsOf, uses, wordReader } from "./given-words.ts";
import { sedScript } from "./sed-script.ts";

// Left out: -l, which takes a value in GNU sed only.
const readWords = wordReader({
  flags: `-n --quiet --silent, -E -r --regexp-extended, -s --separate, -u --unbuffered,
    -z --null-data, -b --binary, --posix, --debug, --sandbox`,
  values: "--line-length, -e --expression, -f --file",
  attached: "-i --in-place",
});

/** sed: scripts in options or as the first operand, then the files they read. */
export function sedCommand(words: readonly Argument[]): readonly Consequence[] {
  const given = readWords(words);
  if (typeof given === "string") return [unknown(given)];
  const found: Consequence[] = [];
  const scripts: string[] = [];
  let hasScript = false;
  let suffix: string | undefined;
  const script = (word: Argument): void => {
    hasScript = true;
    if (word.kind === "static") scripts.push(word.text);
    else found.push(unknown("has an unknown sed script"));
  };
  for (const { name, value } of optionsOf(given)) {
    if (name === "-i") suffix = value?.kind === "static" ? value.text : "";
    if (name === "-e" && value !== undefined) script(value);
    if (name === "-f" && value !== undefined) {
      hasScript = true;
      found.push(uses("read", value), unknown("runs a sed script from a file"));
    }
  }
  const operands = [...operandsOf(given)];
  const first = hasScript ? undefined : operands.shift();
  if (first !== undefined) script(first);
  if (suffix === "" && first !== undefined) found.push(...bsdScript(first, operands[0]));
  // Several -e are lines of one script: the first may end in the middle of `a\`.
  const isSuffix = suffix === "" && /^\.\w+$/.test(scripts.join("\n"));
  if (!isSuffix) found.push(...sedScript(scripts.join("\n")));
  for (const file of operands) {
    found.push(uses(suffix === undefined ? "read" : "modify", file));
    if (suffix !== undefined && suffix !== "") found.push(...backup(file, suffix));
  }
  return found;
}

/** BSD sed reads the word after `-i` as the suffix, and the next one as the script. */
function bsdScript(first: Argument, second: Argument | undefined): readonly Consequence[] {
  if (second?.kind !== "static") return [];
  const isSuffix = first.kind === "static" && /^(?:\.\w*)?$/.test(first.text);
  return sedScript(second.text).filter(({ type }) => isSuffix || type !== "unknown");
}

/** `-i.bak` keeps the old file; a `*` in the suffix stands for its name. */
function backup(file: Argument, suffix: string): readonly Consequence[] {
  if (file.kind !== "static" || suffix.includes("/")) {
    return [unknown("keeps copies with unknown names")];
  }
  const slash = file.text.lastIndexOf("/") + 1;
  const name = file.text.slice(slash);
  const copy = suffix.includes("*") ? suffix.replaceAll("*", name) : name + suffix;
  return [uses("write", fixed(file.text.slice(0, slash) + copy))];
}
