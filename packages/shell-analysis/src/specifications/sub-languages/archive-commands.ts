import {
  type Argument,
  type Consequence,
  type SubLanguage,
  unknown,
} from "../../specification/specification.ts";
import { fixed, mayBeOption, uses } from "./given-words.ts";

/** How each word that isn't known is told of. */
const unread: Consequence = unknown("has words that can't be read");
const unzipModes = /[lvtzpc]/g;

/**
 * unzip: lists or prints, or extracts below the current or a named directory.
 *
 * Options stand before the archive; behind it is only `-x` before names that are left out, and `-d`. Any other
 * word there is a member's name, also one that looks like an option, so that it isn't known.
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
  if (modes.size > 1) return [unknown("is told several things to do, of which one counts")];
  const found = zipRead(archive);
  if (modes.size === 1 && target === undefined) return found;
  return [...found, uses("write-tree", target ?? fixed("."))];
}

/** zipinfo: shows what is in an archive; behind that stand names of members. */
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

/** An archive: a pattern stands for several, and one that isn't there is looked for with its suffix. */
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
    return [uses("read", archive), unknown("prints members, which a thin archive has elsewhere")];
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
        return [unknown("has a word that may become a switch")];
      }
      operands.push(word);
    } else if (/^-(?:y|ba|bd|slt|ao[asut]|r|t[a-z0-9]+|mx=?\d|bs[oep][012])$/.test(word.text))
      continue;
    else if (/^-o./.test(word.text)) target = fixed(word.text.slice(2));
    else if (/^[-@]/.test(word.text)) return [unknown(`has ${word.text}, which isn't known`)];
    else operands.push(word);
  }
  const [archive, ...members] = operands;
  if (archive?.kind === "static" && /[*?]/.test(archive.text)) return [unread];
  const name = verb?.kind === "static" ? verb.text : "";
  if (archive === undefined) return name === "i" ? [] : [unknown("isn't told what to do")];
  // It makes that directory for anything.
  const made = rest.some((word) => word.text.startsWith("-o")) ? [uses("write-tree", target)] : [];
  if (/^[lt]$/.test(name)) return [uses("read", archive), ...made];
  if (/^[ex]$/.test(name)) return [uses("read", archive), uses("write-tree", target)];
  if (/^[au]$/.test(name)) {
    return [uses("write", archive), ...members.map((member) => uses("read-tree", member))];
  }
  return [unknown("isn't told what to do")];
}

/** The archive zip makes: it adds its suffix to a name without one. */
export const zipArchive: SubLanguage = (text) => {
  if (text === "-") return [];
  const name = text.slice(text.lastIndexOf("/") + 1);
  return [uses("write", fixed(name.includes(".") ? text : `${text}.zip`))];
};

/** A name, or with `@` a list of them. */
export const nameOrList: SubLanguage = (text) =>
  text.startsWith("@") ? [uses("read", fixed(text.slice(1)))] : [];

/** A file for a program of binutils, where `@` begins a file of options. */
export const fileOrOptions: SubLanguage = (text) =>
  text.startsWith("@")
    ? [uses("read", fixed(text.slice(1))), unknown("takes options from a file")]
    : [uses("read", fixed(text))];
