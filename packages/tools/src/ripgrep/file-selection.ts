import { basename, dirname } from "node:path";
import { ToolError, type WorkspaceAccess } from "@toolwright/core";
import type { ResolvedPath, TreeWalk } from "@toolwright/core/ports";
import { compilePathPattern, compilePathPatterns, type PathPattern } from "../glob/path-pattern.ts";
import { joinPath } from "../directory/join-path.ts";
import { maySee } from "../directory/tree-read.ts";

export interface SelectionRequest {
  /** The given path: a directory or a single file. */
  readonly path: string;
  /**
   * Globs over paths below `path`; a file must match one of them. A leading `!` excludes matches.
   * Default: every file.
   */
  readonly patterns?: readonly string[] | undefined;
  /** A text that the file's own name must contain. */
  readonly nameContains?: string | undefined;
  /** Whether `nameContains` and the patterns ignore case. */
  readonly ignoresCase?: boolean | undefined;
  /** ripgrep's file types; a file must have one of them. */
  readonly types?: readonly string[] | undefined;
  /** Whether to include ignored files and node_modules. */
  readonly includeIgnored?: boolean | undefined;
}

/** The files that a run of ripgrep searches. */
export interface FileSelection {
  /** The directory in which ripgrep runs: absolute, with links resolved. */
  readonly cwd: string;
  /** The options that select files. */
  readonly arguments: readonly string[];
  /** The argument after `--`: the current directory or one file in it. */
  readonly target: string;
  /** Whether the given path is a file, which no ignore rule and no glob excludes. */
  readonly isSingleFile: boolean;
  /** The workspace root above it; null outside all roots. */
  readonly root: string | null;
  /** Whether a path, relative to `cwd`, is selected. */
  readonly matches: (path: string) => boolean;
  /** False if no path with this last name is selected. A fast first check. */
  readonly mayEndIn: (name: string) => boolean;
  /** Whether ripgrep must be given the list of files, because it reads an ignore file here differently from git. */
  readonly isListedFirst: boolean;
  /** The same selection for a walk without ripgrep; null if there are types. */
  readonly walk: Pick<TreeWalk, "without" | "heedsIgnoreFiles" | "maxDepth"> | null;
  /** The file by the name that ripgrep gives it; does not check `matches`. */
  fileOf(name: string): SelectedFile;
}

export interface SelectedFile {
  /** For display: relative to its root. */
  readonly path: string;
  /** Absolute, for the workspace. */
  readonly absolutePath: string;
}

/**
 * Determines where to start and which files to exclude.
 *
 * Patterns don't become ripgrep's `--glob`, because it overrides ignore files. Simple file names
 * become a file type instead, and `matches` makes the exact decision.
 *
 * Returns null if the pattern's own directories are missing or may not be read: then nothing can
 * match. Errors: `file-not-found` for the path, `not-a-file` for devices and the like,
 * `input-invalid` for the pattern and for a file instead of a directory.
 */
export async function selectFiles(
  workspace: WorkspaceAccess,
  request: SelectionRequest,
): Promise<FileSelection | null> {
  const { base, fileNames, depth, matches, mayEndIn } = compileTest(request);
  const includesIgnored = request.includeIgnored ?? false;
  const start = await workspace.resolve(joinPath(request.path, base));
  if (base !== "" && !(await maySee(workspace, start, start.realPath))) return null;
  const stat = await workspace.stat(start.realPath);
  if (stat?.kind === "file" && base === "") return singleFile(start);
  if (stat?.kind === "directory") {
    const shownStart = start.displayPath === "." ? "" : start.displayPath;
    const look = await workspace.lookBelow(start.realPath);
    const rules = await look.ignoreRules?.();
    const hasTypes = (request.types ?? []).length > 0;
    return {
      cwd: start.realPath,
      target: "./",
      isSingleFile: false,
      root: start.root,
      arguments: [
        ...ignoreArguments(includesIgnored, rules?.isInRepository ?? false),
        ...typeArguments(request.types ?? [], fileNames),
        ...(depth === null ? [] : ["--max-depth", String(depth)]),
      ],
      matches,
      mayEndIn,
      isListedFirst: !includesIgnored && !hasTypes && rules?.isAsRipgrepReads === false,
      walk: hasTypes
        ? null
        : {
            without: includesIgnored ? notEvenAsked : habitually,
            heedsIgnoreFiles: !includesIgnored,
            maxDepth: depth,
          },
      fileOf(name) {
        const path = withoutDot(name);
        return {
          path: joinPath(shownStart, path),
          absolutePath: joinPath(start.realPath, path),
        };
      },
    };
  }
  await assertDirectory(workspace, request.path);
  return null;
}

