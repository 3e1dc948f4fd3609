import type { ShellEnvironmentEffect, ShellNetworkEffect } from "../effect.ts";

/**
 * A command described as data: the words it takes, and the effects of each word. To add a program,
 * write one of these, about ten lines, in a file of `specifications/`.
 *
 *     {
 *       names: "sort",
 *       flags: "-b -d -f -n -r -u --numeric-sort --reverse --unique",
 *       options: {
 *         "-k --key -t --field-separator": "text",
 *         "-o --output": "output",
 *         "--compress-program": "program",
 *       },
 *       operands: { rest: "read" },
 *     }
 *
 * Only listed words are understood. An unlisted option, an abbreviated long option or an extra operand
 * makes the command `unknown`. So leave out anything you aren't sure of: the command then needs
 * approval, and nothing worse happens.
 */
export interface CommandSpecification extends CommandShape {
  /** The names of the program, separated by spaces: `"awk gawk mawk"`. */
  readonly names: string;
}

/** A command or a subcommand. */
export interface CommandShape {
  /**
   * Whether every consequence is one of the resulting effects. Default true. False for a program that
   * runs code, changes processes, clocks or the kernel, or can't be described. Such a program needs
   * approval by default, its listed effects are additional facts, and unlisted options are allowed.
   * An unlisted subcommand always counts as false.
   */
  readonly specified?: boolean;
  /** Options without a value, separated by spaces: `"-a -l --all"`. */
  readonly flags?: string;
  /**
   * Options with a value or with consequences. Key: all spellings of one option, separated by
   * spaces. Value: the use of the option's value, or details of the option. Short options may be
   * clustered and have their value attached (`-rk2`). Long options take `--name value` and
   * `--name=value`. Names must be exact.
   */
  readonly options?: Readonly<Record<string, OptionUse>>;
  /**
   * Options that print facts and exit, separated by spaces: `"--version -V"`. When one is the only
   * word after the name of the program or subcommand, the command is harmless, even an unspecified
   * one.
   */
  readonly informs?: string;
  /**
   * The same for a program that files in its directory may replace (`rust-toolchain.toml`, `yarnPath`,
   * `packageManager`). The command is harmless when a guard starts it outside any project.
   */
  readonly informsOutside?: string;
  /**
   * Names of files, separated by spaces, that choose programs, hosts or paths for it when one lies in its
   * directory or above. The command is then unknown, and of `informs` only version options are harmless,
   * when a guard starts it outside any project.
   */
  readonly chosenBy?: string;
  /**
   * Reads all words after the name, for uses of a program that its guard makes harmless. Returns what happens under the
   * guard; null for words that the guard leaves as they are. Pure; must not throw.
   */
  readonly underGuard?: (words: readonly Argument[]) => readonly Consequence[] | null;
  /** `-50` is an option (head, tail, git log). */
  readonly numericOption?: boolean;
  /** Long options have one dash (`java -version`, `go test -run`): nothing is clustered. */
  readonly oneDash?: boolean;
  /** The first operand ends the options, as for wrappers and `printf`. Implied by `rest: "command"`. */
  readonly stopsAtOperand?: boolean;
  /** The words after the options. Absent: no operand is allowed. */
  readonly operands?: Operands;
  /** Consequences that don't depend on the words. */
  readonly effects?: readonly Consequence[];
  /**
   * Whether options only change the output, so that a glob whose first match is named like an option
   * is harmless: cat, ls, wc, head, grep. Check twice before you set this.
   */
  readonly harmlessOptions?: boolean;
  /**
   * Whether words only change the output, so that a glob or an unknown value is harmless anywhere:
   * echo. Implies `harmlessOptions`.
   */
  readonly harmlessWords?: boolean;
  /**
   * Whether it follows settings in its directory that may name programs (git's hooks, textconv, fsmonitor).
   * The caller of the analysis decides with `doubtIn` whether they matter there.
   */
  readonly configuredByDirectory?: boolean;
  /**
   * Subcommands by name, after the options above, which are then the global ones. Several names of one
   * subcommand: `"list ls"`. An unlisted name makes the command unspecified. A command without a
   * subcommand (`git` alone, `npm --version`) needs `informs` or `noSubcommand`.
   */
  readonly subcommands?: Readonly<Record<string, CommandShape>>;
  /** The shape of the command without a subcommand. Absent: unspecified. */
  readonly noSubcommand?: CommandShape;
  /**
   * Reads all words after the name, in place of `flags`, `options` and `operands`, for commands with
   * a language of their own (`find`, `test`). Pure; must not throw. `input` is the known standard
   * input.
   */
  readonly interpret?: (
    words: readonly Argument[],
    input?: NamesInput | null,
  ) => readonly Consequence[];
}

