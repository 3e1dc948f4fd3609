import { shownName } from "@toolwright/core/internal";
import { countOf, countText } from "../text/number-text.ts";
import type { UnifiedDiff } from "../change/unified-diff.ts";
import type { HunkReceipt } from "../patch/apply-hunks.ts";

/** A person doesn't read more; what is left out is counted. */
const MAX_DIFF_CHARACTERS = 1_000_000;

/** More files than that are only counted on one line. */
const MAX_NAMED_FILES = 3;

/** What one section of a patch does to a file, for the result. */
export interface FileReport {
  /** Added, modified, deleted, moved. */
  readonly change: "A" | "M" | "D" | "R";
  /** As shown; where it is after. */
  readonly path: string;
  /** Of a moved file: where it was. */
  readonly from: string | null;
  /** Null where there is nothing to show. */
  readonly diff: UnifiedDiff | null;
  readonly hunks: readonly HunkReceipt[];
  /** A sentence for the result, with a space before; empty when there is nothing more to say. */
  readonly note: string;
}

export function reportOf(
  change: FileReport["change"],
  path: string,
  facts: Partial<FileReport> = {},
): FileReport {
  return { change, path, from: null, diff: null, hunks: [], note: "", ...facts };
}

/** All diffs one after the other, as git puts them. `path` says what they are of. */
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

/** On one line: `M src/a.ts, A src/b.ts and 4 more files`. */
export function headlineOf(reports: readonly FileReport[]): string {
  const named = reports
    .slice(0, MAX_NAMED_FILES)
    .map((report) => `${report.change} ${pathText(report)}`);
  const left = reports.length - named.length;
  return left === 0 ? named.join(", ") : `${named.join(", ")} and ${countOf(left, "more file")}`;
}

/** The result for the model: a line for each file, and for hunks that weren't plain. */
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
  const what = isSame ? ": was so already" : counts;
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
