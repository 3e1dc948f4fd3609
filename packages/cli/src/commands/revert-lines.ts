import { revealHidden } from "@toolwright/core/internal";
import { unifiedDiff } from "@toolwright/tools/edit-engine";
import type { FoundForeign, RevertedPath, RevertResult } from "@toolwright/workspace/undo";
import { type Line, line, span } from "../text/styled-line.ts";
import { diffLines } from "../terminal/transcript/diff-lines.ts";

/** Further paths are only counted; the journal has all of them. */
const maxPaths = 50;
const maxDiffs = 10;

export interface RevertDisplay {
  readonly kind: "undo" | "redo";
  readonly isDryRun?: boolean;
  readonly roots: readonly string[];
}

const verbs: Record<RevertedPath["did"], string> = {
  created: "restored",
  restored: "restored",
  deleted: "deleted",
  mode: "mode restored",
  kept: "not changed",
};

/** The verbs of a dry run. */
const verbsAhead: typeof verbs = {
  created: "restore",
  restored: "restore",
  deleted: "delete",
  mode: "restore mode",
  kept: "keep",
};

/** The result of an undo or redo for people: its changes, or why it did nothing. */
export function revertLines(result: RevertResult, display: RevertDisplay): readonly Line[] {
  switch (result.outcome) {
    case "nothing":
      return [line(span(revealHidden(result.reason, "command"), "warning"))];
    case "not-undoable":
      return [
        line(span(`${headOf(result.reverted)} can't be ${undone(display.kind)}.`, "bad")),
        ...result.reasons.map((reason) => line("  ", revealed(reason))),
        ...result.paths.map(({ path, reason }) =>
          line(
            "  ",
            revealed(shown(path, display)),
            span(`  ${revealHidden(reason, "command")}`, "dim"),
          ),
        ),
        ...(result.paths.length === 0
          ? []
          : [line(`--force ${display.kind}es the rest and leaves these unchanged.`)]),
        ...(result.before === null
          ? []
          : [
              line(
                `To ${display.kind} the change before it: toolwright ${display.kind} ${result.before.id}`,
                span(`  (${revealHidden(result.before.tool, "command")})`, "dim"),
              ),
            ]),
      ];
    case "foreign":
      return [
        line(
          span(
            `Nothing was ${undone(display.kind)}, because these paths have changed since:`,
            "bad",
          ),
        ),
        ...result.changes.slice(0, maxDiffs).flatMap((change) => foreignLines(change, display)),
        ...more(result.changes.length - maxDiffs, "path"),
        line(
          `--force ${display.kind}es all the same, and keeps the current content as its own journal entry.`,
        ),
      ];
    case "done":
      return doneLines(result, display);
  }
}

function doneLines(
  result: Extract<RevertResult, { readonly outcome: "done" }>,
  display: RevertDisplay,
): readonly Line[] {
  const { kind, isDryRun = false } = display;
  const did = kind === "undo" ? "Undid" : "Redid";
  const words = isDryRun ? verbsAhead : verbs;
  const [inGit, others] = partedByGit(result.paths, display);
  const number = result.entry === null ? "" : `  (#${result.entry})`;
  return [
    line(
      span(`${isDryRun ? `Would ${kind}` : did} ${targetsOf(kind, result.reverted)}`, "strong"),
      span(number, "dim"),
    ),
    ...(result.paths.length === 0
      ? [line("  nothing to change: the files already have this content")]
      : []),
    ...others
      .slice(0, maxPaths)
      .map(({ path, did: what, reason }) =>
        line(
          "  ",
          span(words[what].padEnd(14), what === "kept" ? "warning" : "dim"),
          revealed(shown(path, display)),
          span(reason === undefined ? "" : `  ${revealHidden(reason, "command")}`, "dim"),
        ),
      ),
    ...more(others.length - maxPaths, "path"),
    ...[...inGit].map(([repository, parts]) =>
      line(
        "  ",
        span(words.restored.padEnd(14), "dim"),
        revealed(`${shown(repository, display)} (${parts.join(", ")})`),
      ),
    ),
    ...(result.foreignEntry === null
      ? []
      : [
          line(
            `  The overwritten content is kept. To restore it: toolwright undo ${result.foreignEntry}`,
          ),
        ]),
    ...result.notes.map((note) => line(span(`  ${revealHidden(note, "command")}`, "dim"))),
  ];
}