/** The use of an option's value, or details of the option. */
export type OptionUse = ValueUse | OptionDetails;

export interface OptionDetails {
  /** The use of its value. Absent: it takes none. */
  readonly value?: ValueUse;
  /** Whether the value must be attached: `--color[=WHEN]`, `sed -i[SUFFIX]`. */
  readonly optional?: boolean;
  /** Operands that replace the command's when the option is given: `grep -e X` → `{ first: [] }`. */
  readonly operands?: Partial<Operands>;
  /** Whether its operands also win over those of a later option. */
  readonly prevails?: boolean;
  /** The consequences of giving it. */
  readonly effects?: readonly Consequence[];
  /** Whether it makes the command unspecified. */
  readonly unspecified?: boolean;
  /** Whether the program first changes to the directory that is its value. */
  readonly startsThere?: boolean;
  /** Whether all later words are operands. */
  readonly endsOptions?: boolean;
  /** Whether its value is a pattern of names, and `read-tree` then reads only files that match one, or only others. */
  readonly filters?: "include" | "exclude";
}

/**
 * Operands by position.
 *
 * `{ rest: "read" }` cat · `{ first: ["text"], rest: "read" }` grep · `{ first: ["read", "output"] }` uniq
 * · `{ rest: "read", last: "destination" }` cp · `{ first: ["text"], rest: "command" }` timeout
 */
export interface Operands {
  /** The uses of the first operands, which may be missing. */
  readonly first?: readonly ValueUse[];
  /** The use of each further operand; null or absent: a further operand is `unknown`. */
  readonly rest?: ValueUse | RestUse | null;
  /** The use of the last operand, when there are at least two and it isn't among `first`. */
  readonly last?: ValueUse | null;
  /** The consequences when there is no operand for `rest` (or none at all). Default: none. */
  readonly none?: readonly Consequence[];
}

/**
 * The use of all remaining words together:
 * - `command`: a command with its own words, which is analysed (`timeout 5 ls`);
 * - `command-with-input`: the same, with unknown words added (`xargs rm`);
 * - `assignments-and-command`: `A=1 B=2 ls`, as `env` takes it.
 */
export type RestUse = "command" | "command-with-input" | "assignments-and-command";

/** The use of one value, which is an option's value or an operand. */
export type ValueUse = ValueKind | Choices | SubLanguage;

/**
 * - `text`, `number`: no effect;
 * - `destination`: the target of copying or moving the operands before it: the path itself or, if it is a
 *   directory, their names in it;
 * - `host`, `url`: reached over the network; a host may have a port, `user@` and a `:path`;
 * - `program`: started, and can do anything;
 * - `script`: shell text, which is analysed (`sh -c`);
 * - `variable`: an environment variable whose value is shown;
 * - `unknown`: the effect is unknown.
 */
export type ValueKind =
  | PathUse
  | "text"
  | "number"
  | "destination"
  | "host"
  | "url"
  | "program"
  | "script"
  | "variable"
  | "unknown";

/** One of these texts, without effect; any other text is `unknown`. */
export interface Choices {
  readonly choices: readonly string[];
}

/**
 * Reads text in a language of its own (a sed script, an awk program, a jq filter, a date format) and
 * returns its consequences. Pure; must not throw. For text it can't read it returns `[unknown("…")]`,
 * never nothing.
 */
export type SubLanguage = (text: string) => readonly Consequence[];

