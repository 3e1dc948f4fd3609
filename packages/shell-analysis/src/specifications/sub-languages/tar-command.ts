import {
  type Argument,
  type Consequence,
  reaches,
  unknown,
} from "../../specification/specification.ts";
import { fixed, type GivenOption, type GivenWord, uses, wordReader } from "./given-words.ts";

// Left out: -H, which takes a value in GNU tar only.
const readWords = wordReader({
  flags: `-c --create, -x --extract --get, -t --list, -r --append, -u --update,
    -A --catenate --concatenate, -d --diff --compare, --delete, -O --to-stdout, --remove-files,
    -h --dereference, -z --gzip --gunzip --ungzip, -j --bzip2, -J --xz, --zstd, --lzma,
    -a --auto-compress, -v --verbose, -p --preserve-permissions --same-permissions,
    -k --keep-old-files, -m --touch, -n --seek, -R --block-number, -S --sparse, -U --unlink-first,
    -i --ignore-zeros, --skip-old-files, --keep-newer-files, --overwrite, --numeric-owner,
    -o --no-same-owner, --same-owner, --no-same-permissions, --no-recursion, --one-file-system,
    --wildcards, --no-wildcards, --anchored, --no-anchored, --ignore-case, --exclude-vcs,
    --exclude-backups, --exclude-caches, --force-local, --full-time, --totals, --utc`,
  values: `-f --file, -C --directory, -I --use-compress-program, --to-command,
    --checkpoint-action, -X --exclude-from, -T --files-from, -g --listed-incremental,
    --index-file, --warning, --exclude, --strip-components, --format, --sort, --owner, --group,
    --mode, --mtime`,
  attached: "--checkpoint, --one-top-level, --occurrence",
});

const modes = new Set(["-c", "-x", "-t", "-r", "-u", "-A", "-d", "--delete"]);
const lettersWithValue = "fCITXg";
const follows = "follows links wherever they lead";

/**
 * tar: one mode, an archive, and members. `-C` applies to the words after it.
 *
 * Source: the GNU tar manual; options of bsdtar where they agree.
 */
export function tarCommand(words: readonly Argument[]): readonly Consequence[] {
  const given = readWords(dashed(words));
  if (typeof given === "string") return [unknown(given)];
  const options = given.filter((one): one is GivenOption => "name" in one);
  const mode = options.filter(({ name }) => modes.has(name));
  if (mode.length !== 1) return [unknown("doesn't have exactly one mode")];
  const found = options.flatMap((option) => sideEffects(option));
  const [{ name } = { name: "" }] = mode;
  const has = (wanted: string): boolean => options.some((option) => option.name === wanted);
  found.push(...archives(options, name, has("--force-local")));
  if (!has("-f") && name !== "-x" && name !== "-t") {
    found.push(unknown("doesn't name the archive it writes"));
  }
  if (name === "-x" && !has("-O")) found.push(...extracted(given));
  if (name === "-c" || name === "-r" || name === "-u") {
    found.push(...added(given, has("--remove-files")));
  } else if (name === "-d") found.push(unknown("reads the files that the archive names"));
  return found;
}

/** The words with dashes: in `tar xzf a.tgz -v` the first word is options, and their values come after it. */
function dashed(words: readonly Argument[]): readonly Argument[] {
  const [first, ...rest] = words;
  if (first?.kind !== "static" || first.text.startsWith("-") || first.text === "") return words;
  const made: Argument[] = [];
  for (const letter of first.text) {
    made.push(fixed(`-${letter}`));
    if (!lettersWithValue.includes(letter)) continue;
    const value = rest.shift();
    if (value !== undefined) made.push(value);
  }
  return [...made, ...rest];
}

function sideEffects({ name, value }: GivenOption): readonly Consequence[] {
  if (name === "-h") return [unknown(follows)];
  if (value === undefined) return [];
  switch (name) {
    case "-I":
    case "--to-command":
      return [{ type: "program", program: value.text }];
    case "--checkpoint-action":
      return [unknown("may run a program at checkpoints")];
    case "-X":
      return [uses("read", value)];
    case "-T":
      return [uses("read", value), unknown("takes the files that a list names")];
    case "-g":
    case "--index-file":
      return [uses("write", value)];
    default:
      return [];
  }
}

function archives(
  options: readonly GivenOption[],
  mode: string,
  isLocal: boolean,
): readonly Consequence[] {
  return options.flatMap(({ name, value }): readonly Consequence[] => {
    if (name !== "-f" || value === undefined) return [];
    const host =
      value.kind === "static" ? /^(?:[^/:]*@)?([^/:]+):/.exec(value.text)?.[1] : undefined;
    if (host !== undefined && !isLocal) {
      return [reaches(host), unknown("runs a program to reach another machine")];
    }
    const isRead = mode === "-x" || mode === "-t" || mode === "-d";
    if (value.kind === "static" && value.text === "-") return [];
    return [uses(isRead ? "read" : "output", value)];
  });
}

function extracted(given: readonly GivenWord[]): readonly Consequence[] {
  const found: Consequence[] = [];
  let directory = fixed(".") as Argument;
  let isChanged = false;
  for (const one of given) {
    if (!("name" in one)) continue;
    if (one.name === "-C" && one.value !== undefined) {
      directory = isChanged ? within(directory, one.value) : one.value;
      isChanged = true;
      found.push(uses("write-tree", directory));
    } else if (one.name === "--one-top-level" && one.value !== undefined) {
      found.push(uses("write-tree", one.value), uses("write-tree", within(directory, one.value)));
    }
  }
  return isChanged ? found : [...found, uses("write-tree", directory)];
}

function added(given: readonly GivenWord[], isRemoved: boolean): readonly Consequence[] {
  const found: Consequence[] = [];
  let directory: Argument | undefined;
  for (const one of given) {
    if ("operand" in one) {
      const member = directory === undefined ? one.operand : within(directory, one.operand);
      found.push(uses("read-tree", member));
      if (isRemoved) found.push(uses("delete", member));
    } else if (one.name === "-C" && one.value !== undefined) {
      directory = directory === undefined ? one.value : within(directory, one.value);
    }
  }
  return found;
}

function within(directory: Argument, name: Argument): Argument {
  if (name.kind === "static" && name.text.startsWith("/")) return name;
  if (name.kind === "static" && directory.kind === "static") {
    return fixed(`${directory.text.replace(/\/+$/, "") || "/"}/${name.text}`.replace(/^\/\//, "/"));
  }
  const text = `${directory.text}/${name.text}`;
  const reason = `the directory of ${text} is unknown`;
  return { kind: "unknown", text, start: text.slice(0, 1), splits: false, reason };
}
