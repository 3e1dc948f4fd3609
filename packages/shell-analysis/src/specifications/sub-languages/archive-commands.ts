import {
  type Argument,
  type Consequence,
  type SubLanguage,
  unknown,
  unknownOption,
} from "../../specification/specification.ts";
import { fixed, mayBeOption, uses } from "./given-words.ts";

const unread: Consequence = unknown("has unknown words");
const unzipModes = /[lvtzpc]/g;

/**
 * unzip: lists or prints, or extracts below the current or a named directory.
 *
 * Options come before the archive. After it come only `-d`, and `-x` before names to exclude. Any other word
 * there is a member's name, even one that looks like an option, which is therefore unknown.
 * Source: unzip 6.0, unzip(1), and its `uz_opts`.
 */
export function unzipCommand(words: readonly Argument[]): readonly Consequence[] {
  const [first] = words;
  if (first?.kind === "static" && /^-Z1?$/.test(first.text)) return zipinfoCommand(words.slice(1));
  let letters = "";
  let target: Argument | undefined;
  let at = 0;
  for (; at < words.length; at += 1) {
    const word = words[at];
    if (word === undefined || !mayBeOption(word)) break;
    if (word.kind !== "static") return [unread];
    if (word.text === "-d") target = words[(at += 1)];
    else if (/^-[lvtzpcqaCjLonu]+$/.test(word.text)) letters += word.text.slice(1);
    else return [unread];
  }
  const archive = words[at];
  if (archive === undefined) return [];
  let isName = true;
  for (at += 1; at < words.length; at += 1) {
    const word = words[at];
    if (word?.kind !== "static") {
      if (word === undefined || mayBeOption(word)) return [unread];
    } else if (word.text === "-x") isName = true;
    else if (word.text === "-d" && isName) target = words[(at += 1)];
    else if (word.text.startsWith("-")) return [unread];
  }
  const modes = new Set(letters.match(unzipModes) ?? []);
  if (modes.size > 1) return [unknown("has several modes, one of which wins")];
  const found = zipRead(archive);
  if (modes.size === 1 && target === undefined) return found;
  return [...found, uses("write-tree", target ?? fixed("."))];
}

/** zipinfo: shows the members of an archive. The words after it are their names. */
export function zipinfoCommand(words: readonly Argument[]): readonly Consequence[] {
  let at = 0;
  for (; at < words.length; at += 1) {
    const word = words[at];
    if (word === undefined || !mayBeOption(word)) break;
    if (word.kind !== "static" || !/^-[12smlvhtTzC]+$/.test(word.text)) return [unread];
  }
  const archive = words[at];
  const isPlain = words.slice(at + 1).every((word) => !mayBeOption(word) || word.text === "-x");
  if (!isPlain) return [unread];
  return archive === undefined ? [] : zipRead(archive);
}

/** The reads of an archive. A pattern stands for several; unzip adds its suffix to the name of a missing one. */
function zipRead(archive: Argument): readonly Consequence[] {
  if (archive.kind !== "static") return [uses("read", archive)];
  const { text } = archive;
  if (/[*?[\]\\]/.test(text)) return [unknown(`reads each archive that ${text} matches`)];
  const names = /\.[^./]+$/.test(text) ? [text] : [text, `${text}.zip`, `${text}.ZIP`];
  return names.map((name) => uses("read", fixed(name)));
}

/** ar: operations and modifiers in one word, the archive, its members. */
export function arCommand(words: readonly Argument[]): readonly Consequence[] {
  const [keys, ...rest] = words;
  const letters = keys?.kind === "static" ? keys.text.replace(/^-/, "") : "";
  if (
    !/^[cDfoOpPqrsStTuUvVxd]+$/.test(letters) ||
    words.some((word) => word.text.startsWith("@")) ||
    words.slice(1).some(mayBeOption)
  ) {
    return [unread];
  }
  const [archive, ...members] = rest;
  if (archive === undefined) return [];
  if (letters.includes("t") && !/[dpqrsSx]/.test(letters)) return [uses("read", archive)];
  if (letters.includes("p")) {
    return [uses("read", archive), unknown("prints members, which a thin archive keeps elsewhere")];
  }
  if (/^[xvoDPTUO]+$/.test(letters)) {
    return [uses("read", archive), uses("write-tree", fixed("."))];
  }
  return [uses("write", archive), ...members.map((member) => uses("read", member))];
}

/** 7z: a verb, switches, the archive, its members. */
export function sevenZipCommand(words: readonly Argument[]): readonly Consequence[] {
  const [verb, ...rest] = words;
  const operands: Argument[] = [];
  let target: Argument = fixed(".");
  for (const word of rest) {
    if (word.kind !== "static") {
      if (word.kind === "glob" || word.splits || /^(?:[-@]|$)/.test(word.start)) {
        return [unknown("has a word that may be a switch")];
      }
      operands.push(word);
    } else if (/^-(?:y|ba|bd|slt|ao[asut]|r|t[a-z0-9]+|mx=?\d|bs[oep][012])$/.test(word.text))
      continue;
    else if (/^-o./.test(word.text)) target = fixed(word.text.slice(2));
    else if (/^[-@]/.test(word.text)) return [unknownOption(word.text)];
    else operands.push(word);
  }
  const [archive, ...members] = operands;
  if (archive?.kind === "static" && /[*?]/.test(archive.text)) return [unread];
  const name = verb?.kind === "static" ? verb.text : "";
  if (archive === undefined) return name === "i" ? [] : [unknown("has no known verb")];
  // 7z makes that directory with any verb.
  const made = rest.some((word) => word.text.startsWith("-o")) ? [uses("write-tree", target)] : [];
  if (/^[lt]$/.test(name)) return [uses("read", archive), ...made];
  if (/^[ex]$/.test(name)) return [uses("read", archive), uses("write-tree", target)];
  if (/^[au]$/.test(name)) {
    return [uses("write", archive), ...members.map((member) => uses("read-tree", member))];
  }
  return [unknown("has no known verb")];
}

/** The archive that zip makes. It adds its suffix to a name without one. */
export const zipArchive: SubLanguage = (text) => {
  if (text === "-") return [];
  const name = text.slice(text.lastIndexOf("/") + 1);
  return [uses("write", fixed(name.includes(".") ? text : `${text}.zip`))];
};

/** A name, or with `@` a file of names. */
export const nameOrList: SubLanguage = (text) =>
  text.startsWith("@") ? [uses("read", fixed(text.slice(1)))] : [];

/** A file for a program of binutils, where `@` begins a file of options. */
export const fileOrOptions: SubLanguage = (text) =>
  text.startsWith("@")
    ? [uses("read", fixed(text.slice(1))), unknown("takes options from a file")]
    : [uses("read", fixed(text))];