/** A path from ripgrep, without the leading `./`. */
export function withoutDot(name: string): string {
  return name.startsWith("./") ? name.slice(2) : name;
}

interface SelectionTest
  // As in the pattern.
  extends Pick<PathPattern, "base" | "depth" | "mayEndIn"> {
  readonly fileNames: readonly string[] | null;
  /** `path` is relative to `base`. */
  readonly matches: (path: string) => boolean;
}

function compileTest(request: SelectionRequest): SelectionTest {
  const { patterns = [], nameContains, ignoresCase = false } = request;
  const spell = ignoresCase ? (text: string) => text.toLowerCase() : (text: string) => text;
  const wanted = patterns.filter((pattern) => !pattern.startsWith("!"));
  const unwanted = patterns
    .filter((pattern) => pattern.startsWith("!"))
    .map((pattern) => compilePathPattern(spell(pattern.slice(1))));
  const compiled = wanted.length === 0 ? null : compilePathPatterns(wanted.map(spell));
  // Without case, the directory may be spelt differently.
  const base = ignoresCase ? "" : (compiled?.base ?? "");
  const part = nameContains === undefined ? null : spell(nameContains);
  const tests: ((path: string) => boolean)[] = [];
  if (compiled !== null) tests.push(ignoresCase ? compiled.matches : compiled.matchesInBase);
  if (part !== null) tests.push((path) => path.slice(path.lastIndexOf("/") + 1).includes(part));
  for (const { matches } of unwanted) tests.push((path) => !matches(joinPath(base, path)));
  const [only] = tests;
  const test =
    only !== undefined && tests.length === 1
      ? only
      : (path: string) => tests.every((each) => each(path));
  return {
    base,
    mayEndIn: ignoresCase ? () => true : (compiled?.mayEndIn ?? (() => true)),
    depth: ignoresCase && compiled?.base !== "" ? null : (compiled?.depth ?? null),
    fileNames: ignoresCase ? null : (compiled?.fileNames ?? null),
    matches: ignoresCase ? (path) => test(spell(path)) : test,
  };
}

function singleFile({ realPath, displayPath, root }: ResolvedPath): FileSelection {
  return {
    cwd: dirname(realPath),
    target: `./${basename(realPath)}`,
    isSingleFile: true,
    root,
    arguments: [],
    matches: () => true,
    mayEndIn: () => true,
    isListedFirst: false,
    walk: null,
    fileOf: () => ({ path: displayPath, absolutePath: realPath }),
  };
}

/** ripgrep takes a file that has any of the types, so names become a type only if no types are given. */
function typeArguments(
  types: readonly string[],
  fileNames: readonly string[] | null,
): readonly string[] {
  if (types.length > 0) return types.flatMap((type) => ["--type", type]);
  if (fileNames === null || fileNames.length === 0) return [];
  return [...fileNames.flatMap((name) => ["--type-add", `asked:${name}`]), "--type", "asked"];
}

const notEvenAsked: ReadonlySet<string> = new Set([".git"]);
const habitually: ReadonlySet<string> = new Set([...notEvenAsked, "node_modules"]);

function ignoreArguments(includeIgnored: boolean, isInRepository: boolean): readonly string[] {
  const always = ["--hidden", "--no-follow", "--glob", "!.git"];
  if (includeIgnored) return [...always, "--no-ignore"];
  // A person's global ignore file does not apply to the project.
  return [
    ...always,
    // In a repository, ignore files above it don't count, such as those of a home that is also one.
    ...(isInRepository ? [] : ["--no-require-git"]),
    "--no-ignore-global",
    "--no-ignore-messages",
    "--glob",
    "!node_modules",
  ];
}

/** Throws unless `path` is a directory; then only the pattern's base is missing. */
async function assertDirectory(workspace: WorkspaceAccess, path: string): Promise<void> {
  const resolved = await workspace.resolve(path);
  const stat = await workspace.stat(resolved.realPath);
  if (stat?.kind === "directory") return;
  if (stat?.kind === "file") {
    throw new ToolError(
      "input-invalid",
      `'${resolved.displayPath}' is a file, so there is nothing below it. Give a directory as path.`,
    );
  }
  // For a missing path the workspace's error suggests similar names.
  if (stat === null) await workspace.list(path);
  throw new ToolError(
    "not-a-file",
    `'${resolved.displayPath}' is neither a file nor a directory, so it can't be searched.`,
  );
}
