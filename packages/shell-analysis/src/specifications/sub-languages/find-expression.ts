import {
  type Argument,
  type Consequence,
  listsTree,
  type NameLimits,
  type NamesInput,
  staticText,
  staticTexts,
  unknown,
} from "../../specification/specification.ts";
import { limitsOf } from "./find-limits.ts";
import { below, doubt, fixed, mayBeOption, uses } from "./given-words.ts";

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/));

const plainWords = setOf(
  `( ) ! , -not -a -and -o -or -true -false -print -print0 -ls -prune -quit -depth -d -daystart
  -mount -xdev -noleaf -empty -nouser -nogroup -readable -writable -executable -warn -nowarn
  -ignore_readdir_race -noignore_readdir_race`,
);
const testsWithText = setOf(
  `-name -iname -path -ipath -wholename -iwholename -lname -ilname -regex -iregex -regextype -type
  -xtype -size -mtime -mmin -atime -amin -ctime -cmin -used -perm -user -group -uid -gid -links
  -inum -fstype -maxdepth -mindepth -printf`,
);
const testsWithFile = setOf("-newer -anewer -cnewer -samefile");
const actionsWithCommand = setOf("-exec -execdir -ok -okdir");
/** With more starting points, the words that a command gets are unknown. */
const maxStarts = 8;
const follows = "follows links wherever they lead";

/**
 * find: starting points, then an expression of tests and actions.
 *
 * `{}` in a command stands for everything below a starting point. Options after the paths are part of
 * the expression. Source: POSIX find and the GNU findutils manual.
 */
export function findExpression(words: readonly Argument[]): readonly Consequence[] {
  const found: Consequence[] = [];
  let followsLinks = false;
  let at = 0;
  for (; at < words.length; at += 1) {
    const text = staticText(words[at]);
    if (text === "-L") followsLinks = true;
    else if (text === "-D") at += 1;
    else if (text === null || !/^-(?:E|H|P|O\d)$/.test(text)) break;
  }
  const starts: Argument[] = [];
  for (; at < words.length; at += 1) {
    const word = words[at];
    if (word === undefined || /^(?:-|[!(),]$)/.test(staticText(word) ?? "")) break;
    if (mayBeOption(word)) return [...found, unknown(doubt(word))];
    starts.push(word);
    found.push(uses("list-tree", word));
  }
  if (followsLinks) {
    // The guard checks only named directories.
    const isNamed = starts.length > 0 && starts.every(({ kind }) => kind === "static");
    found.push({ type: "unknown", reason: follows, ...(isNamed && { isGuarded: true }) });
  }
  if (starts.length === 0) {
    starts.push(fixed("."));
    found.push(listsTree("."));
  }
  return [...found, ...expression(words.slice(at), starts)];
}

const printsNothing = new Set(
  [...plainWords].filter((word) => !["-print", "-print0", "-ls"].includes(word)),
);
const testsOnly = new Set([...testsWithText].filter((word) => word !== "-printf"));

const operators = setOf("( ) , ! -not -a -and -o -or");

/** The number of words that a test takes after itself; null when the word isn't a test. */
function wordsOfTest(text: string): number | null {
  if (testsOnly.has(text) || testsWithFile.has(text) || /^-newer[aBcm][aBcmt]$/.test(text))
    return 1;
  return printsNothing.has(text) && !operators.has(text) ? 0 : null;
}

/** The limits to the names for which an action at the end of these words runs. */
function limitsBefore(words: readonly Argument[]): NameLimits | undefined {
  const texts = staticTexts(words);
  return texts === null ? undefined : (limitsOf(texts, wordsOfTest, true) ?? undefined);
}

/**
 * The output of find when it is only names, which lie at or below its starting points. Null for
 * anything else, and when it follows links.
 */
export function namesFound(
  words: readonly Argument[],
): Extract<NamesInput, { below: unknown }> | null {
  const texts = staticTexts(words);
  if (texts === null) return null;
  const end = texts.findIndex((text) => /^(?:-|[!(),]$)/.test(text));
  const starts = end === -1 ? texts : texts.slice(0, end);
  let printsByNull = false;
  let printsByLine = false;
  for (let at = starts.length; at < texts.length; at += 1) {
    const text = texts[at] ?? "";
    if (text === "-print0") printsByNull = true;
    else if (text === "-print") printsByLine = true;
    else if (testsOnly.has(text) || testsWithFile.has(text)) at += 1;
    else if (!printsNothing.has(text)) return null;
  }
  if (starts.length > maxStarts || starts.includes("")) return null;
  const below = (starts.length === 0 ? ["."] : starts).map(fixed);
  const endsInPrint = /^-print0?$/.test(texts.at(-1) ?? "");
  const tests = texts.slice(starts.length, endsInPrint ? -1 : undefined);
  const limits = limitsOf(tests, wordsOfTest, endsInPrint);
  return {
    below,
    endsByNull: printsByNull && !printsByLine,
    ...(limits !== null && { limits }),
  };
}

