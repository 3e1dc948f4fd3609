import { type Effect, ToolError, write, type WorkspaceAccess } from "@toolwright/core";
import type { FileState } from "@toolwright/core/internal";
import type { FileChange, FileEdits, SourceRange } from "@toolwright/core/ports";
import { decodeText, encodeText } from "@toolwright/workspace";
import { unifiedDiff } from "../change/unified-diff.ts";
import { type FileReport, reportOf } from "../patch-plan/file-report.ts";
import { notText } from "../text-file/not-text.ts";
import { countOf } from "../text/number-text.ts";

/** A person cannot judge a prompt about more files. */
const MAX_FILES = 500;

/** What a rename would change, worked out on the files' current contents. */
export interface RenamePlan {
  readonly changes: readonly FileChange[];
  readonly effects: readonly Effect[];
  readonly basedOn: readonly FileState[];
  readonly reports: readonly FileReport[];
  readonly places: number;
}

/**
 * Applies a server's edits to the files' current texts. Each edit must replace the old name, so that a server
 * that saw another version of a file changes nothing.
 *
 * Errors: `edit-no-change` without edits; `path-outside-workspace`; `file-changed` when an edit doesn't fit;
 * those of reading the files.
 */
export async function planRename(
  files: readonly FileEdits[],
  { name, root }: { readonly name: string; readonly root: string },
  workspace: WorkspaceAccess,
): Promise<RenamePlan> {
  if (files.length === 0) {
    throw new ToolError(
      "edit-no-change",
      `The language server renames nothing for '${name}'. It may be built in, or declared in another project.`,
    );
  }
  if (files.length > MAX_FILES) {
    throw new ToolError(
      "input-invalid",
      `The rename changes ${countOf(files.length, "file")}; the limit is ${MAX_FILES}. Nothing was changed.`,
    );
  }
  const changes: FileChange[] = [];
  const basedOn: FileState[] = [];
  const reports: FileReport[] = [];
  for (const { path, edits } of files.toSorted((a, b) => (a.path < b.path ? -1 : 1))) {
    const resolved = await workspace.resolve(path);
    const { displayPath } = resolved;
    if (resolved.root !== root) throw outside(name, displayPath);
    const { bytes, version } = await workspace.read(path);
    const file = await decodeText(bytes);
    if (file === null) throw notText(displayPath, bytes, bytes.length);
    const text = applyEdits(file.text, edits, name, displayPath);
    changes.push({
      type: "write",
      path,
      bytes: await encodeText(text, file.format),
      replaces: version,
    });
    basedOn.push({ path, version });
    reports.push(reportOf("M", displayPath, { diff: unifiedDiff(displayPath, file.text, text) }));
  }
  const places = files.reduce((sum, { edits }) => sum + edits.length, 0);
  const effects = changes.map((change) => write(pathOf(change), "modify"));
  return { changes, effects, basedOn, reports, places };
}

function pathOf(change: FileChange): string {
  return change.type === "move" ? change.to : change.path;
}

function applyEdits(text: string, edits: FileEdits["edits"], name: string, path: string): string {
  const starts = lineStarts(text);
  const placed = edits
    .map((edit) => ({ ...edit, ...offsetsOf(edit.range, starts, path) }))
    .toSorted((a, b) => a.start - b.start);
  let result = "";
  let at = 0;
  for (const { start, end, text: newText } of placed) {
    // `{ name }` becomes `{ name: other }`: such an edit is beside the name.
    const around = text.slice(Math.max(0, start - name.length), end + name.length);
    if (start < at || end > text.length || !around.includes(name)) throw doesNotFit(path);
    if (end > start && !text.slice(start, end).includes(name)) throw doesNotFit(path);
    result += text.slice(at, start) + newText;
    at = end;
  }
  return result + text.slice(at);
}

/** Offsets of the lines' beginnings. */
function lineStarts(text: string): readonly number[] {
  return [0, ...Array.from(text.matchAll(/\r\n|\r|\n/g), (found) => found.index + found[0].length)];
}

function offsetsOf(
  range: SourceRange,
  starts: readonly number[],
  path: string,
): { readonly start: number; readonly end: number } {
  const startOfFirst = starts[range.line - 1];
  const startOfLast = starts[range.endLine - 1];
  if (startOfFirst === undefined || startOfLast === undefined) throw doesNotFit(path);
  const start = startOfFirst + range.column - 1;
  const end = startOfLast + range.endColumn - 1;
  if (end < start) throw doesNotFit(path);
  return { start, end };
}

function outside(name: string, path: string): ToolError {
  return new ToolError(
    "path-outside-workspace",
    `Renaming '${name}' would also change '${path}', which is outside this workspace folder, so nothing was changed. Rename it by edits.`,
  );
}

function doesNotFit(path: string): ToolError {
  return new ToolError(
    "file-changed",
    `The language server's rename doesn't fit the current '${path}', so nothing was changed. Try again.`,
  );
}