/** Groups a repository's internal files by their meaning for its user, one line for each repository. */
function partedByGit(
  paths: readonly RevertedPath[],
  { roots }: RevertDisplay,
): readonly [ReadonlyMap<string, readonly string[]>, readonly RevertedPath[]] {
  const inGit = new Map<string, string[]>();
  const others: RevertedPath[] = [];
  for (const each of paths) {
    const [, repository, inside] = /^(.*?\/\.git)\/(.+)$/.exec(each.path) ?? [];
    if (repository === undefined || inside === undefined || each.did === "kept") others.push(each);
    else {
      const parts = inGit.get(repository) ?? [];
      const part = partOfGit(inside);
      if (part !== null && parts.length < maxGitParts) parts.push(part);
      inGit.set(repository, parts);
    }
  }
  for (const parts of inGit.values()) if (parts.length === 0) parts.push("its own state");
  const isNew = (path: string): boolean => inGit.has(path) && !roots.includes(path);
  return [inGit, others.filter(({ path, did }) => did === "deleted" || !isNew(path))];
}

const maxGitParts = 8;

/** The meaning of a file in `.git`; null if other files imply it. */
function partOfGit(inside: string): string | null {
  if (inside === "HEAD" || inside === "index" || inside === "config") return inside;
  if (inside === "refs/stash") return "stash";
  const [, kind, name] = /^refs\/(heads|tags)\/(.+)$/.exec(inside) ?? [];
  if (name === undefined) return null;
  return `${kind === "heads" ? "branch" : "tag"} ${name}`;
}

function undone(kind: RevertDisplay["kind"]): string {
  return kind === "undo" ? "undone" : "redone";
}

function foreignLines(change: FoundForeign, display: RevertDisplay): readonly Line[] {
  const { path, by, left, found, leftContent, foundContent } = change;
  const who = by === null ? "by another program or person" : `by #${by}: undo that first`;
  const head = line("  ", revealed(shown(path, display)), span(`  ${who}`, "dim"));
  const [before, after] = [textOf(leftContent), textOf(foundContent)];
  const isText = (before ?? after) !== null && !(before === null && left.kind === "file");
  if (!isText || (after === null && found.kind === "file")) {
    return [head, line(span(`    was ${left.kind}, is ${found.kind}`, "dim"))];
  }
  const { rows } = diffLines(unifiedDiff(shown(path, display), before, after).text);
  return [head, ...rows.map((row) => [span("    "), ...row])];
}

function textOf(bytes: Uint8Array | null): string | null {
  if (bytes === null) return null;
  const text = Buffer.from(bytes).toString("utf8");
  return text.includes("\0") || text.includes("\uFFFD") ? null : text;
}

/** The entries that an undo reverts, or that a redo applies again. */
function targetsOf(
  kind: RevertDisplay["kind"],
  entries: readonly { id: number; tool: string; reverts: readonly number[] }[],
): string {
  if (kind === "undo") return headOf(entries);
  const ids = entries.flatMap(({ reverts }) => reverts).toSorted((a, b) => a - b);
  const shownIds = ids.slice(0, 5).map((id) => `#${id}`);
  return `${shownIds.join(", ")}${ids.length > 5 ? ` and ${ids.length - 5} more` : ""}`;
}

function headOf(entries: readonly { readonly id: number; readonly tool: string }[]): string {
  const names = entries
    .slice(0, 5)
    .map(({ id, tool }) => `#${id} ${revealHidden(tool, "command")}`);
  const rest = entries.length - names.length;
  return `${names.join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`;
}

function more(count: number, noun: string): readonly Line[] {
  return count > 0
    ? [line(span(`  and ${count} more ${noun}${count === 1 ? "" : "s"}`, "dim"))]
    : [];
}

function revealed(text: string) {
  return span(revealHidden(text, "name"));
}

function shown(path: string, { roots }: RevertDisplay): string {
  const root = roots.find((each) => path.startsWith(`${each}/`));
  return root === undefined ? path : path.slice(root.length + 1);
}
