import { counted, phrase } from "../language/phrase.ts";
import {
  revealHidden,
  type Language,
  type Phrase,
  recorded,
  verbatim,
  together,
} from "@toolwright/core/internal";
import { unifiedDiff } from "@toolwright/tools/edit-engine";
import type { FoundForeign, RevertedPath, RevertResult } from "@toolwright/workspace/undo";
import { type Line, line, padColumns, span } from "../text/styled-line.ts";
import { diffLines } from "../terminal/transcript/diff-lines.ts";

/** Further paths are only counted; the journal has all of them. */
const maxPaths = 50;
const maxDiffs = 10;
/** Rows of a change that a dry run shows. */
const maxDiffRows = 20;

export interface RevertDisplay {
  readonly kind: "undo" | "redo";
  readonly isDryRun?: boolean;
  readonly roots: readonly string[];
  readonly language: Language;
}

const verbs: Record<RevertedPath["did"], Phrase> = {
  created: phrase("restored"),
  restored: phrase("restored"),
  deleted: phrase("deleted"),
  mode: phrase("mode restored"),
  kept: phrase("not changed"),
};

/** The verbs of a dry run. */
const verbsAhead: typeof verbs = {
  created: phrase("restore"),
  restored: phrase("restore"),
  deleted: phrase("delete"),
  mode: phrase("restore mode"),
  kept: phrase("keep"),
};

const texts = {
  undo: {
    cannot: (entries: Phrase): Phrase => phrase("{entries} can't be undone.", { entries }),
    force: phrase("--force undoes the rest and leaves these unchanged."),
    before: (command: string): Phrase =>
      phrase("To undo the change before it: {command}", { command }),
    foreign: phrase("Nothing was undone, because these paths have changed since:"),
    forceAll: phrase(
      "--force undoes all the same, and keeps the current content as its own journal entry.",
    ),
    did: (entries: Phrase): Phrase => phrase("Undid {entries}", { entries }),
    would: (entries: Phrase): Phrase => phrase("Would undo {entries}", { entries }),
  },
  redo: {
    cannot: (entries: Phrase): Phrase => phrase("{entries} can't be redone.", { entries }),
    force: phrase("--force redoes the rest and leaves these unchanged."),
    before: (command: string): Phrase =>
      phrase("To redo the change before it: {command}", { command }),
    foreign: phrase("Nothing was redone, because these paths have changed since:"),
    forceAll: phrase(
      "--force redoes all the same, and keeps the current content as its own journal entry.",
    ),
    did: (entries: Phrase): Phrase => phrase("Redid {entries}", { entries }),
    would: (entries: Phrase): Phrase => phrase("Would redo {entries}", { entries }),
  },
};

/** The result of an undo or redo for people: its changes, or why it did nothing. */
export function revertLines(result: RevertResult, display: RevertDisplay): readonly Line[] {
  const { say, translate } = display.language;
  const text = texts[display.kind];
  switch (result.outcome) {
    case "nothing":
      return [line(span(revealHidden(translate(result.reason), "command"), "warning"))];
    case "not-undoable":
      return [
        line(span(say(text.cannot(headOf(result.reverted))), "bad")),
        ...result.reasons.map((reason) => line("  ", revealed(translate(reason)))),
        ...result.paths.map(({ path, reason }) =>
          line(
            "  ",
            revealed(shown(path, display)),
            span(`  ${revealHidden(translate(reason), "command")}`, "dim"),
          ),
        ),
        ...(result.paths.length === 0 ? [] : [line(say(text.force))]),
        ...(result.before === null
          ? []
          : [
              line(
                say(text.before(`toolwright ${display.kind} ${result.before.id}`)),
                span(`  (${revealHidden(result.before.tool, "command")})`, "dim"),
              ),
            ]),
      ];
    case "foreign":
      return [
        line(span(say(text.foreign), "bad")),
        ...result.changes.slice(0, maxDiffs).flatMap((change) => foreignLines(change, display)),
        ...more(result.changes.length - maxDiffs, display),
        line(say(text.forceAll)),
      ];
    case "done":
      return doneLines(result, display);
  }
}

