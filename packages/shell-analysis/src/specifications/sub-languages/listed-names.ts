import {
  type Argument,
  type NameLimits,
  plainNamePattern,
  type StaticArgument,
  staticTexts,
} from "../../specification/specification.ts";
import { namesFound } from "./find-expression.ts";
import { fixed } from "./given-words.ts";

/**
 * The places at or below which all names lie that a command prints, one a line, and their limits. Null when it prints anything
 * else, or when no guard ensures that each name is plain: relative, without `..`, white space, quotes
 * or wildcards.
 *
 * The guard decides by the same words whether it checks the output. Change both together: the guard is in
 * `guarded-programs.ts` of the package that runs commands.
 */
export function namesListed(program: string, words: readonly Argument[]): Listing | null {
  const lists = listers.get(program);
  if (lists === undefined) return null;
  const texts = staticTexts(words.map(placeOfGlob));
  const listing = texts === null ? null : lists(texts);
  // A glob may name a hidden file, and a pattern for it is one of names only once it is expanded.
  const isExpanded = words.some(({ kind }) => kind === "glob");
  return listing !== null && isExpanded ? { below: listing.below } : listing;
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

/** Names that a guard ensures to be plain. */
export interface Listing {
  readonly below: readonly StaticArgument[];
  readonly limits?: NameLimits;
}

type Lists = (texts: readonly string[]) => Listing | null;

const here: Listing = { below: [fixed(".")] };
/** With more places, the words that a command gets are unknown. */
const maxPlaces = 8;

/** The paths at or below which the names lie: the operands, or the current directory without operands. */
function placesOf(operands: readonly string[], limits?: NameLimits): Listing | null {
  const isPlain = operands.every((text) => /^(?!-)[\w./@+=-]+$/.test(text));
  if (!isPlain || operands.length > maxPlaces) return null;
  return {
    below: operands.length === 0 ? here.below : operands.map(fixed),
    ...(limits !== undefined && { limits }),
  };
}

const findsOtherwise = /^-(?:print0|printf|fprint.*|fls|ls|exec|execdir|ok|okdir|delete)$/;

const find: Lists = (texts) => {
  if (texts.some((text) => findsOtherwise.test(text))) return null;
  const found = namesFound(texts.map(fixed));
  if (found === null) return null;
  return placesOf(
    found.below.map(({ text }) => text),
    found.limits,
  );
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
  return isList && pattern !== undefined ? placesOf(places, limitsIncluded(texts)) : null;
};

/** The limits of `--include`. Only if it is the first such option, other files are skipped. */
function limitsIncluded(texts: readonly string[]): NameLimits | undefined {
  const filters = texts.filter((text) => /^--(?:include|exclude)=/.test(text));
  const names = filters.flatMap((text) => /^--include=(.*)$/s.exec(text)?.[1] ?? []);
  const isLimited =
    filters[0]?.startsWith("--include=") && names.every((name) => plainNamePattern.test(name));
  return isLimited === true ? { names } : undefined;
}

const ripgrepCluster = /^-[ilnwxFPSsuUvcH.]+$/;
const ripgrepValue = /^(?:-[gtT]|--glob|--iglob|--type|--type-not|-m|--max-depth|--sort)$/;
const ripgrepFlag = /^--(?:hidden|no-ignore|(?:glob|iglob|type|type-not|max-depth|sort)=.*)$/;

/** Any word with which the guard of ripgrep, which checks each word separately, may leave hidden files in. */
const mayIncludeHidden = /^(?:--(?:hidden|unrestricted|no-ignore|iglob)|-(?!-).*[u.])/;
const visibleOnly: NameLimits = { skipsHidden: true };

const ripgrep: Lists = (texts) => {
  let isList = false;
  let isFiles = false;
  let includesHidden = false;
  const operands: string[] = [];
  for (let at = 0; at < texts.length; at += 1) {
    const text = texts[at] ?? "";
    includesHidden ||= mayIncludeHidden.test(text);
    if (!text.startsWith("-")) operands.push(text);
    else if (text === "--files") isFiles = true;
    else if (text === "--files-with-matches" || text === "--files-without-match") isList = true;
    else if (ripgrepCluster.test(text)) isList ||= text.includes("l");
    else if (ripgrepValue.test(text)) at += 1;
    else if (!ripgrepFlag.test(text)) return null;
  }
  const limits = includesHidden ? undefined : visibleOnly;
  if (isFiles) return placesOf(operands, limits);
  return isList && operands.length > 0 ? placesOf(operands.slice(1), limits) : null;
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
const git: Lists = (texts) => {
  const names = suffixesOf(pathspecsOf(texts));
  const listing = gitListing(texts);
  return listing === null || names === null ? listing : { ...listing, limits: { names } };
};

/** The words that are certainly patterns of paths: those after `--`, and all operands of `git ls-files`. */
function pathspecsOf(texts: readonly string[]): readonly string[] {
  const end = texts.indexOf("--");
  const operands = texts.filter((text) => !text.startsWith("-"));
  if (operands[0] === "ls-files") return operands.slice(1);
  return end === -1 ? [] : texts.slice(end + 1);
}

/** `*.ts` of `*.ts` and `src/*.ts`, whose wildcard also matches slashes; null when there are other patterns or none. */
function suffixesOf(pathspecs: readonly string[]): readonly string[] | null {
  const names = pathspecs.flatMap((text) => /^(?:[\w./*-]*\/)?(\*\.\w+)$/.exec(text)?.[1] ?? []);
  return names.length > 0 && names.length === pathspecs.length ? names : null;
}

const gitListing: Lists = ([first = "", ...others]) => {
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

/** The limits that a filter adds to the names: `grep '\.ts$'` passes only names with that end. */
export function limitsPassed(program: string, words: readonly Argument[]): NameLimits | null {
  const [pattern, ...more] = words;
  if (!/^e?grep$/.test(program) || pattern?.kind !== "static" || more.length > 0) return null;
  const suffix = /^\\(\.\w+)\$$/.exec(pattern.text)?.[1];
  return suffix === undefined ? null : { names: [`*${suffix}`] };
}

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
