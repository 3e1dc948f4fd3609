/** Variables of the shell that are always whole numbers. */
export const numericVariables: ReadonlySet<string> = new Set(
  "? # $ ! BASHPID EPOCHSECONDS EUID LINENO PPID RANDOM SECONDS SHLVL SRANDOM UID COLUMNS LINES".split(
    " ",
  ),
);

const harmless =
  /^(?:CI|CLICOLOR|CLICOLOR_FORCE|COLORTERM|DEBIAN_FRONTEND|DEBUG|FORCE_COLOR|LANG|LANGUAGE|LC_[A-Z]+|NODE_ENV|NO_COLOR|RUST_BACKTRACE|RUST_LOG|TERM|TZ|VERBOSE)$/;

/** Other locales have characters whose second byte is a backslash or a backquote, which changes how bash reads text. */
const harmlessLocale = /^(?:C|POSIX|en_US|(?:C|[a-z]{2,3}_[A-Z]{2})\.(?:UTF-8|utf-?8))?$/;

/**
 * Whether a program does only what its words say when this variable is set. The list names harmless
 * variables, because there are too many others.
 */
export function isHarmlessForPrograms(name: string, value: string | null): boolean {
  // No pager at all.
  if (/^(?:GIT_|MAN)?PAGER$/.test(name)) return value === "cat";
  if (!harmless.test(name) || value === null) return false;
  if (/^L(?:ANG|C_[A-Z]+)$/.test(name)) return harmlessLocale.test(value);
  // A time zone, a language or a terminal may be a file's name.
  return /^[A-Za-z0-9_.,:=+@*-]*$/.test(value) && !value.startsWith(":");
}

/** The words that make up the names of scripts' own variables in capitals. No program reads such a variable. */
const ownWords: ReadonlySet<string> = new Set(
  `A ALL ARG ARGS B BAR BASE BAZ BRANCH C CHANGED CODE COMMAND COMMIT COUNT CURRENT D DATA DATE DAYS DEST DIR
  DIRS E ERR ERROR ERRORS EXPECTED EXT F FAILED FILE FILENAME FILES FIRST FOLDER FOO FOUND FROM G H HASH
  I ID IDS INDEX INPUT ITEM ITEMS J K KEYWORD L LAST LEN LENGTH LIMIT LIST M MATCH MATCHES MAX MIN
  MISSING MODULE MODULES MSG N NAME NAMES NEW NR NUM NUMBER O OLD ONE OUT OUTPUT P PACKAGE PACKAGES
  PATTERN PATTERNS PKG Q QUERY R RAW REPO RES RESULT RESULTS ROOT ROW S SCRIPT SEARCH SIZE SOURCE
  SOURCES SRC START STATUS STR STRING SUM T TABLE TARGET TARGETS TERMS TEST TESTS TEXT TITLE TO
  TODAY TOTAL TWO TYPE U URL URLS V VALUE VALUES VERSION W WANTED WORD WORDS X Y YEAR Z`.split(
    /\s+/,
  ),
);
const ownInSmall = /^(?:_|_?[a-z][A-Za-z0-9_]*)$/;
/** Variables in small letters that bash or programs read. */
const readInSmall = /^(?:.*_proxy|histchars|auto_resume|npm_.*|cpp|ld|cc|make)$/;

/**
 * Whether setting this variable may change what the shell or a later program does. Bash and the C
 * library read many variables, and any may be exported already. So every name is special except
 * those that scripts give to their own variables.
 */
export function isSpecialVariable(name: string): boolean {
  if (ownInSmall.test(name)) return readInSmall.test(name);
  return !name.split("_").every((word) => ownWords.has(word.replace(/\d+$/, "")));
}

/** Whether the text is a name alone, without a subscript, which bash would evaluate. */
export function isVariableName(text: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(text);
}
