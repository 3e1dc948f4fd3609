import { type Argument, type Consequence, unknown } from "../../specification/specification.ts";
import {
  type GivenOption,
  type GivenWord,
  uses,
  type WordReader,
  wordReader,
} from "./given-words.ts";
import { filterConsequences, jqFilter, yqNames } from "./jq-filter.ts";

const readJq = wordReader({
  "-r --raw-output": "flag",
  "-c --compact-output": "flag",
  "-n --null-input": "flag",
  "-e --exit-status": "flag",
  "-s --slurp": "flag",
  "-S --sort-keys": "flag",
  "-a --ascii-output": "flag",
  "-j --join-output": "flag",
  "-M --monochrome-output": "flag",
  "-C --color-output": "flag",
  "-R --raw-input": "flag",
  "--raw-output0": "flag",
  "--tab": "flag",
  "--unbuffered": "flag",
  "--stream": "flag",
  "--stream-errors": "flag",
  "--seq": "flag",
  "--args": "flag",
  "--jsonargs": "flag",
  "-h --help": "flag",
  "-V --version": "flag",
  "--indent": "value",
  "-f --from-file": "flag",
  "--arg": "pair",
  "--argjson": "pair",
  "--slurpfile": "pair",
  "--rawfile": "pair",
});

/** jq: a filter, then the files it reads. */
export function jqCommand(words: readonly Argument[]): readonly Consequence[] {
  return filterCommand(words, readJq, (word) =>
    word.kind === "static" ? jqFilter(word.text) : [unknown("has an unknown filter")],
  );
}

const readYq = wordReader({
  "-r --raw-output --unwrapScalar": "flag",
  "-c --compact-output": "flag",
  "-n --null-input": "flag",
  "-e --exit-status": "flag",
  "-S --sort-keys": "flag",
  "-j --tojson": "flag",
  "-M --no-colors": "flag",
  "-C --colors": "flag",
  "-P --prettyPrint": "flag",
  "-N --no-doc": "flag",
  "-y --yaml-output --yml-output": "flag",
  "-Y --yaml-roundtrip --yml-roundtrip": "flag",
  "-i --in-place --inplace": "flag",
  "-h --help": "flag",
  "-V --version": "flag",
  "-o --output-format": "value",
  "-p --input-format": "value",
  "-I --indent": "value",
  "-w --width": "value",
  "--arg": "pair",
  "--argjson": "pair",
});

const yqVerbs = new Set(["e", "eval", "ea", "eval-all"]);

/** yq, both the wrapper of jq and the Go program. Left out: `-s`, which slurps in one and splits in the other. */
export function yqCommand(words: readonly Argument[]): readonly Consequence[] {
  const [verb] = words;
  const rest = verb?.kind === "static" && yqVerbs.has(verb.text) ? words.slice(1) : words;
  return filterCommand(rest, readYq, (word) => {
    if (word.kind !== "static") return [unknown("has an unknown filter")];
    // Without a filter, yq prints the file.
    if (/^[\w./-]+\.(?:ya?ml|json|toml|xml|csv)$/.test(word.text) && !word.text.startsWith(".")) {
      return [uses("read", word)];
    }
    return filterConsequences(word.text, yqNames);
  });
}

function filterCommand(
  words: readonly Argument[],
  read: WordReader,
  filter: (word: Argument) => readonly Consequence[],
): readonly Consequence[] {
  const given = read(words);
  if (typeof given === "string") return [unknown(given)];
  const found: Consequence[] = [];
  let hasFilter = false;
  let takesTexts = false;
  const options = new Set(given.flatMap((one) => (isOption(one) ? [one.name] : [])));
  for (const one of given) {
    if (isOption(one)) {
      if (one.name === "--args" || one.name === "--jsonargs") takesTexts = true;
      const isFile = one.name === "--slurpfile" || one.name === "--rawfile";
      if (isFile && one.second !== undefined) found.push(uses("read", one.second));
    } else if (!hasFilter) {
      hasFilter = true;
      if (options.has("-f"))
        found.push(uses("read", one.operand), unknown("runs a filter from a file"));
      else found.push(...filter(one.operand));
    } else if (!takesTexts) found.push(uses(options.has("-i") ? "modify" : "read", one.operand));
  }
  return found;
}

function isOption(one: GivenWord): one is GivenOption {
  return "name" in one;
}
