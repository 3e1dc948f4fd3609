import { basename, dirname } from "node:path";
import { type ResolvedPath, ToolError, type WorkspaceAccess } from "@toolwright/core";
import { compilePathPattern } from "../glob/path-pattern.ts";
import { joinPath } from "../names/join-path.ts";
import { maySee } from "../tree-read/tree-read.ts";

export interface SelectionRequest {
  /** As asked: a directory, or a single file. */
  readonly path: string;
  /** A glob over paths below `path`; every file without it. */
  readonly pattern?: string | undefined;
  /** Also what ignore files and the habit leave out (node_modules). */
  readonly includeIgnored?: boolean | undefined;
}

/** Which files a run of ripgrep looks at. */
export interface FileSelection {
  /** Where ripgrep runs: absolute, links followed. */
  readonly cwd: string;
  /** Options that select files. */
  readonly arguments: readonly string[];
  /** What to name after `--`: the current directory or one file in it. */
  readonly target: string;
  /** The path asked for was a file: no ignore rule and no glob leaves it out. */
  readonly isSingleFile: boolean;
  /** The workspace's root that it lies in; null outside of all. */
  readonly root: string | null;
  /** Reads ripgrep's name of a file; null when the selection leaves it out. */
  fileOf(name: string): SelectedFile | null;
}

export interface SelectedFile {
  /** As to be shown: relative to its root. */
  readonly path: string;
  /** Absolute, for the workspace. */
  readonly absolutePath: string;
}

/**
 * Works out where to start and what to leave out.
 *
 * ripgrep's own `--glob` isn't used for what is asked for, as it overrules ignore files: simple
 * file names become a file type, which doesn't, and `fileOf` decides exactly.
 *
 * Null when the pattern's own directories aren't there or may not be read: nothing can match.
 * Errors: `file-not-found` for the path, `not-a-file` for devices and the like, `input-invalid`
 * for the pattern and for a file where a directory is meant.
 */
export async function selectFiles(
  workspace: WorkspaceAccess,
  request: SelectionRequest,
): Promise<FileSelection | null> {
  const pattern = request.pattern === undefined ? null : compilePathPattern(request.pattern);
  const base = pattern?.base ?? "";
  const start = await workspace.resolve(joinPath(request.path, base));
  if (base !== "" && !(await maySee(workspace, start, start.realPath))) return null;
  const stat = await workspace.stat(start.realPath);
  if (stat?.kind === "file" && base === "") return singleFile(start);
  if (stat?.kind === "directory") {
    return {
      cwd: start.realPath,
      target: "./",
      isSingleFile: false,
      root: start.root,
      arguments: [
        ...ignoreArguments(request.includeIgnored ?? false),
        ...(pattern?.fileNames ?? []).flatMap((name) => ["--type-add", `asked:${name}`]),
        ...((pattern?.fileNames ?? []).length > 0 ? ["--type", "asked"] : []),
      ],
      fileOf(name) {
        const path = name.replace(/^\.\//, "");
        if (pattern !== null && !pattern.matches(joinPath(base, path))) return null;
        return {
          path: joinPath(start.displayPath === "." ? "" : start.displayPath, path),
          absolutePath: joinPath(start.realPath, path),
        };
      },
    };
  }
  await assertDirectory(workspace, request.path);
  return null;
}

function singleFile({ realPath, displayPath, root }: ResolvedPath): FileSelection {
  return {
    cwd: dirname(realPath),
    target: `./${basename(realPath)}`,
    isSingleFile: true,
    root,
    arguments: [],
    fileOf: () => ({ path: displayPath, absolutePath: realPath }),
  };
}

function ignoreArguments(includeIgnored: boolean): readonly string[] {
  const always = ["--hidden", "--no-follow", "--glob", "!.git"];
  if (includeIgnored) return [...always, "--no-ignore"];
  // What a person's own global ignore file says isn't the project's business.
  return [
    ...always,
    "--no-require-git",
    "--no-ignore-global",
    "--no-ignore-messages",
    "--glob",
    "!node_modules",
  ];
}

/** Throws for what is no directory; returns when `path` is one and only the base was missing. */
async function assertDirectory(workspace: WorkspaceAccess, path: string): Promise<void> {
  const resolved = await workspace.resolve(path);
  const stat = await workspace.stat(resolved.realPath);
  if (stat?.kind === "directory") return;
  if (stat?.kind === "file") {
    throw new ToolError(
      "input-invalid",
      `'${resolved.displayPath}' is a file, so nothing lies below it. Name a directory as path.`,
    );
  }
  // Missing: the workspace names what is near.
  if (stat === null) await workspace.list(path);
  throw new ToolError(
    "not-a-file",
    `'${resolved.displayPath}' is neither a file nor a directory, so it can't be searched.`,
  );
}
