import {
  type Argument,
  type CommandShape,
  type Consequence,
  listsTree,
  namesIn,
  reads,
  readsTree,
  type ValueUse,
  unknown,
  unknownOption,
} from "../specification/specification.ts";
import { type GivenWord, listingsOf, type ShowsContents } from "./git-contents.ts";

/**
 * The words of a git command that reads. Git's own parser differs from those of other programs. Some
 * commands have no clusters (`-p -w`, never `-pw`), each option decides whether its value is attached, and
 * an operand is a revision, a path, or a path in a revision (`HEAD:src/a.ts`).
 */
export interface GitWords {
  /** Options without a value, separated by spaces. */
  readonly flags?: string;
  /** Options whose value is attached (`--since=…`, `-n5`) or the next word. */
  readonly values?: Readonly<Record<string, ValueUse>>;
  /** Options whose value must be attached and may be missing: `--stat=80`, `-M90%`. */
  readonly attached?: Readonly<Record<string, ValueUse>>;
  /** Flags that make the operands files on disk, with everything below them, and not files in git. */
  readonly filesOnDisk?: string;
  /** Options whose value is a pattern that replaces the first operand. */
  readonly patternOptions?: string;
  /** Whether short flags may be clustered: `-sb`. */
  readonly clusters?: boolean;
  /** Whether `-5` is an option. */
  readonly numericOption?: boolean;
  /**
   * - `revisions-and-paths`: their contents are shown;
   * - `pattern-and-paths`: the first one is text;
   * - `names`: paths whose names alone are shown;
   * - `text`: no effect.
   */
  readonly operands: GitOperands;
  /** Whether options only change the output. */
  readonly harmlessOptions?: boolean;
}

type GitOperands = "revisions-and-paths" | "pattern-and-paths" | "names" | "text" | "none";

/** The shape of a command that reads the repository and takes these words; `shows` when it prints contents. */
export function reading(words: GitWords, shows?: ShowsContents): CommandShape {
  const known = new KnownOptions(words);
  return {
    informs: "-h",
    interpret: (given) => [listsTree("."), ...readWords(given, words, known, shows)],
  };
}

/**
 * The consequences of a git operand: none for a certain revision; for `revision:path` and for a
 * possible path, the read of that path.
 */
export function revisionOrPath(text: string): readonly Consequence[] {
  if (text === "" || isRevision(text)) return [];
  // `:path` and `:2:path` are in the index, `:/path` begins at the top, `:(glob)path` is magic.
  if (text.startsWith(":")) return pathspec(text.replace(/^:\d:/, ":"));
  if (!text.includes(":")) return pathspec(text);
  // A revision may contain colons, as in `HEAD@{10:30}:path`. So the text after any colon may be the path.
  const parts = text.split(":").slice(1);
  const shown = parts.flatMap((_part, index) => pathspec(parts.slice(index).join(":")));
  return [...shown, ...nameOnly(text)];
}

