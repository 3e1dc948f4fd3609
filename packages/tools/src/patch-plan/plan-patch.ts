import {
  type Effect,
  type ErrorCode,
  read,
  ToolError,
  type WorkspaceAccess,
} from "@toolwright/core";
import type { FileState } from "@toolwright/core/internal";
import type { FileChange } from "@toolwright/core/ports";
import { encodeText } from "@toolwright/workspace";
import { missingPath } from "../change/missing-path.ts";
import { unifiedDiff } from "../change/unified-diff.ts";
import { keepFormat } from "../text-file/keep-format.ts";
import { applyHunks, checkDeletion } from "../patch/apply-hunks.ts";
import type { FilePatch, Hunk, Patch } from "../patch/patch.ts";
import { checkLimit, syntaxNote } from "../change/check-syntax.ts";
import { assertShown } from "./assert-shown.ts";
import { changesOf, effectsOf } from "./changes-of.ts";
import { type FileReport, reportOf } from "./file-report.ts";
import { type Content, ContentReader, type PatchedFile } from "./patched-file.ts";

/** Deleted files above this size are shown without a diff. */
const MAX_SHOWN_BYTES = 256 * 1024;

/** All changes of a patch to the current files, before any is made. */
export interface PatchPlan {
  readonly changes: readonly FileChange[];
  readonly effects: readonly Effect[];
  readonly basedOn: readonly FileState[];
  /** One for each section of the patch, in its order. */
  readonly reports: readonly FileReport[];
}

type Section<Type extends FilePatch["type"]> = Extract<FilePatch, { readonly type: Type }>;

/**
 * Plans a patch section by section. Each section applies to the result of the previous ones, so a
 * patch may change a file several times.
 *
 * Errors: `file-not-found`, `file-changed` for an existing file in the way, `file-not-read`, `not-text`,
 * `not-a-file`, `edit-no-match`, `edit-ambiguous`, `edit-no-change`, `input-invalid` for a placeholder
 * in the place of code; each with the file's name and the number of the hunk.
 */
export async function planPatch(workspace: WorkspaceAccess, patch: Patch): Promise<PatchPlan> {
  const planner = new PatchPlanner(workspace);
  const reports: FileReport[] = [];
  for (const section of patch.files) reports.push(await planner.apply(section));
  return { ...(await planner.finish()), reports };
}

class PatchPlanner {
  readonly #workspace: WorkspaceAccess;
  readonly #reader: ContentReader;
  /** By real path, in the order of the patch. */
  readonly #files = new Map<string, PatchedFile>();
  /** The paths as given. */
  readonly #read = new Set<string>();
  /** For the syntax of all files together. */
  #checkLimit: AbortSignal | undefined;

  constructor(workspace: WorkspaceAccess) {
    this.#workspace = workspace;
    this.#reader = new ContentReader(workspace);
  }

  apply(section: FilePatch): Promise<FileReport> {
    if (section.type === "add") return this.#add(section);
    return section.type === "delete" ? this.#delete(section) : this.#update(section);
  }

