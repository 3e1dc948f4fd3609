import {
  type Argument,
  type Consequence,
  reaches,
  unknown,
} from "../../specification/specification.ts";
import { operandsOf, optionsOf, uses, wordReader } from "./given-words.ts";

const readWords = wordReader({
  flags: `-a --archive, -v --verbose, -q --quiet, -n --dry-run, -r --recursive, -R --relative,
    -l --links, -p --perms, -o --owner, -g --group, -t --times, -O --omit-dir-times, -D,
    -E --executability, -A --acls, -X --xattrs, -H --hard-links, -S --sparse, -z --compress,
    -h --human-readable, -i --itemize-changes, -c --checksum, -u --update, -W --whole-file,
    -x --one-file-system, -m --prune-empty-dirs, -d --dirs, -P, --partial, --progress, --stats,
    --safe-links, --existing, --ignore-existing, --ignore-times, --size-only, --inplace, --mkpath,
    --numeric-ids, --list-only, --no-owner --no-o, --no-group --no-g, --no-perms --no-p,
    --no-times --no-t,
    --delete --del --delete-before --delete-during --delete-after --delete-delay --delete-excluded,
    --force, --remove-source-files, -L --copy-links, --copy-unsafe-links`,
  values: `-e --rsh, --rsync-path, --exclude, --include, --exclude-from, --include-from,
    --files-from, --log-file, --info, --out-format, --bwlimit, --timeout, --max-size, --min-size,
    --chmod, --chown, --port`,
});

/** rsync: sources, then a destination. Either may be on another machine. */
export function rsyncCommand(words: readonly Argument[]): readonly Consequence[] {
  const given = readWords(words);
  if (typeof given === "string") return [unknown(given)];
  const options = optionsOf(given);
  const names = new Set(options.map(({ name }) => name));
  const has = (name: string): boolean => names.has(name);
  const found: Consequence[] = [];
  for (const { name, value } of options) {
    if (name === "-L" || name === "--copy-unsafe-links") {
      found.push(unknown("follows links wherever they lead"));
    }
    if (value === undefined) continue;
    if (name === "-e" || name === "--rsync-path")
      found.push({ type: "program", program: value.text });
    if (name === "--log-file") found.push(uses("write", value));
    if (/^--(?:exclude|include|files)-from$/.test(name)) found.push(uses("read", value));
    if (name === "--files-from") found.push(unknown("takes the files that a list names"));
  }
  const operands = operandsOf(given);
  const sources = operands.length > 1 ? operands.slice(0, -1) : operands;
  // A single glob may become several words, the last of which is written.
  const hasDestination = operands.length > 1 || operands[0]?.kind === "glob";
  const destination = hasDestination ? operands.at(-1) : undefined;
  for (const source of sources) {
    const host = hostOf(source);
    if (host !== null) found.push(reaches(host));
    else {
      found.push(uses(destination === undefined ? "list-tree" : "read-tree", source));
      if (has("--remove-source-files") && !has("-n")) found.push(uses("delete", source));
    }
  }
  if (destination === undefined) return found;
  const host = hostOf(destination);
  if (host !== null) found.push(reaches(host));
  else if (has("-n") || has("--list-only")) found.push(uses("list-tree", destination));
  else {
    found.push(uses("write-tree", destination));
    if (has("--delete")) found.push(uses("delete", destination));
  }
  return found;
}

/** The host of `user@host:path`, `host::module` and `rsync://host/…`; null for a local path. */
function hostOf(word: Argument): string | null {
  const text = word.kind === "static" ? word.text : word.start;
  const url = /^rsync:\/\/(?:[^@/]*@)?([^/:]+)/.exec(text)?.[1];
  if (url !== undefined) return url;
  const remote = /^(?:[^/:]*@)?([^/:]*):/.exec(text);
  if (remote === null) return null;
  return remote[1] === undefined || remote[1] === "" ? "*" : remote[1];
}
