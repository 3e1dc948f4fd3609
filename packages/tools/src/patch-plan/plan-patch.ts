import {
  type Effect,
  type FileChange,
  type FileState,
  read,
  remove,
  ToolError,
  write,
  type WorkspaceAccess,
} from "@toolwright/core";
import { decodeText, encodeText, type TextFile } from "@toolwright/workspace";
import { missingPath } from "../change/missing-path.ts";
import { unifiedDiff } from "../diff/unified-diff.ts";
import { keepFormat } from "../file-text/keep-format.ts";
import { notText } from "../file-text/not-text.ts";
import { applyHunks, checkDeletion, type HunkReceipt } from "../patch/apply-hunks.ts";
import type { FilePatch, Hunk, Patch } from "../patch/patch.ts";
import { syntaxNote } from "../syntax/check-syntax.ts";
import { assertShown } from "./assert-shown.ts";
import type { FileReport, PatchedContent, PatchedFile } from "./patched-file.ts";

/** All that a patch does, worked out on the files as they are, nothing changed yet. */
export interface PatchPlan {
  readonly changes: readonly FileChange[];
  readonly effects: readonly Effect[];
  readonly basedOn: readonly FileState[];
  /** One for each section of the patch, in its order. */
  readonly reports: readonly FileReport[];
}

type Section<Type extends FilePatch["type"]> = Extract<FilePatch, { readonly type: Type }>;

/**
 * Works a patch out section by section, each on what those before it leave, so that one patch may
 * speak of a file several times.
 *
 * Errors: `file-not-found`, `file-changed` for something in the way, `file-not-read`, `not-text`,
 * `not-a-file`, `edit-no-match`, `edit-ambiguous`, `edit-no-change`, `input-invalid` for text that
 * stands for code: with the file's name and the number of the hunk.
 */
export async function planPatch(workspace: WorkspaceAccess, patch: Patch): Promise<PatchPlan> {
  const planner = new PatchPlanner(workspace);
  const reports: FileReport[] = [];
  for (const section of patch.files) reports.push(await planner.apply(section));
  return { ...(await planner.finish()), reports };
}

class PatchPlanner {
  readonly #workspace: WorkspaceAccess;
  /** By real path, in the order in which the patch names them. */
  readonly #files = new Map<string, PatchedFile>();
  readonly #read = new Set<string>();

  constructor(workspace: WorkspaceAccess) {
    this.#workspace = workspace;
  }

  apply(section: FilePatch): Promise<FileReport> {
    if (section.type === "add") return this.#add(section);
    return section.type === "delete" ? this.#delete(section) : this.#update(section);
  }