function expression(
  words: readonly Argument[],
  starts: readonly Argument[],
): readonly Consequence[] {
  const found: Consequence[] = [];
  if (words.some((word) => staticText(word) === "-delete")) {
    found.push(...starts.map((start) => uses("delete", inside(start))));
  }
  for (let at = 0; at < words.length; at += 1) {
    const text = staticText(words[at]);
    const value = words[at + 1];
    if (text === null) return [...found, unknown("has an unknown word in its expression")];
    if (plainWords.has(text) || text === "-delete") continue;
    if (text === "-follow") found.push(unknown(follows));
    else if (actionsWithCommand.has(text)) {
      const end = endOfCommand(words, at + 1);
      if (end === -1) return [...found, unknown(`has ${text} without an end`)];
      const limits = limitsBefore(words.slice(0, at));
      found.push(...commands(text, words.slice(at + 1, end), starts, limits));
      at = end;
    } else if (testsWithText.has(text) || /^-newer[aBcm]t$/.test(text)) {
      if (!isOneWord(value) && !isNoAction(value)) {
        return [...found, unknown(`has no known word after ${text}`)];
      }
      at += 1;
    } else if (testsWithFile.has(text) || /^-newer[aBcm]{2}$/.test(text)) {
      if (!isOneWord(value)) return [...found, unknown(`has no known word after ${text}`)];
      found.push(uses("read", value));
      at += 1;
    } else if (/^-f(?:ls|print|print0|printf)$/.test(text) && isOneWord(value)) {
      found.push(uses("output", value));
      at += text === "-fprintf" ? 2 : 1;
    } else found.push(unknown(`has the unknown word ${text} in its expression`));
  }
  return found;
}

/** The index of `;`, or of a `+` after `{}`; -1 when there is none. */
function endOfCommand(words: readonly Argument[], from: number): number {
  for (let at = from; at < words.length; at += 1) {
    const text = staticText(words[at]);
    if (text === ";" || (text === "+" && staticText(words[at - 1]) === "{}")) return at;
  }
  return -1;
}

function commands(
  action: string,
  words: readonly Argument[],
  starts: readonly Argument[],
  limits: NameLimits | undefined,
): readonly Consequence[] {
  const found: Consequence[] = [];
  if (action.endsWith("dir")) found.push(unknown(`runs ${action} in the directories it finds`));
  const open = words.find((word) => mayEndCommand(word));
  if (open !== undefined) found.push(unknown(`has ${open.text} in a command, which may end it`));
  const takesNames = words.some((word) => word.text.includes("{}"));
  if (!takesNames) return [...found, { type: "command", words }];
  if (starts.length > maxStarts) return [...found, { type: "command", words, addsUnknown: true }];
  for (const start of starts) {
    const name = inside(start, limits);
    found.push(start.kind === "static" ? uses("read", name) : uses("read-tree", start));
    const named = words.map((word) => withName(word, name));
    found.push({ type: "command", words: named });
  }
  return found;
}

/** Whether a word may expand to `;`, so that the words after it aren't part of the command. */
export function mayEndCommand(word: Argument): boolean {
  return word.kind !== "static" && (word.start === "" || word.start === ";");
}

function withName(word: Argument, name: Argument): Argument {
  const at = staticText(word)?.indexOf("{}") ?? -1;
  if (at === -1) return word;
  if (word.text === "{}") return name;
  const reason = `find replaces {} in ${word.text} by names`;
  return { kind: "unknown", text: word.text, start: word.text.slice(0, at), splits: false, reason };
}

/** Anything below a starting point. */
function inside(start: Argument, limits?: NameLimits): Argument {
  return start.kind === "static" ? below(start.text, limits) : start;
}

/** Whether an unquoted glob, as in `-name *.ts`, matches no action: no word of an expression has a file's suffix. */
function isNoAction(word: Argument | undefined): boolean {
  return word?.kind === "glob" && /\.[A-Za-z0-9]+$/.test(word.text);
}

function isOneWord(word: Argument | undefined): word is Argument {
  return word?.kind === "static" || (word?.kind === "unknown" && !word.splits);
}