/**
 * The effect on a path:
 * - `read`: a file's content, or a directory's names; `-` is standard input;
 * - `read-packed`: a file's content, or if it doesn't exist, that of a file with one of gzip's suffixes;
 * - `read-tree`: all content below as well;
 * - `read-visible`: all content below that isn't hidden when a guard ensures that, otherwise `read-tree`. Only
 *   for programs whose guard can't mistake an option's value, or a word that looks like an option;
 * - `list-tree`: all names and file facts below (find, tree, du, ls -R), no content;
 * - `output`: created or overwritten when opened; writing to `/dev/null` or the standard output has no effect;
 * - `write`: created, overwritten, replaced or touched; `create`, `modify`: certainly that one;
 * - `write-tree`, `modify-tree`: everything below as well;
 * - `delete`: deleted with everything below;
 * - `move`: read, and deleted afterwards.
 */
export type PathUse = (typeof pathUses)[number];

export const pathUses = [
  "read",
  "read-packed",
  "read-tree",
  "read-visible",
  "list-tree",
  "output",
  "write",
  "create",
  "modify",
  "write-tree",
  "modify-tree",
  "delete",
  "move",
] as const;

/** Claims that hold for every name that a command finds below a place. */
export interface NameLimits {
  /** Patterns as `-name` of find reads them; the last name of each path matches one. */
  readonly names?: readonly string[];
  /** Whether no name below the place begins with a dot, that of a directory included. */
  readonly skipsHidden?: true;
}

/** File names at or below these places. */
export interface NamesBelow {
  readonly below: readonly StaticArgument[];
  readonly endsByNull: boolean;
  readonly isPlain?: boolean;
  readonly limits?: NameLimits;
}

/**
 * A standard input of only file names at or below these paths, of one line of these words, or of
 * git hashes, one a line. `endsByNull`: whether a null character ends each name. Otherwise names with
 * white space look like several names, unless `isPlain`: a guard stops such names.
 */
export type NamesInput =
  | NamesBelow
  | { readonly line: readonly StaticArgument[] }
  | { readonly hashes: true };

/** A way to list the objects whose contents git would show, before git shows them. */
export interface GitListing {
  /**
   * A git command, without "git", that lists files with the ids of their contents: `ls-tree`, `ls-files` or one
   * with `--raw`. Empty when there are only objects.
   */
  readonly words: readonly string[];
  /** Revisions or ids of objects. The contents of those that are files are shown without a name. */
  readonly objects?: readonly string[];
}

/** One consequence of a command. Paths are as the program gets them; relative ones start in its directory. */
export type Consequence =
  | {
      readonly type: "path";
      readonly use: PathUse;
      readonly path: string;
      /** For `read-tree`. */
      readonly limits?: NameLimits;
    }
  /** A file of this name is read in the directory of the path and in all above it, where the project may have put one. */
  | { readonly type: "above"; readonly name: string; readonly path: string }
  /** A use of a word that may be a glob or unknown, which the analysis judges. */
  | { readonly type: "word"; readonly use: ValueUse; readonly word: Argument }
  | ShellNetworkEffect
  | ShellEnvironmentEffect
  /** A started command, which is analysed by its own specification. */
  | {
      readonly type: "command";
      readonly words: readonly Argument[];
      readonly addsUnknown?: boolean;
    }
  /** Shell text that runs and is analysed. */
  | { readonly type: "script"; readonly text: string }
  /** A program that can do anything. */
  | { readonly type: "program"; readonly program: string }
  /** Stored contents that git shows, possibly of deleted files, with the ways to list them. */
  | { readonly type: "contents"; readonly listings: readonly GitListing[] }
  /** The words tell a person the whole effect, but the consequences don't cover all of it. */
  | { readonly type: "unspecified" }
  /**
   * Something unknown, with a reason for people, without the program's name. `isGuarded`: whether the
   * program's guard, if there is one, prevents it.
   */
  | { readonly type: "unknown"; readonly reason: string; readonly isGuarded?: true };

