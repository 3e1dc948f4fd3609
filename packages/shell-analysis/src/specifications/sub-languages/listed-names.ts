import {
  type Argument,
  type StaticArgument,
  staticTexts,
} from "../../specification/specification.ts";
import { namesFound } from "./find-expression.ts";
import { fixed } from "./given-words.ts";

/**
 * The paths at or below which all names lie that a command prints, one a line. Null when it prints anything
 * else, or when no guard ensures that each name is plain: relative, without `..`, white space, quotes
 * or wildcards.
 *
 * The guard decides by the same words whether it checks the output. Change both together: the guard is in
 * `guarded-programs.ts` of the package that runs commands.
 */
export function namesListed(
  program: string,
  words: readonly Argument[],
): readonly StaticArgument[] | null {
  const lists = listers.get(program);
  if (lists === undefined) return null;
  const texts = staticTexts(words.map(placeOfGlob));
  return texts === null ? null : lists(texts);
}

/** The directory of a glob. A glob that may match a name like an option stays as it is. */
function placeOfGlob(word: Argument): Argument {
  if (word.kind !== "glob" || !/^[^-]/.test(word.start)) return word;
  return fixed(word.start.slice(0, word.start.lastIndexOf("/") + 1) || ".");
}

/** Whether a filter prints only whole, unchanged lines of its input. */
export function passesLines(program: string, words: readonly Argument[]): boolean {
  const texts = staticTexts(words);
  return texts !== null && filters.get(program)?.(texts) === true;
}

type Lists = (texts: readonly string[]) => readonly StaticArgument[] | null;

const here = [fixed(".")];
/** With more places, the words that a command gets are unknown. */
const maxPlaces = 8;

/** The paths at or below which the names lie: the operands, or the current directory without operands. */
function placesOf(operands: readonly string[]): readonly StaticArgument[] | null {
  if (operands.length === 0) return here;
  const isPlain = operands.every((text) => /^(?!-)[\w./@+=-]+$/.test(text));
  return isPlain && operands.length <= maxPlaces ? operands.map(fixed) : null;
}

const findsOtherwise = /^-(?:print0|printf|fprint.*|fls|ls|exec|execdir|ok|okdir|delete)$/;

const find: Lists = (texts) => {
  if (texts.some((text) => findsOtherwise.test(text))) return null;
  const found = namesFound(texts.map(fixed));
  return found === null ? null : placesOf(found.below.map(({ text }) => text));
};

const grepCluster = /^-[rRiIlLnwxEFPHhsvoacG]+$/;
const grepAttached = /^--(?:include|exclude|exclude-dir)=/;

const grep: Lists = (texts) => {
  let isList = false;
  const operands: string[] = [];
  for (const text of texts) {
    if (!text.startsWith("-")) operands.push(text);
    else if (grepCluster.test(text)) isList ||= /[lL]/.test(text);
    else if (/^--files-with(?:out-match|-matches)$/.test(text)) isList = true;
    else if (!grepAttached.test(text)) return null;
  }
  const [pattern, ...places] = operands;
  return isList && pattern !== undefined ? placesOf(places) : null;
};

const ripgrepCluster = /^-[ilnwxFPSsuUvcH.]+$/;
const ripgrepValue = /^(?:-[gtT]|--glob|--iglob|--type|--type-not|-m|--max-depth|--sort)$/;
const ripgrepFlag = /^--(?:hidden|no-ignore|(?:glob|iglob|type|type-not|max-depth|sort)=.*)$/;

const ripgrep: Lists = (texts) => {
  let isList = false;
  let isFiles = false;
  const operands: string[] = [];
  for (let at = 0; at < texts.length; at += 1) {
    const text = texts[at] ?? "";
    if (!text.startsWith("-")) operands.push(text);
    else if (text === "--files") isFiles = true;
    else if (text === "--files-with-matches" || text === "--files-without-match") isList = true;
    else if (ripgrepCluster.test(text)) isList ||= text.includes("l");
    else if (ripgrepValue.test(text)) at += 1;
    else if (!ripgrepFlag.test(text)) return null;
  }
  if (isFiles) return placesOf(operands);
  return isList && operands.length > 0 ? placesOf(operands.slice(1)) : null;
};

