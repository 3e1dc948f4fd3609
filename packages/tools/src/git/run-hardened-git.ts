import { dirname } from "node:path";
import { type ToolContext, ToolError } from "@toolwright/core";
import { hardenedGitWithout } from "./hardened-git.ts";

export interface GitPlace {
  readonly cwd: string;
  readonly root: string;
  /** The location of the root on disk; differs from `root` only in a view. */
  readonly top: string;
  /** The settings to set to an empty value. */
  readonly emptied: readonly string[];
}

export interface GitEnd {
  /** Null if git is missing, or took too long. */
  readonly exitCode: number | null;
  readonly output: string;
  readonly errors: string;
  /** The output was longer than is kept. */
  readonly isCut: boolean;
}

const TIME_LIMIT_MS = 5_000;
const MAX_OUTPUT_BYTES = 64 * 1024;

/** Runs git on a judged repository below `root`. It changes nothing and runs no program of the repository. */
export async function runHardenedGit(
  { processes, signal }: Pick<ToolContext, "processes" | "signal">,
  { cwd, root, top, emptied }: GitPlace,
  words: readonly string[],
): Promise<GitEnd> {
  const chunks = { stdout: [] as Uint8Array[], stderr: [] as Uint8Array[] };
  let room = MAX_OUTPUT_BYTES;
  try {
    const running = await processes.start({
      program: "git",
      arguments: ["--literal-pathspecs", ...words],
      cwd,
      readsViews: true,
      environment: {
        ...hardenedGitWithout(emptied),
        GIT_CEILING_DIRECTORIES: dirname(top),
        LC_ALL: "C",
      },
      untrustedPrograms: [root, top],
      timeoutMs: TIME_LIMIT_MS,
      signal,
      onOutput(chunk, stream) {
        if (room > 0) chunks[stream].push(chunk);
        room -= chunk.length;
      },
    });
    const { exitCode } = await running.ended;
    signal.throwIfAborted();
    const text = (parts: readonly Uint8Array[]): string => Buffer.concat(parts).toString("utf8");
    const [output, errors] = [text(chunks.stdout), text(chunks.stderr)];
    return { exitCode, output, errors, isCut: room < 0 };
  } catch (thrown) {
    if (!ToolError.isInstance(thrown) || thrown.code !== "command-not-found") throw thrown;
    return { exitCode: null, output: "", errors: "", isCut: false };
  }
}
