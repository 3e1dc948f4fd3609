import { shownName } from "@toolwright/core/internal";
import { countOf, countText } from "../text/number-text.ts";
import type { UnifiedDiff } from "../change/unified-diff.ts";
import type { HunkReceipt } from "../patch/apply-hunks.ts";

/** Nobody reads more; the remaining lines are counted. */
const MAX_DIFF_CHARACTERS = 1_000_000;

/** Further files are only counted. */
const MAX_NAMED_FILES = 3;

/** The change that one section of a patch makes to a file, for the result. */
export interface FileReport {
  /** Added, modified, deleted, moved. */
  readonly change: "A" | "M" | "D" | "R";
  /** For display; a moved file's new path. */
  readonly path: string;
  /** A moved file's old path. */
  readonly from: string | null;
  /** Null if there is nothing to show. */
  readonly diff: UnifiedDiff | null;
  readonly hunks: readonly HunkReceipt[];
  /** A sentence for the result, with a leading space; may be empty. */
  readonly note: string;
}

export function reportOf(
  change: FileReport["change"],
  path: string,
  facts: Partial<FileReport> = {},
): FileReport {
  return { change, path, from: null, diff: null, hunks: [], note: "", ...facts };
}

/** All diffs in a row, in git's format. `path` names the files. */
export function diffOf(reports: readonly FileReport[]): {
  readonly path: string;
  readonly diff: string;
} {
  const [first] = reports;
  const path =
    reports.length === 1 && first !== undefined ? first.path : countOf(reports.length, "file");
  let diff = "";
  for (const [index, report] of reports.entries()) {
    const next = fileDiff(report);
    if (diff.length > 0 && diff.length + next.length > MAX_DIFF_CHARACTERS) {
      const left = countOf(reports.length - index, "more file");
      return { path, diff: `${diff}\\ ${left} of this patch aren't shown\n` };
    }
    diff += next;
  }
  return { path, diff };
}

/** One line, such as `M src/a.ts, A src/b.ts and 4 more files`. */
export function headlineOf(reports: readonly FileReport[]): string {
  const named = reports
    .slice(0, MAX_NAMED_FILES)
    .map((report) => `${report.change} ${pathText(report)}`);
  const left = reports.length - named.length;
  return left === 0 ? named.join(", ") : `${named.join(", ")} and ${countOf(left, "more file")}`;
}

/** The result for the model: a line for each file, and for each hunk that did not match exactly. */
export function describeReports(
  reports: readonly FileReport[],
  ignored: readonly string[],
): string {
  const lines = [
    `Applied the patch to ${countOf(reports.length, "file")}:`,
    ...reports.map(describeReport),
    ...ignored.map((what) => `Not done: ${what}.`),
  ];
  return lines.join("\n");
}

function describeReport(report: FileReport): string {
  const { change, diff, hunks, note } = report;
  const counts =
    diff === null ? "" : ` (+${countText(diff.addedLines)} -${countText(diff.removedLines)} lines)`;
  const isSame = change === "M" && diff === null;
  const what = isSame ? ": already so" : counts;
  const loose = hunks.flatMap(({ strategy, startLine, endLine, adapted }, index) => {
    if (strategy === "exact" && adapted.length === 0) return [];
    const where = startLine === endLine ? `line ${startLine}` : `lines ${startLine} to ${endLine}`;
    const how = [`matched by '${strategy}'`, ...adapted].join("; ");
    return [`\n  hunk ${index + 1} at ${where}: ${how}`];
  });
  return `${change} ${pathText(report)}${what}${loose.join("")}${note === "" ? "" : `\n ${note}`}`;
}

function pathText({ path, from }: FileReport): string {
  return from === null ? shownName(path) : `${shownName(from)} -> ${shownName(path)}`;
}

function fileDiff({ change, path, from, diff }: FileReport): string {
  const names =
    from === null ? "" : `rename from ${shownName(from)}\nrename to ${shownName(path)}\n`;
  if (diff !== null) return names + diff.text;
  if (change === "D") return `--- a/${shownName(path)}\n+++ /dev/null\n`;
  return names;
}