/** A word as the command gets it. */
export type Argument = StaticArgument | GlobArgument | UnknownArgument;

/** A word whose value is certain. */
export interface StaticArgument {
  readonly kind: "static";
  readonly text: string;
}

/** A word that becomes the names of matching files. */
export interface GlobArgument {
  readonly kind: "glob";
  /** The pattern, with a backslash before quoted characters. */
  readonly text: string;
  /** The literal beginning before the first wildcard: `src/` of `src/*.ts`; may be empty. */
  readonly start: string;
  /** Whether it stands for names at any depth below its beginning, which no pattern expresses. */
  readonly isDeep?: true;
  /** For a deep one. */
  readonly limits?: NameLimits;
  /** Whether it is only one of the names: the value of a loop's variable. */
  readonly isOne?: true;
  /** Whether it stands for listed names, of which there may be none: the unquoted output of a command. */
  readonly mayVanish?: true;
}

/** A word whose value is unknown until it runs. */
export interface UnknownArgument {
  readonly kind: "unknown";
  /** The word as written. */
  readonly text: string;
  /** The known beginning: `--max=` of `--max="$n"`; may be empty. */
  readonly start: string;
  /** Whether it may become several words or none, as an unquoted `$x` does. */
  readonly splits: boolean;
  /** Whether it is a number, or nothing when a command fails. */
  readonly isCount?: true;
  /**
   * Example values of a word made of hashes that git printed and of known text: with an example for each
   * hash, and with each left out.
   */
  readonly forms?: readonly string[];
  /** Why it is unknown, for people. */
  readonly reason: string;
}

/** The text of a static word; null for any other word. */
export function staticText(word: Argument | undefined): string | null {
  return word?.kind === "static" ? word.text : null;
}

/** The texts of static words; null when any word isn't static. */
export function staticTexts(words: readonly Argument[]): readonly string[] | null {
  const texts = words.flatMap((word) => (word.kind === "static" ? [word.text] : []));
  return texts.length === words.length ? texts : null;
}

/** A pattern that matches the same last names whether a program compares them or whole paths. */
export const plainNamePattern = /^\*?[\w.-]+$/;

/** The names in a text, separated by white space. */
export function namesIn(text = ""): readonly string[] {
  return text.split(/\s+/).filter((name) => name !== "");
}

/** The commands of one file in `specifications/`. */
export type CommandFamily = readonly CommandSpecification[];

/** The command reads this path. */
export function reads(path: string): Consequence {
  return { type: "path", use: "read", path };
}

/** The command reads everything below this path. */
export function readsTree(path: string): Consequence {
  return { type: "path", use: "read-tree", path };
}

/** The command shows the names below this path. */
export function listsTree(path: string): Consequence {
  return { type: "path", use: "list-tree", path };
}

/** The command creates or changes this path. */
export function writes(path: string): Consequence {
  return { type: "path", use: "output", path };
}

/** The command shows this variable's value; `*` for all variables. */
export function shows(variable: string): Consequence {
  return { type: "environment", variable, value: true };
}

/** The command reaches this host; `*` when its words don't name it. */
export function reaches(host: string): Consequence {
  return { type: "network", host };
}

/**
 * The command does more than effects can express, such as making a branch. Policy decides on its words, as
 * for an unspecified command.
 */
export const unspecified: Consequence = { type: "unspecified" };

/** An unknown effect. The reason continues the program's name: "runs the text it is given". */
export function unknown(reason: string): Consequence {
  return { type: "unknown", reason };
}

export function unknownOption(option: string): Consequence {
  return unknown(`has the unknown option ${option}`);
}

/**
 * The command reads everything below, through links as well. The targets are known only with a guard that
 * looks for links in every directory among the words. Don't use it for a directory that isn't among them.
 */
export function followedTree(reason: string): SubLanguage {
  const follows: Consequence = { type: "unknown", reason, isGuarded: true };
  return (path) => [{ type: "path", use: "read-tree", path }, follows];
}

/** One of these words, separated by spaces. */
export function oneOf(words: string): Choices {
  return { choices: words.split(" ") };
}
