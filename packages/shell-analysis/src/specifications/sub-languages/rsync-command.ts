import {
  type Argument,
  type Consequence,
  reaches,
  unknown,
} from "../../specification/specification.ts";
import { operandsOf, optionsOf, uses, wordReader } from "./given-words.ts";

const readWords = wordReader({
  "-a --archive": "flag",
  "-v --verbose": "flag",
  "-q --quiet": "flag",
  "-n --dry-run": "flag",
  "-r --recursive": "flag",
  "-R --relative": "flag",
  "-l --links": "flag",
  "-p --perms": "flag",
  "-o --owner": "flag",
  "-g --group": "flag",
  "-t --times": "flag",
  "-O --omit-dir-times": "flag",
  "-D": "flag",
  "-E --executability": "flag",
  "-A --acls": "flag",
  "-X --xattrs": "flag",
  "-H --hard-links": "flag",
  "-S --sparse": "flag",
  "-z --compress": "flag",
  "-h --human-readable": "flag",
  "-i --itemize-changes": "flag",
  "-c --checksum": "flag",
  "-u --update": "flag",
  "-W --whole-file": "flag",
  "-x --one-file-system": "flag",
  "-m --prune-empty-dirs": "flag",
  "-d --dirs": "flag",
  "-P": "flag",
  "--partial": "flag",
  "--progress": "flag",
  "--stats": "flag",
  "--safe-links": "flag",
  "--existing": "flag",
  "--ignore-existing": "flag",
  "--ignore-times": "flag",
  "--size-only": "flag",
  "--inplace": "flag",
  "--mkpath": "flag",
  "--numeric-ids": "flag",
  "--list-only": "flag",
  "--no-owner --no-o": "flag",
  "--no-group --no-g": "flag",
  "--no-perms --no-p": "flag",
  "--no-times --no-t": "flag",
  "--delete --del --delete-before --delete-during --delete-after --delete-delay --delete-excluded":
    "flag",
  "--force": "flag",
  "--remove-source-files": "flag",
  "-L --copy-links": "flag",
  "--copy-unsafe-links": "flag",
  "-e --rsh": "value",
  "--rsync-path": "value",
  "--exclude": "value",
  "--include": "value",
  "--exclude-from": "value",
  "--include-from": "value",
  "--files-from": "value",
  "--log-file": "value",
  "--info": "value",
  "--out-format": "value",
  "--bwlimit": "value",
  "--timeout": "value",
  "--max-size": "value",
  "--min-size": "value",
  "--chmod": "value",
  "--chown": "value",
  "--port": "value",
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
