/**
 * What a command does, as data: which words it takes and what each of them reads, writes, deletes,
 * runs or reaches. A tool is added by writing one of these, about ten lines, and listing it in
 * `specifications/index.ts`.
 *
 *     {
 *       names: "sort",
 *       flags: "-b -d -f -n -r -u --numeric-sort --reverse --unique",
 *       options: {
 *         "-k --key -t --field-separator": "text",
 *         "-o --output": "output",
 *         "--compress-program": "program",
 *       },
 *       operands: { rest: "read", none: "stdin" },
 *     }
 *
 * Only what is written here is understood. An option that isn't listed (also an abbreviated long
 * one) makes the command `unknown`, an operand too many does, too. So leave out what you aren't
 * sure of: the person is asked then, and nothing worse happens.
 */
export interface CommandSpecification extends CommandShape {
  /** Every name the program is called by, separated by spaces: `"awk gawk mawk"`. */
  readonly names: string;
}

/** A command or a subcommand. */
export interface CommandShape {
  /**
   * Whether every consequence is one of the effects that result. `false`: the program runs code,
   * changes processes, clocks or the kernel, or can't be described; then it asks by default, what
   * is written here is only what is known on top, and options that aren't listed are no matter.
   * Default true. With subcommands: what holds for one that isn't listed is `false`, always.
   */
  readonly specified?: boolean;
  /** Options without a value, separated by spaces: `"-a -l --all"`. */
  readonly flags?: string;
  /**
   * Options with a value, or with consequences. Key: all spellings of one meaning, separated by
   * spaces. Value: what the option's value is, or more about the option. Short ones may be
   * clustered and have their value attached (`-rk2`); long ones take `--name value` and
   * `--name=value`. Exact names only.
   */
  readonly options?: Readonly<Record<string, OptionUse>>;
  /**
   * Options that print facts and end, separated by spaces: `"--version -V"`. They count only as the
   * single word after the program's (or subcommand's) name, and make the command harmless then,
   * also an unspecified one.
   */
  readonly informs?: string;
  /**
   * The same of a program that what its directory holds may choose (`rust-toolchain.toml`, `yarnPath`,
   * `packageManager`): it prints them where a guard starts it outside of any project.
   */
  readonly informsOutside?: string;
  /**
   * Names of files, separated by spaces, that choose programs, hosts or places for it where one lies in its directory or
   * above: it is unknown then, and what it `informs` of is known where a guard starts it outside of any project.
   */
  readonly chosenBy?: string;
  /** `-50` is an option (head, tail, git log). */
  readonly numericOption?: boolean;
  /** Long options have one dash (`java -version`, `go test -run`): nothing is clustered. */
  readonly oneDash?: boolean;
  /** The first operand ends the options, as for wrappers and `printf`. Implied by `rest: "command"`. */
  readonly stopsAtOperand?: boolean;
  /** What stands after the options. Absent: no operand is allowed. */
  readonly operands?: Operands;
  /** What happens whatever the words are. */
  readonly effects?: readonly Consequence[];
  /**
   * No option does more than change what is printed, so that a glob whose first match might be
   * named like an option can't hurt: cat, ls, wc, head, grep. Look twice before you write this.
   */
  readonly harmlessOptions?: boolean;
  /**
   * No word has any effect beyond what is printed, so that a glob or a value that isn't known may
   * stand anywhere: echo. Implies `harmlessOptions`.
   */
  readonly harmlessWords?: boolean;
  /**
   * It follows the settings in its directory, which may name programs (git's hooks, textconv, fsmonitor):
   * whether they matter there is for whoever asks for the analysis to say (`doubtIn`).
   */
  readonly configuredByDirectory?: boolean;
  /**
   * By name, after the options above (which are the global ones then). A name that isn't listed
   * makes the command unspecified. Several names of one: `"list ls"`. An entry that belongs to the
   * case without a subcommand (`git` alone, `npm --version`) needs `informs` or `noSubcommand`.
   */
  readonly subcommands?: Readonly<Record<string, CommandShape>>;
  /** The shape of the command when no subcommand is named. Absent: unspecified. */
  readonly noSubcommand?: CommandShape;
  /**
   * Reads all words after the name by itself, in place of `flags`, `options` and `operands`: for
   * commands with a language of their own (`find`, `test`). Pure; must not throw. `input` is what is
   * known of its standard input.
   */
  readonly interpret?: (
    words: readonly Argument[],
    input?: NamesInput | null,
  ) => readonly Consequence[];
}

/** What an option's value is, or a whole description. */
export type OptionUse = ValueUse | OptionDetails;