/** A pathspec that is a pattern, or has magic. */
const isSpecial = /[*?[\\]|^:/;

/**
 * The consequences of a pathspec, in which `:` begins magic. A pathspec that excludes shows no more than
 * no path at all would.
 *
 * Source: gitglossary(7), "pathspec".
 */
export function pathspec(text: string): readonly Consequence[] {
  if (/^:(?:[!^][^:(]|\((?:top,)?exclude(?:,top)?\))/.test(text)) return [];
  const path = text.replace(/^:(?:\(top\)|\/)?/, "");
  if (/^[:!^(]/.test(path)) return [unknown(`shows every file that ${text} matches`)];
  if (path === "") return [];
  // Apart from its beginning (`../*`), a wildcard shows no more than no path at all would. Names
  // that begin with a dot are often protected.
  if (/(?:^|\/)\.[^/]*[*?[\\]/.test(path))
    return [unknown(`shows every file that ${path} matches`)];
  return [reads(path)];
}

const ends = String.raw`(?:HEAD|@(?:\{[\w. -]*\})?|(?:ORIG|FETCH|MERGE|CHERRY_PICK|REVERT|REBASE)_HEAD|[\da-f]{7,64})`;
const steps = String.raw`(?:[~^]\d*|@\{[\w. -]*\}|\^\{\w*\})*`;
const revision = new RegExp(`^\\^?${ends}${steps}(?:\\.{2,3}(?:${ends}${steps})?)?$`);
const range = /^[\w@][\w/@~^-]*\.{2,3}[\w/@~^-]*$/;

function isRevision(text: string): boolean {
  return revision.test(text) || (range.test(text) && !text.split("/").includes(".."));
}

/** The consequences of a path whose name alone is shown. */
function nameOnly(text: string): readonly Consequence[] {
  const leadsOut = /^[/~]/.test(text) || text.split("/").includes("..");
  return leadsOut ? [listsTree(text)] : [];
}

class KnownOptions {
  readonly flags: ReadonlySet<string>;
  readonly filesOnDisk: ReadonlySet<string>;
  readonly patterns: ReadonlySet<string>;
  readonly values: ReadonlyMap<string, ValueUse>;
  readonly attached: ReadonlyMap<string, ValueUse>;

  constructor(words: GitWords) {
    this.flags = new Set(namesIn(words.flags));
    this.filesOnDisk = new Set(namesIn(words.filesOnDisk));
    this.patterns = new Set(namesIn(words.patternOptions));
    this.values = spread(words.values);
    this.attached = spread(words.attached);
  }
}

function spread(table: Readonly<Record<string, ValueUse>> = {}): ReadonlyMap<string, ValueUse> {
  return new Map(
    Object.entries(table).flatMap(([names, use]) =>
      namesIn(names).map((name): readonly [string, ValueUse] => [name, use]),
    ),
  );
}

function readWords(
  words: readonly Argument[],
  shape: GitWords,
  known: KnownOptions,
  shows?: ShowsContents,
): readonly Consequence[] {
  const found: Consequence[] = [];
  const all: GivenWord[] = [];
  const operands: { readonly word: Argument; readonly isPath: boolean }[] = [];
  let isOnDisk = false;
  let hasPattern = false;
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at];
    if (word === undefined) break;
    if (word.kind === "static" && word.text === "--") {
      for (const path of words.slice(at + 1)) operands.push({ word: path, isPath: true });
      break;
    }
    const option = readOption(word, shape, known);
    if (option === "operand") {
      operands.push({ word, isPath: false });
      continue;
    }
    all.push({ option: option.name ?? word.text, words: [word] });
    isOnDisk ||= option.name !== undefined && known.filesOnDisk.has(option.name);
    hasPattern ||= option.name !== undefined && known.patterns.has(option.name);
    found.push(...option.consequences);
    if (option.next === undefined) continue;
    at += 1;
    const value = words[at];
    if (value === undefined) continue;
    all.push({ ...all.pop(), words: [word, value] });
    found.push(...useOf(value, option.next));
  }
  const pattern = shape.operands === "pattern-and-paths" && !hasPattern ? operands[0] : undefined;
  for (const operand of operands) {
    const { word, isPath } = operand;
    all.push({ words: [word], isPath, isPattern: operand === pattern && !isPath });
  }
  if (shows !== undefined) found.push({ type: "contents", listings: listingsOf(shows, all) });
  const uses = new OperandUses(shape.operands, isOnDisk, hasPattern);
  for (const { word, isPath } of operands) {
    found.push(...uses.of(word, isPath, shape.harmlessOptions === true));
  }
  if (isOnDisk && uses.files === 0) found.push(readsTree("."));
  return found;
}

/** Reads the operands in their order. */
class OperandUses {
  files = 0;
  readonly #kind: GitOperands;
  readonly #isOnDisk: boolean;
  #isPatternNext: boolean;

  constructor(kind: GitOperands, isOnDisk: boolean, hasPattern: boolean) {
    this.#kind = kind;
    this.#isOnDisk = isOnDisk;
    this.#isPatternNext = kind === "pattern-and-paths" && !hasPattern;
  }

  of(word: Argument, isPath: boolean, isHarmless: boolean): readonly Consequence[] {
    if (this.#kind === "none") return [unknown(`has the unknown operand ${word.text}`)];
    if (this.#kind === "text") return useOf(word, "text");
    // A word after `--` is no pattern. An unknown pattern is still text.
    if (this.#isPatternNext && !isPath) {
      this.#isPatternNext = false;
      return useOf(word, "text");
    }
    this.files += 1;
    if (word.kind === "unknown" && word.forms !== undefined && !this.#isOnDisk) {
      return word.forms.flatMap((form) => this.#ofText(form, isPath));
    }
    if (word.kind !== "static") {
      const use = fileWord(word, isPath || isHarmless, this.#useOfFiles());
      // Git may read a file's name as a pattern.
      return this.#isOnDisk ? [use, readsTree(".")] : [use];
    }
    return this.#isOnDisk ? filesOnDisk(word.text) : this.#ofText(word.text, isPath);
  }

  #ofText(text: string, isPath: boolean): readonly Consequence[] {
    if (this.#kind === "names") return nameOnly(text);
    return isPath ? pathspec(text) : revisionOrPath(text);
  }

  #useOfFiles(): ValueUse {
    if (this.#kind === "names") return "list-tree";
    return this.#isOnDisk ? "read-tree" : "read";
  }
}

/** The consequences of a pathspec for files that git finds on disk. */
function filesOnDisk(text: string): readonly Consequence[] {
  if (!isSpecial.test(text)) return [readsTree(text)];
  if (text.startsWith(":") || text.startsWith("/") || text.split("/").includes("..")) {
    return [unknown(`shows every file that ${text} matches`)];
  }
  return [readsTree(".")];
}

/** The use of names that the shell fills in. After `--` none of them is an option. */
function fileWord(word: Argument, isPath: boolean, use: ValueUse): Consequence {
  if (word.kind !== "glob" || word.start !== "" || !isPath) return { type: "word", use, word };
  const path: Argument = { kind: "glob", text: `./${word.text}`, start: "./" };
  return { type: "word", use, word: path };
}

interface ReadOption {
  readonly name?: string;
  readonly consequences: readonly Consequence[];
  /** The use of its value, when that is the next word. */
  readonly next?: ValueUse;
}

function readOption(word: Argument, shape: GitWords, known: KnownOptions): ReadOption | "operand" {
  if (word.kind === "static") {
    return word.text.length > 1 && word.text.startsWith("-")
      ? readStatic(word.text, shape, known)
      : "operand";
  }
  if (word.kind === "glob") {
    if (shape.harmlessOptions === true || /^[^-]/.test(word.start)) return "operand";
    return { consequences: [unknown("takes file names that may be options")] };
  }
  if (word.forms?.some((form) => form.startsWith("-")) === false) return "operand";
  const attached = word.splits ? undefined : valueBegin(word.start, known);
  if (attached === "text" || attached === "number") return { consequences: [] };
  return { consequences: [unknown(`has a word that may be an option: ${word.text}`)] };
}

/** The use of a value when only `--name=` or `-n` is known. */
function valueBegin(start: string, known: KnownOptions): ValueUse | undefined {
  const name = start.startsWith("--") ? /^([^=]+)=/.exec(start)?.[1] : /^-\w/.exec(start)?.[0];
  return name === undefined ? undefined : (known.values.get(name) ?? known.attached.get(name));
}

function readStatic(text: string, shape: GitWords, known: KnownOptions): ReadOption {
  if (known.flags.has(text) || known.filesOnDisk.has(text) || known.attached.has(text)) {
    return { name: text, consequences: [] };
  }
  const next = known.values.get(text);
  if (next !== undefined) return { name: text, consequences: [], next };
  if (text.startsWith("--")) {
    const equals = text.indexOf("=");
    const name = equals === -1 ? text : text.slice(0, equals);
    const use = known.values.get(name) ?? known.attached.get(name);
    if (equals === -1 || use === undefined) return { consequences: [unknownOption(text)] };
    return { name, consequences: ofText(text.slice(equals + 1), use) };
  }
  if (shape.numericOption === true && /^-\d+$/.test(text)) return { consequences: [] };
  return readShort(text, shape, known);
}

function readShort(text: string, shape: GitWords, known: KnownOptions): ReadOption {
  for (let at = 1; at < text.length; at += 1) {
    const name = `-${text[at] ?? ""}`;
    const rest = text.slice(at + 1);
    const use = known.values.get(name) ?? (at === 1 ? known.attached.get(name) : undefined);
    if (use !== undefined) {
      if (rest !== "") return { name, consequences: ofText(rest, use) };
      return { name, consequences: [], next: use };
    }
    if (!known.flags.has(name) || shape.clusters !== true) {
      return { consequences: [unknownOption(text)] };
    }
  }
  return { consequences: [] };
}

function useOf(word: Argument, use: ValueUse): readonly Consequence[] {
  // An unknown word of text is harmless when it stays one word.
  if (word.kind === "unknown" && !word.splits && (use === "text" || use === "number")) return [];
  return word.kind === "static" ? ofText(word.text, use) : [{ type: "word", use, word }];
}

function ofText(text: string, use: ValueUse): readonly Consequence[] {
  if (use === "text" || use === "number") return [];
  if (typeof use === "function") return use(text);
  return [{ type: "word", use, word: { kind: "static", text } }];
}
