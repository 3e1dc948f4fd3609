/** Variables of the shell that are whole numbers whatever happens. */
export const numericVariables: ReadonlySet<string> = new Set(
  "? # $ ! BASHPID EPOCHSECONDS EUID LINENO PPID RANDOM SECONDS SHLVL SRANDOM UID COLUMNS LINES".split(
    " ",
  ),
);

const harmless =
  /^(?:CI|CLICOLOR|CLICOLOR_FORCE|COLORTERM|DEBIAN_FRONTEND|DEBUG|FORCE_COLOR|LANG|LANGUAGE|LC_[A-Z]+|NODE_ENV|NO_COLOR|RUST_BACKTRACE|RUST_LOG|TERM|TZ|VERBOSE)$/;

/** Others have characters whose second byte is a backslash or a backquote: bash reads what follows by them. */
const harmlessLocale = /^(?:C|POSIX|en_US|(?:C|[a-z]{2,3}_[A-Z]{2})\.(?:UTF-8|utf-?8))?$/;

/**
 * Whether a program may be started with this variable set without anything else happening than
 * what its words say. A list of those known to be harmless: there are too many others.
 */
export function isHarmlessForPrograms(name: string, value: string | null): boolean {
  // No pager at all.
  if (/^(?:GIT_|MAN)?PAGER$/.test(name)) return value === "cat";
  if (!harmless.test(name) || value === null) return false;
  if (/^L(?:ANG|C_[A-Z]+)$/.test(name)) return harmlessLocale.test(value);
  // A time zone, a language or a terminal may be a file's name.
  return /^[A-Za-z0-9_.,:=+@*-]*$/.test(value) && !value.startsWith(":");
}

/** What names of scripts' own variables in capitals are made of; none of these is one that a program looks at. */
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
/** Those in small letters that bash or programs look at. */
const readInSmall = /^(?:.*_proxy|histchars|auto_resume|npm_.*|cpp|ld|cc|make)$/;

/**
 * Whether setting this variable, without a program behind it, may change what the shell or a later
 * program does: bash and the C library look at many, and any may be exported already. So only names
 * that scripts give to variables of their own are none.
 */
export function isSpecialVariable(name: string): boolean {
  if (ownInSmall.test(name)) return readInSmall.test(name);
  return !name.split("_").every((word) => ownWords.has(word.replace(/\d+$/, "")));
}

/** The name alone, without a subscript (which bash would evaluate). */
export function isVariableName(text: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(text);
}
