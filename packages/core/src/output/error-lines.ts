/** A kind of line that reports an error. */
export interface ErrorLine {
  /** 3: a known tool's error; 2: looks like an error; 1: may be an error. */
  readonly weight: 1 | 2 | 3;
  /** A summary, such as `2 failed, 3 passed`; the last summary of a log is the most useful line. */
  readonly isSummary: boolean;
  /** How many lines around it belong to it, at most. */
  readonly before: number;
  readonly after: number;
  /** How many empty lines may follow within it; the next empty line ends it. */
  readonly blanks: number;
  /** The heading above it is needed as well: ESLint names a file once for many problems. */
  readonly hasHeading?: true;
  /** A stack trace, which ends with a message at the beginning of a line. */
  readonly isTrace?: true;
}

/** A quick check: every error line contains one of these, and most texts contain none. */
export const errorStem =
  /rror|ERR!|FAIL|[Ff]ail|panic|not ok|[Ff]atal|FATAL|Traceback|xception|undefined reference|roblems? \(|^E {3}/gm;

/** Lines that mention errors but report none: passing tests, counts of zero, comments. */
const harmless =
  /^\s*(?:ok \d|ok\t|PASS(?:ED)?\b|✓|✔|√|--- PASS|\/\/|\*|#)|\.\.\. ok$|\bPASSED\b|\b(?:0|no) (?:errors?|failures?|failed|failing|problems?)\b|\b(?:errors?|failures?|failed)\b\W{1,3}0(?![.\d])(?!.*(?:errors?|failures?|failed)\W{1,3}[1-9])/iu;

const summary: ErrorLine = { weight: 3, isSummary: true, before: 1, after: 4, blanks: 0 };
const certain: ErrorLine = { weight: 3, isSummary: false, before: 1, after: 6, blanks: 0 };

/** The first match counts. No pattern backtracks more than a few times at any position. */
const kinds: readonly (readonly [RegExp, ErrorLine])[] = [
  // summaries of vitest, jest, mocha, pytest, cargo test, node:test, Maven, ESLint, tsc
  [/\b[1-9]\d* (?:failed|failing|failures?)\b|\b(?:failed|fail|failures)[: ] ?[1-9]/i, summary],
  [/^\W*\d+ problems? \(|\bFound \d+ errors?\b|\b[1-9]\d* errors? (?:generated|found)/i, summary],
  [/\btest result: FAILED|^FAILURE: |\bBUILD FAIL(?:ED|URE)\b|^FAIL(?:\t|$)/, summary],
  [
    /\bcould not compile\b|\baborting due to\b|\bld returned \d|^\S*make(?:\[\d+\])?: \*\*\* /,
    summary,
  ],
  // Python tracebacks and pytest
  [/^\s*Traceback \(most recent call last\)/, { ...certain, after: 40, blanks: 1, isTrace: true }],
  [/^E {3,}\S/, { ...certain, before: 6, after: 4, blanks: 1 }],
  [/^(?:FAILED|ERROR) \S+(?:::| - )/, { ...certain, before: 0, after: 1 }],
  // Rust, Go, the JVM: crashes with traces
  [/\bpanicked at\b|^\s*panic: |^fatal error: /, { ...certain, after: 14, blanks: 2 }],
  [/^Exception in thread |^Caused by: |^\s*[\w.$]+(?:Exception|Error): /, { ...certain, after: 8 }],
  // tests
  [/^\s*--- FAIL: |^\s*not ok\b|^\s*FAIL(?:ED)?\b/, { ...certain, after: 14, blanks: 4 }],
  [/\.\.\. FAILED$|\bTask :\S+ FAILED$/, { ...certain, before: 0, after: 2 }],
  // compilers: TypeScript, rustc, gcc, clang, javac, and the linker
  [/\berror TS\d+: |^error(?:\[E\d+\])?: /, { ...certain, after: 10, blanks: 1 }],
  [/[:)] (?:fatal )?error: |\bundefined reference to\b/, { ...certain, after: 4 }],
  // ESLint: the file is named above
  [/^\s+\d+:\d+\s+error\s/, { ...certain, before: 0, after: 0, hasHeading: true }],
  [/^npm (?:ERR!|error) |^\[ERROR\] /, { ...certain, before: 0, after: 5 }],
  [
    /\b(?:\w*Error|ERROR|FATAL|[Ff]atal|error)\b\]?: |^\s*(?:ERROR|FATAL)\b|\[(?:error|fatal)\]/i,
    two(2),
  ],
  [/\b(?:[Ff]ailed|FAILED|[Ff]ailure|FAILURE)\b(?: to\b|:|$)|\b\w+Exception\b/, two(1)],
];

function two(weight: 1 | 2): ErrorLine {
  return { weight, isSummary: false, before: 2, after: 4, blanks: 0 };
}

/** Null for a line that reports no error. */
export function errorLineOf(line: string): ErrorLine | null {
  for (const [pattern, kind] of kinds) {
    if (pattern.test(line)) return harmless.test(line) ? null : kind;
  }
  return null;
}

/**
 * The problem in a line, without its place and the names in it. It is the same for all errors of one cause, such
 * as `error TS2322: Type … is not assignable to type …`.
 */
export function errorKey(line: string): string {
  return withoutPlace(line)
    .replaceAll(/(["'`]).*?\1|‘.*?’|“.*?”|«.*?»/g, "…")
    .replaceAll(/(?:\.{0,2}\/)?(?:[\w@.-]+\/)+[\w@.-]+/g, "…")
    .replaceAll(/\b\d+\b/g, "0")
    .slice(0, 200);
}

/** The line without `src/a.ts(3,7): `, `src/a.ts:3:7: ` or a time before its message. */
export function withoutPlace(line: string): string {
  return line.replace(/^\s*(?:\S+?(?:\(\d+,\d+\)|:\d+(?::\d+)?)\s*[:-]\s+|\d+:\d+\s+)/, "");
}
