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
  flags: `-r --raw-output, -c --compact-output, -n --null-input, -e --exit-status, -s --slurp,
    -S --sort-keys, -a --ascii-output, -j --join-output, -M --monochrome-output,
    -C --color-output, -R --raw-input, --raw-output0, --tab, --unbuffered, --stream,
    --stream-errors, --seq, --args, --jsonargs, -h --help, -V --version, -f --from-file`,
  values: "--indent",
  pairs: "--arg, --argjson, --slurpfile, --rawfile",
});

/** jq: a filter, then the files it reads. */
export function jqCommand(words: readonly Argument[]): readonly Consequence[] {
  return filterCommand(words, readJq, (word) =>
    word.kind === "static" ? jqFilter(word.text) : [unknown("has an unknown filter")],
  );
}

const readYq = wordReader({
  flags: `-r --raw-output --unwrapScalar, -c --compact-output, -n --null-input, -e --exit-status,
    -S --sort-keys, -j --tojson, -M --no-colors, -C --colors, -P --prettyPrint, -N --no-doc,
    -y --yaml-output --yml-output, -Y --yaml-roundtrip --yml-roundtrip, -i --in-place --inplace,
    -h --help, -V --version`,
  values: "-o --output-format, -p --input-format, -I --indent, -w --width",
  pairs: "--arg, --argjson",
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
