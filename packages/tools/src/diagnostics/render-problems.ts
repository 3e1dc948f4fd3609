import type { WorkspaceAccess } from "@toolwright/core";
import { cutText, shownName } from "@toolwright/core/internal";
import type { Diagnosis, Problem } from "@toolwright/core/ports";
import { countOf, countText } from "../text/number-text.ts";

/** The same message in further files is only counted. */
const MAX_ALIKE_FILES = 3;
const MAX_LINES_NAMED = 8;
const MAX_MESSAGE_CHARACTERS = 600;

/** A problem with its file's path for display. */
export interface ShownProblem extends Problem {
  readonly severity: "error" | "warning";
}

/** Errors and warnings of files that the call may show, sorted by path and line. */
export async function shownProblems(
  problems: readonly Problem[],
  workspace: WorkspaceAccess,
  { withWarnings }: { readonly withWarnings: boolean },
): Promise<readonly ShownProblem[]> {
  const paths = new Map<string, string | null>();
  for (const { path } of problems) {
    if (paths.has(path)) continue;
    const isReadable = await workspace.mayRead(path);
    paths.set(path, isReadable ? (await workspace.resolve(path)).displayPath : null);
  }
  return problems
    .flatMap((problem): readonly ShownProblem[] => {
      const path = paths.get(problem.path) ?? null;
      const { severity } = problem;
      if (path === null || severity === "information") return [];
      return severity === "warning" && !withWarnings ? [] : [{ ...problem, severity, path }];
    })
    .toSorted((a, b) => (a.path === b.path ? a.line - b.line : a.path < b.path ? -1 : 1));
}

/** The result for the model: problems by file, alike ones on one line, and the totals. */
export function renderProblems(
  problems: readonly ShownProblem[],
  { checkers, checkedFiles, notes }: Diagnosis,
  limit: number,
): string {
  const groups = alikeIn(problems.slice(0, limit));
  const lines: string[] = [];
  const filesOf = new Map<string, string[]>();
  let left = problems.length - limit;
  let path: string | null = null;
  for (const group of groups) {
    const files = filesOf.get(group.text) ?? [];
    filesOf.set(group.text, [...files, group.path]);
    if (files.length >= MAX_ALIKE_FILES) continue;
    if (group.path !== path) lines.push(shownName(group.path));
    path = group.path;
    lines.push(`  ${linesText(group.lines)}: ${group.text}`);
  }
  for (const [text, files] of filesOf) {
    const more = files.length - MAX_ALIKE_FILES;
    if (more > 0) lines.push(`… the same in ${countOf(more, "more file")}: ${text}`);
  }
  if (left < 0) left = 0;
  return [
    ...lines,
    ...(lines.length > 0 ? [""] : []),
    totalsText(problems, checkers, checkedFiles),
    ...(left > 0
      ? [
          `${countOf(left, "problem isn't", "problems aren't")} shown; name files in paths, or raise limit.`,
        ]
      : []),
    ...notes,
  ].join("\n");
}

interface Alike {
  readonly path: string;
  readonly text: string;
  readonly lines: readonly number[];
}

function alikeIn(problems: readonly ShownProblem[]): readonly Alike[] {
  const groups = new Map<string, Alike & { readonly lines: number[] }>();
  for (const problem of problems) {
    const text = textOf(problem);
    const key = `${problem.path}\0${text}`;
    const group = groups.get(key) ?? { path: problem.path, text, lines: [] };
    groups.set(key, group);
    group.lines.push(problem.line);
  }
  return [...groups.values()];
}

function textOf({ severity, message, source }: ShownProblem): string {
  const plain = cutText(message.replaceAll(/\s*\n\s*/g, " / "), MAX_MESSAGE_CHARACTERS);
  return `${severity}: ${plain}${source === "" ? "" : ` [${source}]`}`;
}

function linesText(lines: readonly number[]): string {
  const named = [...new Set(lines)].slice(0, MAX_LINES_NAMED);
  const more = lines.length - named.length;
  return `${named.join(", ")}${more > 0 ? ` and ${countText(more)} more` : ""}`;
}

function totalsText(
  problems: readonly ShownProblem[],
  checkers: readonly string[],
  checkedFiles: number,
): string {
  const errors = problems.filter(({ severity }) => severity === "error").length;
  const warnings = problems.length - errors;
  const who = [...new Set(checkers)].join(", ");
  const extent = checkedFiles === 0 ? who : `${who}; ${countOf(checkedFiles, "file")} checked`;
  if (problems.length === 0) return `No problems (${extent}).`;
  const counts = [
    errors > 0 ? countOf(errors, "error") : null,
    warnings > 0 ? countOf(warnings, "warning") : null,
  ].filter((text) => text !== null);
  const files = new Set(problems.map(({ path }) => path)).size;
  return `${counts.join(" and ")} in ${countOf(files, "file")} (${extent}).`;
}
