import { type ToolContext, ToolError, type WorkspaceAccess } from "@toolwright/core";
import { shownName } from "@toolwright/core/internal";
import { listFiles } from "./list-files.ts";
import { selectFiles } from "./file-selection.ts";

/** A file to read: its path for display and its path for the workspace. */
export interface AskedFile {
  readonly shown: string;
  readonly path: string;
}

export interface AskedFiles {
  /** In the order asked for; a glob's files sorted by path. No duplicates. */
  readonly files: readonly AskedFile[];
  /** The number of files of globs beyond the limit. */
  readonly beyondLimit: number;
  /** Sentences about missing files. */
  readonly problems: readonly string[];
}

/** The files that paths and globs name. Globs skip protected files. */
export async function findAskedFiles(
  context: ToolContext,
  asked: readonly string[],
  maxFiles: number,
): Promise<AskedFiles> {
  const { workspace } = context;
  const files = new Map<string, AskedFile>();
  const problems: string[] = [];
  let beyondLimit = 0;
  for (const path of asked) {
    try {
      const glob = globBase(path);
      if (glob === null || (await isThere(workspace, path))) {
        const { displayPath, realPath } = await workspace.resolve(path);
        if (!files.has(realPath)) files.set(realPath, { shown: shownName(displayPath), path });
        continue;
      }
      const selection = await selectFiles(workspace, { path: glob.base, patterns: [glob.rest] });
      const room = Math.max(0, maxFiles - files.size);
      const found =
        selection === null
          ? { files: [], total: 0 }
          : await listFiles(context, selection, { order: "path", limit: room + files.size });
      let added = 0;
      for (const { path: shown, absolutePath } of found.files) {
        if (added === room || files.has(absolutePath)) continue;
        files.set(absolutePath, { shown: shownName(shown), path: absolutePath });
        added++;
      }
      beyondLimit += Math.max(0, found.total - found.files.length);
      if (found.total === 0) problems.push(`No file matches '${path}', except ignored ones.`);
    } catch (thrown) {
      if (!isAboutPath(thrown)) throw thrown;
      problems.push(thrown.message);
    }
  }
  return { files: [...files.values()], beyondLimit, problems };
}

/** Whether a failure concerns only one path, so that others can still be read. */
export function isAboutPath(thrown: unknown): thrown is ToolError {
  if (!ToolError.isInstance(thrown)) return false;
  return thrown.code !== "cancelled" && thrown.code !== "tool-not-available";
}

/** A file's name may contain a glob's special characters. */
async function isThere(workspace: WorkspaceAccess, path: string): Promise<boolean> {
  const stat = await workspace.stat(path);
  return stat !== null && stat.kind !== "directory";
}

export interface BasedGlob {
  /** The directories before the first part with a special character; `.` for none. */
  readonly base: string;
  readonly rest: string;
}

const special = /[*?[\]{}]/;

/** Null for a path without a glob's special characters. */
export function globBase(path: string): BasedGlob | null {
  const parts = path.split("/");
  const first = parts.findIndex((part) => special.test(part));
  if (first < 0) return null;
  const base = parts.slice(0, first).join("/");
  const rest = parts.slice(first).join("/");
  // After directories, a name alone matches their own entries, not any depth.
  return first === 0
    ? { base: ".", rest }
    : { base: base === "" ? "/" : base, rest: rest.includes("/") ? rest : `./${rest}` };
}