export interface OptionDetails {
  /** What its value is. Absent: it takes none. */
  readonly value?: ValueUse;
  /** The value is only ever attached: `--color[=WHEN]`, `sed -i[SUFFIX]`. */
  readonly optional?: boolean;
  /** Laid over the command's operands when the option is given: `grep -e X` → `{ first: [] }`. */
  readonly operands?: Partial<Operands>;
  /** They hold also where an option behind it would lay its own over them. */
  readonly prevails?: boolean;
  /** What happens when it is given. */
  readonly effects?: readonly Consequence[];
  /** The command's consequences aren't all known any more. */
  readonly unspecified?: boolean;
  /** The program goes to the directory that is its value, before it does anything else. */
  readonly startsThere?: boolean;
  /** Whatever follows belongs to it as operands, none is an option any more. */
  readonly endsOptions?: boolean;
}

/**
 * Operands by position.
 *
 * `{ rest: "read" }` cat · `{ first: ["text"], rest: "read" }` grep · `{ first: ["read", "output"] }` uniq
 * · `{ rest: "read", last: "destination" }` cp · `{ first: ["text"], rest: "command" }` timeout
 */
export interface Operands {
  /** The first ones, each by its own meaning. They may be missing at the command's end. */
  readonly first?: readonly ValueUse[];
  /** Each of the others; null or absent: there are none, and one too many is `unknown`. */
  readonly rest?: ValueUse | RestUse | null;
  /** The last one, when there are at least two and it isn't among `first`. */
  readonly last?: ValueUse | null;
  /** What happens when there is no operand for `rest` (or none at all). Default: nothing. */
  readonly none?: "stdin" | readonly Consequence[];
}

/**
 * All remaining words together:
 * - `command`: a command with its own words, looked into (`timeout 5 ls`);
 * - `command-with-input`: the same, with words added that aren't known (`xargs rm`);
 * - `assignments-and-command`: `A=1 B=2 ls`, as `env` takes it.
 */
export type RestUse = "command" | "command-with-input" | "assignments-and-command";

/** What becomes of one value: an option's, or an operand. */
export type ValueUse = ValueKind | Choices | SubLanguage;

/**
 * - `text`, `number`: no effect, whatever it is;
 * - `read`: a file's content, or a directory's names; `-` is standard input;
 * - `read-packed`: a file's content, or that of one with a suffix of gzip's where there is no such file;
 * - `read-tree`: all content below, too;
 * - `read-visible`: the same but for what is hidden, where a guard sees to that; else `read-tree`. Only where options
 *   whose value isn't plain text, and words that look like one, can't tell the guard otherwise;
 * - `list-tree`: all names and file facts below (find, tree, du, ls -R), no content;
 * - `output`: is created or overwritten as it is opened, so that writing to `/dev/null` or the standard output
 *   is as good as none;
 * - `write`: is created, overwritten, replaced or touched; `create`, `modify`: one of the two for sure;
 * - `write-tree`, `modify-tree`: everything below, too;
 * - `delete`: with everything below;
 * - `move`: is read, and gone afterwards;
 * - `destination`: where the operands before it are copied or moved to: it or, in it, their names;
 * - `host`, `url`: is reached over the network; a host may have a port, `user@` and a `:path`;
 * - `program`: is started, and can do anything;
 * - `script`: shell text, looked into (`sh -c`);
 * - `variable`: an environment variable whose value is shown;
 * - `unknown`: what it does can't be said.
 */
export type ValueKind =
  | "text"
  | "number"
  | "read"
  | "read-packed"
  | "read-tree"
  | "read-visible"
  | "list-tree"
  | "output"
  | "write"
  | "create"
  | "modify"
  | "write-tree"
  | "modify-tree"
  | "delete"
  | "move"
  | "destination"
  | "host"
  | "url"
  | "program"
  | "script"
  | "variable"
  | "unknown";

/** One of these texts, without effect; another is `unknown`. */
export interface Choices {
  readonly choices: readonly string[];
}

/**
 * Text in a language of its own (a sed script, an awk program, a jq filter, a date format): what it
 * does. Pure; must not throw. What it can't read is `[unknown("…")]`, never nothing.
 */
export type SubLanguage = (text: string) => readonly Consequence[];

/** A path use that stands for an effect on a path. */
export type PathUse =
  | "read"
  | "read-packed"
  | "read-tree"
  | "read-visible"
  | "list-tree"
  | "output"
  | "write"
  | "create"
  | "modify"
  | "write-tree"
  | "modify-tree"
  | "delete"
  | "move";

/**
 * A standard input of nothing but names of files at or below these paths, of one line of these
 * words, or of git's hashes, one a line. `endsByNull`: each name is ended by a null character; else names with white space look
 * like several, unless `isPlain` says that a guard lets no such name through.
 */
export type NamesInput =
  | {
      readonly below: readonly StaticArgument[];
      readonly endsByNull: boolean;
      readonly isPlain?: boolean;
    }
  | { readonly line: readonly StaticArgument[] }
  | { readonly hashes: true };

