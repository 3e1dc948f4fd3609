import type { ShellEffect, ShellUnknownEffect } from "./effect.ts";
import { oddCharacters } from "./parser/odd-characters.ts";
import { ParserOverflow, parseScript } from "./parser/parse-script.ts";
import { Findings, type ShellCommand, type ShownContents } from "./script/findings.ts";
import { AnalysisLimit, Scope } from "./script/scope.ts";
import { ShellState } from "./script/shell-state.ts";
import { specifications } from "./specifications/index.ts";

export interface AnalyzeOptions {
  /** Where the command line runs: absolute, without links. */
  readonly cwd: string;
  /** What `~` and `$HOME` are: absolute. */
  readonly home: string;
  /** Which shell reads it. Only bash is understood; for another everything is `unknown`, too. Default `bash`. */
  readonly shell?: string;
  /**
   * Whether a path is a directory that no link leads to, or is nothing at all. With it `sub/../x` is
   * understood; without it that is `unknown`, since `sub` may be a link. Must not throw.
   */
  readonly isPlainDirectory?: (path: string) => boolean;
  /**
   * Why nobody can say what a program does in this directory, whose settings it follows, as git does; null
   * where its words alone say it. Must not throw. Default: null where it all begins, a reason elsewhere.
   */
  readonly doubtIn?: (program: string, directory: string) => string | null;
  /**
   * Whether there is nothing at a path that a project could have put there. Without it there may be
   * something everywhere: what files of a project choose (`.npmrc`) is unknown then. Must not throw.
   */
  readonly isAbsent?: (path: string) => boolean;
  /**
   * Whoever runs it puts guards before programs when `needsGuards` asks for them: functions of bash
   * that let only plain names through where files are listed (`listed-names.ts`), follow no link, and ask
   * for versions outside of any project (`guard-names.ts`). Default: false, and what needs one is unknown.
   */
  readonly hasGuards?: boolean;
}

export interface ShellAnalysis {
  /** Every simple command that was found, wherever it stands. */
  readonly commands: readonly ShellCommand[];
  /** What the command line would do, each effect once, in the order of the text. */
  readonly effects: readonly ShellEffect[];
  /** Nothing is `unknown`: the effects (with the insides of unspecified programs) are all. */
  readonly complete: boolean;
  /** What isn't known, for a person; empty when complete. */
  readonly reasons: readonly string[];
  /**
   * What of git's own store would be shown, of files that may be gone or have had other contents: whoever runs it
   * lists their names, and judges each as a read.
   */
  readonly contents: readonly ShownContents[];
  /** The effects hold only with the guards that `hasGuards` speaks of. */
  readonly needsGuards: boolean;
}

const otherDirectory =
  "runs what the settings of its directory name, which isn't where it all begins";

/** Above that the rest isn't understood any more, though still searched for what is denied. */
const maxLength = 1_000_000;
// Bash takes these away before anything else, so that they may join `$` and `(`; the parser doesn't.
const splitWord = /[^\s\\](?:\\\n)+[^\s\\]/;
/** The parser's time grows with the square of these. */
const maxHereDocuments = 500;

/**
 * What a bash command line would do, without running it or looking at any file.
 *
 * Pure and synchronous. Never throws for any source; what can't be understood is an `unknown`
 * effect beside everything else that was found, so that what is denied is seen whatever stands
 * around it.
 */
export function analyze(source: string, options: AnalyzeOptions): ShellAnalysis {
  const findings = new Findings();
  const { doubtIn = (_program, directory) => (directory === cwd ? null : otherDirectory) } =
    options;
  const { cwd, home, shell = "bash", hasGuards = false } = options;
  const { isPlainDirectory = () => false, isAbsent = () => false } = options;
  for (const path of [cwd, home]) {
    if (!path.startsWith("/")) throw new TypeError(`analyze needs absolute paths, got ${path}.`);
  }
  if (shell !== "bash") findings.unknown(`it is written for ${shell}; only bash is understood`);
  const odd = oddCharacters(source);
  if (odd.length > 0) {
    findings.unknown(`it has characters that aren't shown or look like others: ${odd.join(" ")}`);
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
    parse: parseScript,
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
      findings.unknown("it is nested too deep to be followed");
    } else throw error;
  }
}

/** The text as it is parsed: whole, or where that would take too long, in pieces. */
function partsOf(source: string, findings: Findings): readonly string[] {
  let count = 0;
  for (let at = source.indexOf("<<"); at !== -1; at = source.indexOf("<<", at + 2)) count += 1;
  if (count <= maxHereDocuments) return [source];
  findings.unknown(`it has more than ${maxHereDocuments} here-documents`);
  return [source.replaceAll("<<", "  ")];
}
