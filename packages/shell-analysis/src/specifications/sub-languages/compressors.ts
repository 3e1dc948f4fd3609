import { type Argument, type Consequence, unknown } from "../../specification/specification.ts";
import { fixed, optionsOf, operandsOf, uses, type WordOptions, wordReader } from "./given-words.ts";

interface Compressor {
  /** Its own options, because these programs differ in which letters take a value. */
  readonly options: WordOptions;
  /** The suffix that it adds to a name or removes from it. */
  readonly suffix: string;
  /** Whether it keeps the original file, as zstd does. */
  readonly keeps?: boolean;
}

const common = `-c --stdout, -d --decompress, -t --test, -k --keep, -f --force, -q --quiet,
  -v --verbose, -1 -2 -3 -4 -5 -6 -7 -8 -9`;

/** Source: gzip 1.12, bzip2 1.0.8, xz 5.4 and zstd 1.5.4: their manuals and their option parsers. */
const compressors = {
  gzip: {
    suffix: ".gz",
    options: {
      flags: `${common}, -l --list, -n --no-name, --to-stdout, --uncompress, --fast, --best,
        --rsyncable`,
    },
  },
  bzip2: {
    suffix: ".bz2",
    options: { flags: `${common}, -z --compress, -s --small, --fast, --best` },
  },
  xz: {
    suffix: ".xz",
    options: {
      flags: `${common}, -z --compress, -l --list, -e --extreme, -0`,
      values: "-T --threads, -M --memlimit",
    },
  },
  zstd: {
    suffix: ".zst",
    keeps: true,
    options: {
      flags: `${common}, -z --compress, -l --list, -0, --ultra, --rm, --no-progress`,
      values: "-D, -o",
      // The word after these is a file.
      attached: "--long, --fast, -T, -M",
    },
  },
} as const satisfies Readonly<Record<string, Compressor>>;

const modes = new Set(["-d", "-z", "-t", "-l"]);

/** gzip and similar programs: each file is replaced by another one, unless an option prevents that. */
export function compressor(
  program: keyof typeof compressors,
  decompresses = false,
): (words: readonly Argument[]) => readonly Consequence[] {
  const { suffix, keeps = false, options: known }: Compressor = compressors[program];
  const readWords = wordReader(known);
  return (words) => {
    const given = readWords(words);
    if (typeof given === "string") return [unknown(given)];
    const options = optionsOf(given);
    const names = new Set(options.map(({ name }) => (name === "--uncompress" ? "-d" : name)));
    const mode = [...names].filter((name) => modes.has(name));
    if (mode.length > 1 || (decompresses && names.has("-z"))) {
      return [unknown("has several modes, the last of which wins")];
    }
    if (options.some(({ name, value }) => /^-[TM]$/.test(name) && !isNumber(value))) {
      return [unknown("has an invalid number")];
    }
    const prints = ["-c", "--to-stdout", "-t", "-l"].some((name) => names.has(name));
    const output = options.find(({ name }) => name === "-o")?.value;
    if (prints && (output !== undefined || names.has("--rm"))) {
      return [unknown("has options to print and to write")];
    }
    const found: Consequence[] = [];
    for (const { name, value } of options) {
      if (name === "-D" && value !== undefined) found.push(uses("read", value));
    }
    if (output !== undefined) found.push(uses("output", output));
    const isPacked = program === "gzip" && (decompresses || mode.length > 0);
    for (const file of operandsOf(given)) {
      found.push(uses(isPacked ? "read-packed" : "read", file));
      if (prints || (file.kind === "static" && file.text === "-")) continue;
      if (keeps ? names.has("--rm") : !names.has("-k")) found.push(uses("delete", file));
      if (output === undefined) found.push(result(file, suffix, decompresses || names.has("-d")));
    }
    return found;
  };
}

/** zcat and similar programs: they decompress and print. */
export function printer(
  program: keyof typeof compressors,
): (words: readonly Argument[]) => readonly Consequence[] {
  const interpret = compressor(program, true);
  return (words) => interpret([fixed("-c"), ...words]);
}

function isNumber(value: Argument | undefined): boolean {
  return (
    value === undefined || (value.kind === "static" && /^\d+(?:[KMGkm]i?B?|%)?$/.test(value.text))
  );
}

function result(file: Argument, suffix: string, decompresses: boolean): Consequence {
  if (file.kind !== "static") return unknown("makes files with unknown names");
  if (!decompresses) return uses("write", fixed(file.text + suffix));
  const shorter = /^(.*[^/])\.(?:gz|bz2|xz|lzma|zst|lz4|Z)$/.exec(file.text)?.[1];
  const archive = /^(.*)\.(?:tgz|tbz2?|txz|tzst)$/.exec(file.text)?.[1];
  if (shorter !== undefined) return uses("write", fixed(shorter));
  return archive === undefined
    ? unknown("makes a file with an unknown name")
    : uses("write", fixed(`${archive}.tar`));
}