/** How it is found out what git would show the contents of, before it does. */
export interface GitListing {
  /**
   * A command of git, without "git", that lists files with the ids of their contents: `ls-tree`, `ls-files` or one
   * with `--raw`. Empty when there are only objects.
   */
  readonly words: readonly string[];
  /** Revisions or ids of objects, whose contents are shown without a name if they are files'. */
  readonly objects?: readonly string[];
}

/** One thing a command does. Paths are as the program gets them: relative ones to its directory. */
export type Consequence =
  | { readonly type: "path"; readonly use: PathUse; readonly path: string }
  /** The same by a word that may be a glob or not known; the analysis judges it. */
  | { readonly type: "word"; readonly use: ValueUse; readonly word: Argument }
  | { readonly type: "network"; readonly host: string; readonly port?: number }
  | { readonly type: "environment"; readonly variable: string; readonly value: boolean }
  /** A command that is started, looked into by its own specification. */
  | {
      readonly type: "command";
      readonly words: readonly Argument[];
      readonly addsUnknown?: boolean;
    }
  /** Shell text that is run, looked into. */
  | { readonly type: "script"; readonly text: string }
  /** A program that can do anything. */
  | { readonly type: "program"; readonly program: string }
  /** Contents that git keeps are shown, which may be of files that are gone: how to list them. */
  | { readonly type: "contents"; readonly listings: readonly GitListing[] }
  /** What it does is known to a person by its words, but not all of it is among the consequences. */
  | { readonly type: "unspecified" }
  /**
   * What isn't known. A reason that a person understands, without the program's name. `isGuarded`: a
   * guard before the program keeps it from happening, where there is one.
   */
  | { readonly type: "unknown"; readonly reason: string; readonly isGuarded?: true };

/** A word as the command gets it. */
export type Argument = StaticArgument | GlobArgument | UnknownArgument;

/** Known before it runs. */
export interface StaticArgument {
  readonly kind: "static";
  readonly text: string;
}

/** Becomes the names of files that match. */
export interface GlobArgument {
  readonly kind: "glob";
  /** The pattern, with a backslash before what was quoted in it. */
  readonly text: string;
  /** The literal beginning before the first wildcard: `src/` of `src/*.ts`; may be empty. */
  readonly start: string;
  /** It stands for names at any depth below its beginning, which no pattern says. */
  readonly isDeep?: true;
  /** It is one of the names: the value of a loop's variable. */
  readonly isOne?: true;
}

/** Its value comes about when it runs. */
export interface UnknownArgument {
  readonly kind: "unknown";
  /** As written. */
  readonly text: string;
  /** What of its beginning is known: `--max=` of `--max="$n"`; may be empty. */
  readonly start: string;
  /** It may become several words, or none, as an unquoted `$x` does. */
  readonly splits: boolean;
  /** A number, or nothing when something fails. */
  readonly isCount?: true;
  /**
   * It is put together of hashes that git has printed and of known text: what it may look like, with a hash
   * in the place of each, and with nothing.
   */
  readonly forms?: readonly string[];
  /** Why, for a person. */
  readonly reason: string;
}

/** A group of commands that belong together: one file in `specifications/`. */
export type CommandFamily = readonly CommandSpecification[];

/** The command reads this path, whatever its words are. */
export function reads(path: string): Consequence {
  return { type: "path", use: "read", path };
}

/** It reads everything below this path. */
export function readsTree(path: string): Consequence {
  return { type: "path", use: "read-tree", path };
}

/** It shows the names below this path. */
export function listsTree(path: string): Consequence {
  return { type: "path", use: "list-tree", path };
}

/** It creates or changes this path. */
export function writes(path: string): Consequence {
  return { type: "path", use: "output", path };
}

/** It shows this variable's value; `*` for all of them. */
export function shows(variable: string): Consequence {
  return { type: "environment", variable, value: true };
}

/** It reaches this host; `*` when which one isn't in its words. */
export function reaches(host: string): Consequence {
  return { type: "network", host };
}

/**
 * It does more than can be said in effects, such as making a branch: its words are decided on, as
 * those of an unspecified command.
 */
export const unspecified: Consequence = { type: "unspecified" };

/** What it does can't be said. The reason goes on after the program's name: "runs what it is given". */
export function unknown(reason: string): Consequence {
  return { type: "unknown", reason };
}

/**
 * Reads all below, through links, too: what is there is known only with a guard that looks for links in
 * every directory among the words. Where a directory isn't among them, don't use it.
 */
export function followedTree(reason: string): SubLanguage {
  const follows: Consequence = { type: "unknown", reason, isGuarded: true };
  return (path) => [{ type: "path", use: "read-tree", path }, follows];
}

/** One of these words, separated by spaces. */
export function oneOf(words: string): Choices {
  return { choices: words.split(" ") };
}
