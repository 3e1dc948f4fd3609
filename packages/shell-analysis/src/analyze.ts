import type { ShellEffect, ShellUnknownEffect } from "./effect.ts";
import { oddCharacters } from "./parser/odd-characters.ts";
import { ParserOverflow, parseScript } from "./parser/parse-script.ts";
import { Findings, type ShellCommand, type ShownContents } from "./script/findings.ts";
import { AnalysisLimit, Scope } from "./script/scope.ts";
import { ShellState } from "./script/shell-state.ts";
import { specifications } from "./specifications/index.ts";

export interface AnalyzeOptions {
  /** The absolute directory in which the command line runs; it contains no links. */
  readonly cwd: string;
  /** The absolute path that `~` and `$HOME` stand for. */
  readonly home: string;
  /**
   * Whether a path is a directory reached through no link, or doesn't exist. With this function `sub/../x` is
   * understood; without it the path is `unknown`, since `sub` may be a link. Must not throw.
   */
  readonly isPlainDirectory?: (path: string) => boolean;
  /**
   * Why the settings of a directory make the effects of a program uncertain, as git's settings do; null when
   * the words alone decide. Must not throw. Default: null for `cwd`, a reason for any other directory.
   */
  readonly doubtIn?: (program: string, directory: string) => string | null;
  /**
   * Whether a path holds nothing that a project could have put there. By default something may exist at
   * every path, so anything that a project's files decide (`.npmrc`) is unknown. Must not throw.
   */
  readonly isAbsent?: (path: string) => boolean;
  /**
   * Whether the caller runs the command line with guards when `needsGuards` is true. Guards are bash functions
   * that stop listed names which are not plain (`listed-names.ts`), follow no link, and print versions
   * outside any project (`guard-names.ts`). Default false: anything that needs a guard is unknown.
   */
  readonly hasGuards?: boolean;
}

export interface ShellAnalysis {
  /** Every simple command in the text, at any depth. */
  readonly commands: readonly ShellCommand[];
  /** The effects of the command line, each once, in the order of the text. */
  readonly effects: readonly ShellEffect[];
  /** Whether nothing is `unknown`: with the insides of unspecified programs, the effects are all there is. */
  readonly complete: boolean;
  /** The reasons for what is unknown, for people; empty when complete. */
  readonly reasons: readonly string[];
  /**
   * The contents that git would show from its own store. Those files may be gone or may have changed, so the
   * caller lists their names and judges each as a read.
   */
  readonly contents: readonly ShownContents[];
  /** Whether the effects hold only with the guards described at `hasGuards`. */
  readonly needsGuards: boolean;
}

const otherDirectory = "runs programs that the settings of another directory name";

/** Longer text is unknown, but still searched for commands that are denied. */
const maxLength = 1_000_000;
// Bash removes these first, so they may join `$` and `(`. The parser doesn't remove them.
const splitWord = /[^\s\\](?:\\\n)+[^\s\\]/;
/** The parser's time grows with the square of their number. */
const maxHereDocuments = 500;

/**
 * Finds the effects of a bash command line without running it or reading any file.
 *
 * Pure and synchronous. Never throws, whatever the source. Text that can't be understood adds an
 * `unknown` effect and removes nothing, so a denied command is seen wherever it stands.
 */
export function analyze(source: string, options: AnalyzeOptions): ShellAnalysis {
  const findings = new Findings();
  const { doubtIn = (_program, directory) => (directory === cwd ? null : otherDirectory) } =
    options;
  const { cwd, home, hasGuards = false } = options;
  const { isPlainDirectory = () => false, isAbsent = () => false } = options;
  for (const path of [cwd, home]) {
    if (!path.startsWith("/")) throw new TypeError(`analyze needs absolute paths, got ${path}.`);
  }
  const odd = oddCharacters(source);
  if (odd.length > 0) {
    findings.unknown(`it has characters that are invisible or look like others: ${odd.join(" ")}`);
  }
  if (splitWord.test(source)) {
    findings.unknown("a line is continued in the middle of a word or an operator");
  }
  if (source.length > maxLength) {
    findings.unknown(`it is longer than ${maxLength} characters`);
  }
  const settings = {
    origin: cwd,
    home,
    specifications,
    isPlainDirectory,
    doubtIn,
    isAbsent,
    hasGuards,
  };
  for (const part of partsOf(source, findings)) {
    const scope = Scope.begin(settings, { state: new ShellState([cwd]), findings, source: part });
    follow(() => scope.followScript(parseScript(part)), findings);
    scope.restart();
    for (const body of findings.uncalled()) follow(body, findings);
  }
  findings.doubtLists();
  findings.doubtDescriptors();
  const effects = findings.effects();
  const reasons = effects
    .filter((effect): effect is ShellUnknownEffect => effect.type === "unknown")
    .map(({ reason }) => reason);
  return {
    commands: findings.commands(),
    effects,
    complete: reasons.length === 0,
    reasons,
    contents: findings.contents(),
    needsGuards: findings.needsGuards,
  };
}

function follow(run: () => void, findings: Findings): void {
  try {
    run();
  } catch (error) {
    if (error instanceof AnalysisLimit) findings.unknown(error.message);
    else if (error instanceof ParserOverflow || error instanceof RangeError) {
      findings.unknown("it is nested too deeply to be analysed");
    } else throw error;
  }
}

/** The text as it is parsed: whole, or without here-documents when there are too many to parse quickly. */
function partsOf(source: string, findings: Findings): readonly string[] {
  let count = 0;
  for (let at = source.indexOf("<<"); at !== -1; at = source.indexOf("<<", at + 2)) count += 1;
  if (count <= maxHereDocuments) return [source];
  findings.unknown(`it has more than ${maxHereDocuments} here-documents`);
  return [source.replaceAll("<<", "  ")];
}
