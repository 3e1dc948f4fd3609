import { basename, dirname } from "node:path";
import { ToolError, type WorkspaceAccess } from "@toolwright/core";
import type { ResolvedPath, TreeWalk } from "@toolwright/core/ports";
import { compilePathPattern, compilePathPatterns, type PathPattern } from "../glob/path-pattern.ts";
import { joinPath } from "../directory/join-path.ts";
import { maySee } from "../directory/tree-read.ts";

export interface SelectionRequest {
  /** As asked: a directory, or a single file. */
  readonly path: string;
  /**
   * Globs over paths below `path`, one of which fits; `!` before one leaves out what it fits.
   * Every file without any.
   */
  readonly patterns?: readonly string[] | undefined;
  /** A text that the file's own name has in it. */
  readonly nameContains?: string | undefined;
  /** Whether `nameContains` and the letters of the patterns' names may be of either case. */
  readonly ignoresCase?: boolean | undefined;
  /** ripgrep's file types, one of which fits. */
  readonly types?: readonly string[] | undefined;
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
  /** Whether a path, relative to `cwd`, belongs to it. */
  readonly matches: (path: string) => boolean;
  /** False when no path whose last name this is belongs to it: a quick first look. */
  readonly mayEndIn: (name: string) => boolean;
  /** ripgrep would read an ignore file here in another way than git: it is to be given the files. */
  readonly isListedFirst: boolean;
  /** What the arguments say, for who walks without ripgrep; null when types were asked for. */
  readonly walk: Pick<TreeWalk, "without" | "heedsIgnoreFiles" | "maxDepth"> | null;
  /** Tells what ripgrep names; `matches` isn't asked. */
  fileOf(name: string): SelectedFile;
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
 * file names become a file type, which doesn't, and `matches` decides exactly.
 *
 * Null when the pattern's own directories aren't there or may not be read: nothing can match.
 * Errors: `file-not-found` for the path, `not-a-file` for devices and the like, `input-invalid`
 * for the pattern and for a file where a directory is meant.
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

/** A path as ripgrep names it, without the `./` before it. */
export function withoutDot(name: string): string {
  return name.startsWith("./") ? name.slice(2) : name;
}

interface SelectionTest
  // As of the pattern.
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
  // With either case the directory may be spelt in another way.
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

/** ripgrep takes a file that fits any of its types, so what is asked for besides isn't one. */
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
  // What a person's own global ignore file says isn't the project's business.
  return [
    ...always,
    // In a repository nothing above it counts, such as the rules of a home that is one, too.
    ...(isInRepository ? [] : ["--no-require-git"]),
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
