import { type Argument, type Consequence, unknown } from "../../specification/specification.ts";
import { fixed, optionsOf, operandsOf, uses, wordReader } from "./given-words.ts";

const readWords = wordReader({
  "-c --stdout --to-stdout": "flag",
  "-d --decompress --uncompress": "flag",
  "-z --compress": "flag",
  "-t --test": "flag",
  "-l --list": "flag",
  "-k --keep": "flag",
  "-f --force": "flag",
  "-q --quiet": "flag",
  "-v --verbose": "flag",
  "-n --no-name": "flag",
  "-e --extreme": "flag",
  "-s --small": "flag",
  "--rsyncable": "flag",
  "--fast": "flag",
  "--best": "flag",
  "--ultra": "flag",
  "--rm": "flag",
  "--no-progress": "flag",
  "-0 -1 -2 -3 -4 -5 -6 -7 -8 -9": "flag",
  "-T --threads": "value",
  "-M --memlimit": "value",
  "-o": "value",
  "-D": "value",
  "--long": "attached",
});

interface Compressor {
  /** What is added to a name, and what may be taken off it. */
  readonly suffix: string;
  readonly decompresses?: boolean;
  /** zstd leaves the original where it is, and `-o` names the result. */
  readonly keeps?: boolean;
}

/** gzip and its like: each file becomes another one, and goes, unless it is told otherwise. */
export function compressor({
  suffix,
  decompresses = false,
  keeps = false,
}: Compressor): (words: readonly Argument[]) => readonly Consequence[] {
  return (words) => {
    const given = readWords(withoutLevels(words, keeps));
    if (typeof given === "string") return [unknown(given)];
    const options = optionsOf(given);
    const names = new Set(options.map(({ name }) => name));
    const has = (name: string): boolean => names.has(name);
    const output = options.find(({ name }) => name === "-o")?.value;
    const found: Consequence[] = [];
    // Their meanings differ between the programs.
    if (!keeps && (output !== undefined || has("-D") || has("--rm"))) {
      return [unknown("has an option that isn't known")];
    }
    for (const { name, value } of options) {
      if (name === "-D" && value !== undefined) found.push(uses("read", value));
    }
    if (output !== undefined) found.push(uses("write", output));
    const prints = has("-c") || has("-t") || has("-l");
    for (const file of operandsOf(given)) {
      found.push(uses("read", file));
      if (prints || (file.kind === "static" && file.text === "-")) continue;
      if (keeps ? has("--rm") : !has("-k")) found.push(uses("delete", file));
      if (output === undefined) found.push(result(file, suffix, decompresses || has("-d")));
    }
    return found;
  };
}

/** `-19` and `--fast=3` of zstd. */
function withoutLevels(words: readonly Argument[], isZstd: boolean): readonly Argument[] {
  if (!isZstd) return words;
  return words.filter((word) => word.kind !== "static" || !/^-(?:-fast=)?\d+$/.test(word.text));
}

function result(file: Argument, suffix: string, decompresses: boolean): Consequence {
  if (file.kind !== "static") return unknown("makes files whose names aren't known");
  if (!decompresses) return uses("write", fixed(file.text + suffix));
  const shorter = /^(.*[^/])\.(?:gz|bz2|xz|lzma|zst|lz4|Z)$/.exec(file.text)?.[1];
  const archive = /^(.*)\.(?:tgz|tbz2?|txz|tzst)$/.exec(file.text)?.[1];
  if (shorter !== undefined) return uses("write", fixed(shorter));
  return archive === undefined
    ? unknown("makes a file whose name isn't known")
    : uses("write", fixed(`${archive}.tar`));
}