  async finish(): Promise<Omit<PatchPlan, "reports">> {
    const changes = changesOf([...this.#files.values()]);
    if (changes.length === 0) {
      throw new ToolError(
        "edit-no-change",
        "The patch changes nothing: every file is already as it would be after it.",
      );
    }
    return {
      changes,
      effects: [...Array.from(this.#read, (path) => read(path)), ...changes.flatMap(effectsOf)],
      basedOn: Array.from(this.#files.values(), ({ path, version }) => ({ path, version })),
    };
  }

  async #add({ path, text }: Section<"add">): Promise<FileReport> {
    const file = await this.#open(path);
    if (file.current !== null) throw existing(file);
    // What was deleted earlier in the patch is written anew, and keeps its format.
    const kept = file.original === null ? null : await keepFormat(file.original, text);
    file.current = { bytes: kept?.bytes ?? Buffer.from(text), origin: null, text: null };
    const diff = unifiedDiff(file.displayPath, null, text);
    return { ...reportOf("A", file), ...countsOf(diff) };
  }

  async #delete({ path, hunks }: Section<"delete">): Promise<FileReport> {
    const file = await this.#open(path);
    await this.#assertNoLink(file);
    const content = await this.#existing(file);
    const text = content.bytes.length > 0 || hunks !== null ? await textOf(content) : null;
    if (hunks !== null) {
      this.#read.add(path);
      if (text === null) throw notText(file.displayPath, content.bytes, content.bytes.length);
      const failure = checkDeletion(text.text, hunks);
      if (failure !== null) throw patchFailure(file, failure);
    }
    file.current = null;
    const diff = text === null ? null : unifiedDiff(file.displayPath, text.text, null);
    return { ...reportOf("D", file), ...(diff !== null && countsOf(diff)) };
  }

  async #update({ path, movePath, hunks }: Section<"update">): Promise<FileReport> {
    const file = await this.#open(path);
    const content = await this.#existing(file);
    this.#read.add(path);
    const updated = await this.#updated(file, content, hunks);
    if (movePath === null) {
      file.current = updated.content;
      return updated.report;
    }
    await this.#assertNoLink(file);
    const target = await this.#open(movePath);
    if (target.current !== null) throw existing(target);
    target.current = updated.content;
    file.current = null;
    const names = `rename from ${file.displayPath}\nrename to ${target.displayPath}\n`;
    const { report } = updated;
    return {
      ...report,
      change: "R",
      path: target.displayPath,
      from: file.displayPath,
      diff: names + report.diff,
    };
  }

  async #updated(
    file: PatchedFile,
    content: PatchedContent,
    hunks: readonly Hunk[],
  ): Promise<{ readonly content: PatchedContent; readonly report: FileReport }> {
    if (hunks.length === 0) return { content, report: reportOf("M", file) };
    const before = await textOf(content);
    if (before === null) throw notText(file.displayPath, content.bytes, content.bytes.length);
    const outcome = applyHunks(before.text, hunks);
    if ("failure" in outcome) {
      throw patchFailure(file, outcome.failure, { index: outcome.index, count: hunks.length });
    }
    // What an earlier section of the patch made is known by that.
    if (content.bytes === file.original) {
      await assertShown(this.#workspace, file, hunks, outcome.receipts);
    }
    const bytes = await encodeText(outcome.text, before.format);
    const diff = unifiedDiff(file.displayPath, before.text, outcome.text);
    const isSame = outcome.text === before.text;
    return {
      content: isSame
        ? content
        : { bytes, origin: content.origin, text: { ...before, text: outcome.text } },
      report: {
        ...reportOf("M", file),
        ...(!isSame && countsOf(diff)),
        hunks: outcome.receipts.map(hunkReportOf),
        note: syntaxNote(file.displayPath, before.text, outcome.text),
      },
    };
  }

  /** Each file is looked at once; from then on it is what the patch made of it. */
  async #open(path: string): Promise<PatchedFile> {
    const { realPath, displayPath } = await this.#workspace.resolve(path);
    const known = this.#files.get(realPath);
    if (known !== undefined) return known;
    const stat = await this.#workspace.stat(realPath);
    if (stat !== null && stat.kind !== "file") {
      const what = stat.kind === "directory" ? "a directory" : "no regular file";
      throw new ToolError("not-a-file", `'${displayPath}' is ${what}. Name a file.`);
    }
    const found = stat === null ? null : await this.#look(path);
    const file: PatchedFile = {
      path,
      realPath,
      displayPath,
      version: found?.version ?? null,
      original: found?.bytes ?? null,
      current: null,
    };
    if (found !== null) {
      file.current = { bytes: found.bytes ?? new Uint8Array(), origin: file, text: null };
    }
    this.#files.set(realPath, file);
    return file;
  }

  /** A file that is only deleted need not be readable. */
  async #look(path: string): Promise<{
    readonly version: NonNullable<PatchedFile["version"]>;
    readonly bytes: Uint8Array | null;
  }> {
    try {
      return await this.#workspace.read(path);
    } catch (thrown) {
      const isClosed = ToolError.isInstance(thrown) && thrown.code === "permission-denied";
      const version = isClosed ? await this.#workspace.version(path) : null;
      if (version === null) throw thrown;
      return { version, bytes: null };
    }
  }

  async #existing(file: PatchedFile): Promise<PatchedContent> {
    if (file.current !== null) return file.current;
    if (file.version === null) throw await missingPath(this.#workspace, file.path);
    throw new ToolError(
      "file-not-found",
      `'${file.displayPath}' was deleted or moved by an earlier part of the same patch. Give all of its changes in one part.`,
    );
  }