function doneLines(
  result: Extract<RevertResult, { readonly outcome: "done" }>,
  display: RevertDisplay,
): readonly Line[] {
  const { kind, isDryRun = false, language } = display;
  const { say, translate } = language;
  const targets = targetsOf(kind, result.reverted);
  const head = isDryRun ? texts[kind].would(targets) : texts[kind].did(targets);
  const words = isDryRun ? verbsAhead : verbs;
  const [inGit, others] = partedByGit(result.paths, display);
  const number = result.entry === null ? "" : `  (#${result.entry})`;
  return [
    line(span(say(head), "strong"), span(number, "dim")),
    ...(result.paths.length === 0
      ? [line(`  ${say(phrase("nothing to change: the files already have this content"))}`)]
      : []),
    ...others
      .slice(0, maxPaths)
      .flatMap((told, index) => [
        line(
          "  ",
          span(padColumns(say(words[told.did]), 14), told.did === "kept" ? "warning" : "dim"),
          revealed(shown(told.path, display)),
          span(
            told.reason === undefined ? "" : `  ${revealHidden(translate(told.reason), "command")}`,
            "dim",
          ),
        ),
        ...(index < maxDiffs ? aheadLines(told, display) : []),
      ]),
    ...more(others.length - maxPaths, display),
    ...[...inGit].map(([repository, parts]) =>
      line(
        "  ",
        span(padColumns(say(words.restored), 14), "dim"),
        revealed(
          say(phrase("{rule} ({where})", { rule: shown(repository, display), where: parts })),
        ),
      ),
    ),
    ...(result.foreignEntry === null
      ? []
      : [
          line(
            `  ${say(phrase("The overwritten content is kept. To restore it: {command}", { command: `toolwright undo ${result.foreignEntry}` }))}`,
          ),
        ]),
    ...result.notes.map((note) =>
      line(span(`  ${revealHidden(translate(note), "command")}`, "dim")),
    ),
  ];
}

/** The change that a dry run found for a text file. */
function aheadLines(
  { path, did, contents }: RevertedPath,
  display: RevertDisplay,
): readonly Line[] {
  if (contents === undefined) return [];
  const [before, after] = [textOf(contents.before), textOf(contents.after)];
  const isShown =
    did === "created"
      ? after !== null
      : did === "deleted"
        ? before !== null
        : before !== null && after !== null;
  if (!isShown) return [];
  const { rows } = diffLines(unifiedDiff(shown(path, display), before, after).text);
  const left = rows.length - maxDiffRows;
  const note = counted("{count} more line", "{count} more lines", { count: left });
  const more = left > 0 ? [line(span(`… ${display.language.say(note)}`, "dim"))] : [];
  return [...rows.slice(0, maxDiffRows), ...more].map((row) => [span("    "), ...row]);
}

/** Groups a repository's internal files by their meaning for its user, one line for each repository. */
function partedByGit(
  paths: readonly RevertedPath[],
  { roots }: RevertDisplay,
): readonly [ReadonlyMap<string, readonly Phrase[]>, readonly RevertedPath[]] {
  const inGit = new Map<string, Phrase[]>();
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
  for (const parts of inGit.values()) if (parts.length === 0) parts.push(phrase("its own state"));
  const isNew = (path: string): boolean => inGit.has(path) && !roots.includes(path);
  return [inGit, others.filter(({ path, did }) => did === "deleted" || !isNew(path))];
}

const maxGitParts = 8;

/** The meaning of a file in `.git`; null if other files imply it. */
function partOfGit(inside: string): Phrase | null {
  if (inside === "HEAD" || inside === "index" || inside === "config") return verbatim(inside);
  if (inside === "refs/stash") return verbatim("stash");
  const [, kind, name] = /^refs\/(heads|tags)\/(.+)$/.exec(inside) ?? [];
  if (name === undefined) return null;
  return kind === "heads" ? phrase("branch {name}", { name }) : phrase("tag {name}", { name });
}

function foreignLines(change: FoundForeign, display: RevertDisplay): readonly Line[] {
  const { path, by, left, found, leftContent, foundContent } = change;
  const { say } = display.language;
  const who =
    by === null
      ? phrase("by another program or person")
      : phrase("by #{entry}: undo that first", { entry: String(by) });
  const head = line("  ", revealed(shown(path, display)), span(`  ${say(who)}`, "dim"));
  const [before, after] = [textOf(leftContent), textOf(foundContent)];
  const isText = (before ?? after) !== null && !(before === null && left.kind === "file");
  if (!isText || (after === null && found.kind === "file")) {
    return [
      head,
      line(
        span(
          `    ${say(phrase("was {before}, is {after}", { before: recorded(left.kind), after: recorded(found.kind) }))}`,
          "dim",
        ),
      ),
    ];
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
): Phrase {
  if (kind === "undo") return headOf(entries);
  const ids = entries.flatMap(({ reverts }) => reverts).toSorted((a, b) => a - b);
  const shownIds = ids.slice(0, 5).map((id) => `#${id}`);
  return listed(shownIds, ids.length);
}

function headOf(entries: readonly { readonly id: number; readonly tool: string }[]): Phrase {
  const names = entries
    .slice(0, 5)
    .map(({ id, tool }) => `#${id} ${revealHidden(tool, "command")}`);
  return listed(names, entries.length);
}

function listed(names: readonly string[], total: number): Phrase {
  const count = total - names.length;
  return count > 0 ? phrase("{names} and {count} more", { names, count }) : together(names);
}

function more(count: number, { language }: RevertDisplay): readonly Line[] {
  if (count <= 0) return [];
  const note = counted("and {count} more path", "and {count} more paths", { count });
  return [line(span(`  ${language.say(note)}`, "dim"))];
}

function revealed(text: string) {
  return span(revealHidden(text, "name"));
}

function shown(path: string, { roots }: RevertDisplay): string {
  const root = roots.find((each) => path.startsWith(`${each}/`));
  return root === undefined ? path : path.slice(root.length + 1);
}