  async finish(): Promise<Omit<PatchPlan, "reports">> {
    const changes = await changesOf([...this.#files.values()], this.#reader);
    if (changes.length === 0) {
      throw new ToolError(
        "edit-no-change",
        "The patch changes nothing: every file is already in its final state.",
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
    file.current = { origin: null, bytes: await this.#newBytes(file, text) };
    return reportOf("A", file.displayPath, { diff: unifiedDiff(file.displayPath, null, text) });
  }

  /** A file that the patch deleted before is written again in its old format. */
  async #newBytes(file: PatchedFile, text: string): Promise<Uint8Array> {
    if (file.version === null || !(await this.#workspace.mayRead(file.path))) {
      return Buffer.from(text);
    }
    const old = await this.#reader.bytesOf({ origin: file, bytes: null });
    return (await keepFormat(old, text)).bytes;
  }

  async #delete({ path, hunks }: Section<"delete">): Promise<FileReport> {
    const file = await this.#open(path);
    const content = await this.#existing(file);
    await this.#assertNoLink(file);
    const { displayPath } = file;
    if (hunks !== null) {
      this.#read.add(path);
      const { text } = await this.#reader.textOf(content, displayPath);
      const failure = checkDeletion(text, hunks);
      if (failure !== null) throw patchFailure(file, failure);
    }
    const text = await this.#reader.shownText(content, MAX_SHOWN_BYTES);
    file.current = null;
    return reportOf("D", displayPath, {
      diff: text === null ? null : unifiedDiff(displayPath, text, null),
    });
  }

  async #update({ path, movePath, hunks }: Section<"update">): Promise<FileReport> {
    const file = await this.#open(path);
    const old = await this.#existing(file);
    this.#read.add(path);
    const { content, report } = await this.#updated(file, old, hunks);
    if (movePath === null) {
      file.current = content;
      return report;
    }
    await this.#assertNoLink(file);
    const target = await this.#open(movePath);
    if (target.current !== null) throw existing(target);
    target.current = content;
    file.current = null;
    return { ...report, change: "R", path: target.displayPath, from: file.displayPath };
  }

  async #updated(
    file: PatchedFile,
    old: Content,
    hunks: readonly Hunk[],
  ): Promise<{ readonly content: Content; readonly report: FileReport }> {
    const { displayPath } = file;
    if (hunks.length === 0) return { content: old, report: reportOf("M", displayPath) };
    const before = await this.#reader.textOf(old, displayPath);
    const outcome = applyHunks(before.text, hunks);
    if ("failure" in outcome) {
      const { failure, index } = outcome;
      throw patchFailure(file, failure, { index, count: hunks.length });
    }
    const { text, receipts } = outcome;
    // The patch itself wrote this content, so it need not be read.
    if (old.bytes === null && old.origin !== null) {
      await assertShown(this.#workspace, old.origin, hunks, receipts);
    }
    const isSame = text === before.text;
    return {
      content: isSame ? old : { origin: old.origin, bytes: await encodeText(text, before.format) },
      report: reportOf("M", displayPath, {
        diff: isSame ? null : unifiedDiff(displayPath, before.text, text),
        hunks: receipts,
        note: await syntaxNote(displayPath, before.text, text, (this.#checkLimit ??= checkLimit())),
      }),
    };
  }

  /** Opens each file once; later sections see the patch's changes. */
  async #open(path: string): Promise<PatchedFile> {
    const { realPath, displayPath } = await this.#workspace.resolve(path);
    const known = this.#files.get(realPath);
    if (known !== undefined) return known;
    const stat = await this.#workspace.stat(realPath);
    if (stat !== null && stat.kind !== "file") {
      const what = stat.kind === "directory" ? "a directory" : "not a regular file";
      throw new ToolError("not-a-file", `'${displayPath}' is ${what}. Name a file.`);
    }
    const version = stat === null ? null : await this.#workspace.version(path);
    const size = stat?.size ?? 0;
    const file: PatchedFile = { path, realPath, displayPath, version, size, current: null };
    if (version !== null) file.current = { origin: file, bytes: null };
    this.#files.set(realPath, file);
    return file;
  }

  async #existing(file: PatchedFile): Promise<Content> {
    if (file.current !== null) return file.current;
    if (file.version === null) throw await missingPath(this.#workspace, file.path);
    throw new ToolError(
      "file-not-found",
      `'${file.displayPath}' was deleted or moved by an earlier section of the same patch. Give all changes of a file in one section.`,
    );
  }

  async #assertNoLink({ path, displayPath }: PatchedFile): Promise<void> {
    const { path: named, realPath } = await this.#workspace.resolve(path);
    if (named === realPath || (await this.#workspace.stat(path))?.kind !== "link") return;
    throw new ToolError(
      "not-a-file",
      `'${displayPath}' is a link, which a patch can't delete or move. Name its target.`,
    );
  }
}

function existing({ displayPath }: PatchedFile): ToolError {
  return new ToolError(
    "file-changed",
    `'${displayPath}' already exists, and a patch never overwrites. Update it instead of adding it, or choose another name.\nNothing was applied.`,
  );
}

function patchFailure(
  { displayPath }: PatchedFile,
  { code, message }: { readonly code: ErrorCode | "edit-elided"; readonly message: string },
  hunk?: { readonly index: number; readonly count: number },
): ToolError {
  const where = hunk === undefined ? "" : `, hunk ${hunk.index + 1} of ${hunk.count}`;
  return new ToolError(
    // The place is clear; only the given text is wrong.
    code === "edit-elided" ? "input-invalid" : code,
    `'${displayPath}'${where}: ${message}\nNothing was applied.`,
    { details: { path: displayPath, ...(hunk !== undefined && { hunk: hunk.index + 1 }) } },
  );
}