  async #assertNoLink({ path, displayPath, realPath }: PatchedFile): Promise<void> {
    const resolved = await this.#workspace.resolve(path);
    if (resolved.path === realPath) return;
    const stat = await this.#workspace.stat(path);
    if (stat?.kind !== "link") return;
    throw new ToolError(
      "not-a-file",
      `'${displayPath}' is a link, which a patch neither deletes nor moves. Name the file that it leads to, or delete the link itself.`,
    );
  }
}

/** The changes that lead from the files as they are to what the whole patch makes of them. */
function changesOf(files: readonly PatchedFile[]): readonly FileChange[] {
  const moved = new Set<PatchedFile>();
  const moves = files.flatMap((file): FileChange[] => {
    const origin = file.current?.origin ?? null;
    if (file.version !== null || origin === null || origin === file) return [];
    if (origin.version === null || origin.current !== null || moved.has(origin)) return [];
    moved.add(origin).add(file);
    const bytes = file.current?.bytes;
    return [
      {
        type: "move",
        from: origin.path,
        to: file.path,
        replaces: origin.version,
        ...(bytes !== undefined && !isOriginal(origin, bytes) && { bytes }),
      },
    ];
  });
  const others = files.flatMap((file): FileChange[] => {
    const { path, version, current } = file;
    if (moved.has(file)) return [];
    if (current === null)
      return version === null ? [] : [{ type: "delete", path, replaces: version }];
    if (version !== null && isOriginal(file, current.bytes)) return [];
    return [{ type: "write", path, bytes: current.bytes, replaces: version }];
  });
  return [...others, ...moves];
}

function isOriginal({ original }: PatchedFile, bytes: Uint8Array): boolean {
  return original === null
    ? bytes.length === 0
    : original === bytes || Buffer.compare(original, bytes) === 0;
}

function effectsOf(change: FileChange): readonly Effect[] {
  switch (change.type) {
    case "write":
      return [write(change.path, change.replaces === null ? "create" : "modify")];
    case "delete":
      return [remove(change.path)];
    case "move":
      return [remove(change.from), write(change.to, "create")];
  }
}

async function textOf(content: PatchedContent): Promise<TextFile | null> {
  content.text ??= await decodeText(content.bytes);
  return content.text;
}

function reportOf(change: FileReport["change"], { displayPath }: PatchedFile): FileReport {
  const nothing = { addedLines: 0, removedLines: 0, hunks: [], note: "", diff: "" };
  return { change, path: displayPath, from: null, ...nothing };
}

function countsOf(diff: {
  readonly text: string;
  readonly addedLines: number;
  readonly removedLines: number;
}): Pick<FileReport, "diff" | "addedLines" | "removedLines"> {
  const { addedLines, removedLines } = diff;
  return { diff: diff.text, addedLines, removedLines };
}

function hunkReportOf({ strategy, startLine, endLine, adapted }: HunkReceipt) {
  return { strategy, startLine, endLine, adapted };
}

function existing({ displayPath }: PatchedFile): ToolError {
  return new ToolError(
    "file-changed",
    `'${displayPath}' exists already, and a patch overwrites nothing. Update it instead of adding it, or choose another name.`,
  );
}

function patchFailure(
  { displayPath }: PatchedFile,
  failure: { readonly code: string; readonly message: string },
  hunk?: { readonly index: number; readonly count: number },
): ToolError {
  // Not a matter of where it goes: the patch itself has to be written anew.
  const code = failure.code === "edit-elided" ? "input-invalid" : failure.code;
  const where = hunk === undefined ? "" : `, hunk ${hunk.index + 1} of ${hunk.count}`;
  return new ToolError(
    code as ConstructorParameters<typeof ToolError>[0],
    `'${displayPath}'${where}: ${failure.message}\nNothing of the patch was applied.`,
    { details: { path: displayPath, ...(hunk !== undefined && { hunk: hunk.index + 1 }) } },
  );
}