const fdFlag = /^-[HIisgFu]+$/;
const fdValue = /^(?:-[etEd]|--extension|--type|--exclude|--max-depth)$/;

const fd: Lists = (texts) => {
  const operands: string[] = [];
  for (let at = 0; at < texts.length; at += 1) {
    const text = texts[at] ?? "";
    if (!text.startsWith("-")) operands.push(text);
    else if (fdValue.test(text)) at += 1;
    else if (!fdFlag.test(text) && !/^--(?:hidden|no-ignore)$/.test(text)) return null;
  }
  return placesOf(operands.slice(1));
};

/** ls prints names without their directory, so they are only known to be plain. */
const ls: Lists = (texts) =>
  texts.every((text) => !text.startsWith("-") || /^-[1AaArtSU]+$/.test(text)) ? here : null;

/** git prints names relative to the top of the repository. */
const git: Lists = ([first = "", ...others]) => {
  const [subcommand = "", ...texts] = /^(?:--no-pager|-P)$/.test(first)
    ? others
    : [first, ...others];
  const isNames = texts.some((text) => /^--(?:name-only|files-with-matches)$/.test(text));
  switch (subcommand) {
    case "ls-files":
      return texts.every((text) =>
        /^(?:[^-].*|-[codm]+|--(?:cached|others|deleted|modified|exclude-standard)|--)$/.test(text),
      )
        ? here
        : null;
    case "ls-tree":
      return isNames &&
        texts.every((text) => /^(?:[^-].*|-r|--name-only|--full-tree|--)$/.test(text))
        ? here
        : null;
    case "diff":
      return isNames &&
        texts.every((text) =>
          /^(?:[^-].*|--(?:name-only|cached|staged|merge-base|diff-filter=\w+|)|-M)$/.test(text),
        )
        ? here
        : null;
    case "grep":
      return (isNames || texts.some((text) => /^-[liwEFPIn]*l[liwEFPIn]*$/.test(text))) &&
        texts.every((text) =>
          /^(?:[^-].*|-[liwEFPIn]+|--(?:name-only|files-with-matches|untracked|cached|))$/.test(
            text,
          ),
        )
        ? here
        : null;
    default:
      return null;
  }
};

const listers: ReadonlyMap<string, Lists> = new Map([
  ["find", find],
  ["grep", grep],
  ["rg", ripgrep],
  ["fd", fd],
  ["ls", ls],
  ["git", git],
]);

type Passes = (texts: readonly string[]) => boolean;

const count = /^(?:-\d+|-n\s?[-+]?\d+|--lines=[-+]?\d+)$/;

const passesCount: Passes = (texts) =>
  texts.length === 0 ||
  (texts.length === 1 && count.test(texts[0] ?? "")) ||
  (texts.length === 2 && texts[0] === "-n" && /^[-+]?\d+$/.test(texts[1] ?? ""));

const passesMatches: Passes = (texts) => {
  const operands = texts.filter((text) => !text.startsWith("-"));
  return (
    operands.length === 1 &&
    texts.every((text) => !text.startsWith("-") || /^-[viEFPwx]+$/.test(text))
  );
};

const filters: ReadonlyMap<string, Passes> = new Map<string, Passes>([
  ["sort", (texts) => texts.every((text) => /^-[bdfghinruVR]+$/.test(text))],
  ["uniq", (texts) => texts.every((text) => /^-[diu]$/.test(text))],
  ["cat", (texts) => texts.length === 0],
  ["tac", (texts) => texts.length === 0],
  ["head", passesCount],
  ["tail", passesCount],
  ["grep", passesMatches],
  ["egrep", passesMatches],
]);
