import { type ChildProcessByStdio, spawn } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { delimiter, isAbsolute, join, sep } from "node:path";
import type { Readable, Writable } from "node:stream";
import { isInside } from "../../paths/containment.ts";
import { NoCheckpoint } from "./checkpoints.ts";

export interface GitPlace {
  /** Absolute path of the program. */
  readonly program: string;
  /** The git directory: our own, never the repository's. */
  readonly gitDirectory: string;
  readonly workTree: string;
  readonly timeoutMs: number;
}

export interface GitEnd {
  readonly exitCode: number | null;
  readonly output: Buffer;
  readonly errors: string;
}

/** Absolute, from directories of PATH that are absolute and outside the roots; null without one. */
export function findGit(path: string, roots: readonly string[]): string | null {
  for (const directory of path.split(delimiter)) {
    if (!isAbsolute(directory) || roots.some((root) => isInside(root, directory, sep))) continue;
    const program = join(directory, process.platform === "win32" ? "git.exe" : "git");
    try {
      accessSync(program, constants.X_OK);
      return program;
    } catch {
      // Not in this one.
    }
  }
  return null;
}

/**
 * Settings that hold whatever a repository says: bytes stay bytes, no program is started. The
 * repository's own configuration is never read, as ours is another git directory.
 */
const settings = [
  "core.fsmonitor=false",
  "core.hooksPath=/dev/null",
  "core.attributesFile=/dev/null",
  "core.autocrlf=false",
  "core.safecrlf=false",
  "core.fileMode=true",
  "core.symlinks=true",
  "core.ignoreCase=false",
  "core.precomposeUnicode=false",
  "core.protectHFS=false",
  "core.protectNTFS=false",
  "core.preloadIndex=true",
  "core.looseCompression=1",
  "core.fsync=none",
  "core.quotePath=false",
  "gc.auto=0",
  "advice.addEmbeddedRepo=false",
].flatMap((setting) => ["-c", setting]);

/**
 * A repository inside the work tree is asked for its state by another git, under settings of its
 * own. With neither a PATH nor git's own programs that one can't be started.
 */
function environmentOf({ gitDirectory, workTree }: GitPlace): NodeJS.ProcessEnv {
  const noPrograms = join(gitDirectory, "no-programs");
  return {
    PATH: noPrograms,
    GIT_EXEC_PATH: noPrograms,
    HOME: gitDirectory,
    LC_ALL: "C",
    GIT_DIR: gitDirectory,
    GIT_WORK_TREE: workTree,
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_ATTR_NOSYSTEM: "1",
    GIT_TERMINAL_PROMPT: "0",
    GIT_NO_LAZY_FETCH: "1",
    GIT_NO_REPLACE_OBJECTS: "1",
    GIT_ALLOW_PROTOCOL: "none",
  };
}

/** Runs git to its end. Errors: `NoCheckpoint` when it can't be started or takes too long. */
export async function runGit(
  place: GitPlace,
  words: readonly string[],
  input: Uint8Array | string = "",
): Promise<GitEnd> {
  const chunks: Buffer[] = [];
  const { exitCode, errors } = await streamGit(place, words, input, (chunk) => {
    chunks.push(chunk);
  });
  return { exitCode, errors, output: Buffer.concat(chunks) };
}

/** The same with the output handed on as it comes. */
export function streamGit(
  place: GitPlace,
  words: readonly string[],
  input: Uint8Array | string,
  take: (chunk: Buffer) => void,
): Promise<Omit<GitEnd, "output">> {
  return new Promise((resolve, reject) => {
    const child: ChildProcessByStdio<Writable, Readable, Readable> = spawn(
      place.program,
      [...settings, ...words],
      { cwd: place.workTree, env: environmentOf(place), stdio: ["pipe", "pipe", "pipe"] },
    );
    let errors = "";
    let failure: unknown = null;
    const timer = setTimeout(() => {
      failure = new NoCheckpoint(
        `Looking at the whole workspace took longer than ${place.timeoutMs / 1_000} s.`,
      );
      child.kill("SIGKILL");
    }, place.timeoutMs);
    child.on("error", (cause) => {
      clearTimeout(timer);
      reject(new NoCheckpoint(`git can't be started (${cause.message}).`, { cause }));
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      if (errors.length < 100_000) errors += text;
    });
    child.stdout.on("data", (chunk: Buffer) => {
      try {
        if (failure === null) take(chunk);
      } catch (thrown) {
        failure = thrown;
        child.kill("SIGKILL");
      }
    });
    child.on("close", (exitCode) => {
      clearTimeout(timer);
      if (failure === null) resolve({ exitCode, errors });
      else reject(failure);
    });
    // It may end before it has read all: then its exit tells why.
    child.stdin.on("error", () => {});
    child.stdin.end(input);
  });
}
