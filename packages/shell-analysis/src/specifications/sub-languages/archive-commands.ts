import {
  type Argument,
  type Consequence,
  type SubLanguage,
  unknown,
} from "../../specification/specification.ts";
import { fixed, operandsOf, optionsOf, uses, wordReader } from "./given-words.ts";

const readUnzip = wordReader({
  "-l": "flag",
  "-v": "flag",
  "-t": "flag",
  "-Z": "flag",
  "-z": "flag",
  "-p": "flag",
  "-c": "flag",
  "-1": "flag",
  "-q": "flag",
  "-o": "flag",
  "-n": "flag",
  "-u": "flag",
  "-f": "flag",
  "-j": "flag",
  "-a": "flag",
  "-C": "flag",
  "-L": "flag",
  "-d": "value",
  "-x": "value",
});

/** unzip: lists or prints, or extracts below the current or a named directory. */
export function unzipCommand(words: readonly Argument[]): readonly Consequence[] {
  const given = readUnzip(words);
  if (typeof given === "string") return [unknown(given)];
  const options = optionsOf(given);
  const [archive] = operandsOf(given);
  const found: Consequence[] = archive === undefined ? [] : [uses("read", archive)];
  const target = options.find(({ name }) => name === "-d")?.value;
  const prints = options.some(({ name }) => /^-[lvtZzpc]$/.test(name));
  if (prints && target === undefined) return found;
  return archive === undefined ? found : [...found, uses("write-tree", target ?? fixed("."))];
}

/** ar: operations and modifiers in one word, the archive, its members. */
export function arCommand(words: readonly Argument[]): readonly Consequence[] {
  const [keys, ...rest] = words;
  const letters = keys?.kind === "static" ? keys.text.replace(/^-/, "") : "";
  if (
    !/^[cDfoOpPqrsStTuUvVxd]+$/.test(letters) ||
    words.some((word) => word.text.startsWith("@"))
  ) {
    return [unknown("has words that can't be read")];
  }
  const [archive, ...members] = rest;
  if (archive === undefined) return [];
  if (/[tp]/.test(letters) && !/[dqrsSx]/.test(letters)) return [uses("read", archive)];
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
  const name = verb?.kind === "static" ? verb.text : "";
  if (archive === undefined) return name === "i" ? [] : [unknown("isn't told what to do")];
  if (/^[lt]$/.test(name)) return [uses("read", archive)];
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
