import { type ToolContext, ToolError } from "@toolwright/core";
import { cutText } from "@toolwright/core/internal";
import { placeIn } from "@toolwright/core/ports";
import { ripgrepProgram } from "./ripgrep-program.ts";

/** Well below a tool's own time limit, so that the matches until then can be shown. */
export const SEARCH_DEADLINE_MS = 20_000;

const MAX_ERROR_CHARACTERS = 4_000;

export interface RipgrepRequest {
  readonly arguments: readonly string[];
  /** Absolute. */
  readonly cwd: string;
  /** Takes each chunk of the output; returns false if enough was found. */
  readonly onOutput: (chunk: Uint8Array) => boolean | Promise<boolean>;
}

export interface RipgrepEnd {
  /** `stopped`: `onOutput` had enough; `deadline`: not everything was searched. */
  readonly reason: "done" | "stopped" | "deadline";
  readonly exitCode: number | null;
  /** Its standard error, cut to 4,000 characters. */
  readonly errors: string;
}

type SearchContext = Pick<ToolContext, "processes" | "signal" | "workspace">;

/**
 * Runs ripgrep without a shell, its configuration file or standard input. Stops it as soon as enough
 * was found.
 *
 * Errors: `tool-not-available` without ripgrep; errors of `onOutput`; the reason of the context's
 * signal.
 */
export async function runRipgrep(
  context: SearchContext,
  request: RipgrepRequest,
): Promise<RipgrepEnd> {
  const stop = new AbortController();
  const decoder = new TextDecoder();
  let errors = "";
  let hasEnough = false;
  let failure: { readonly thrown: unknown } | null = null;

  const settle = (isEnough: boolean): void => {
    hasEnough = isEnough;
    if (isEnough) stop.abort();
  };
  const fail = (thrown: unknown): void => {
    failure = { thrown };
    stop.abort();
  };
  // Synchronous results don't slow the program down.
  const takeOutput = (chunk: Uint8Array): Promise<void> | undefined => {
    if (hasEnough || failure !== null) return undefined;
    try {
      const goesOn = request.onOutput(chunk);
      if (typeof goesOn !== "boolean") return goesOn.then((more) => settle(!more), fail);
      settle(!goesOn);
    } catch (thrown) {
      fail(thrown);
    }
    return undefined;
  };

  const running = await startProgram(context, {
    program: await ripgrepProgram(),
    arguments: ["--no-config", ...request.arguments],
    cwd: placeIn(context.workspace.views, request.cwd),
    readsViews: true,
    environment: { RIPGREP_CONFIG_PATH: undefined },
    timeoutMs: SEARCH_DEADLINE_MS,
    signal: AbortSignal.any([context.signal, stop.signal]),
    onOutput(chunk, stream) {
      if (stream === "stdout") return takeOutput(chunk);
      if (errors.length < MAX_ERROR_CHARACTERS) {
        errors = cutText(errors + decoder.decode(chunk, { stream: true }), MAX_ERROR_CHARACTERS);
      }
      return undefined;
    },
  });
  const end = await running.ended;
  throwFailure(failure);
  if (!hasEnough) context.signal.throwIfAborted();
  return {
    reason: hasEnough ? "stopped" : end.cause === "timeout" ? "deadline" : "done",
    exitCode: end.exitCode,
    errors,
  };
}

/** A function, because the compiler doesn't see that a callback sets the variable. */
function throwFailure(failure: { readonly thrown: unknown } | null): void {
  if (failure !== null) throw failure.thrown;
}

async function startProgram(
  context: SearchContext,
  request: Parameters<ToolContext["processes"]["start"]>[0],
): ReturnType<ToolContext["processes"]["start"]> {
  try {
    return await context.processes.start(request);
  } catch (thrown) {
    if (!ToolError.isInstance(thrown) || thrown.code !== "command-not-found") throw thrown;
    if (await canStart(context, request.program)) {
      throw new ToolError(
        "file-not-found",
        "The directory to search no longer exists: it was moved or removed during the search. Find its new path and search again.",
        { cause: thrown },
      );
    }
    throw new ToolError(
      "tool-not-available",
      "Searching needs ripgrep, which is missing: neither the package @vscode/ripgrep nor rg on the PATH was found. Install it with 'npm install @vscode/ripgrep', including optional dependencies, or install the system's ripgrep package.",
      { cause: thrown },
    );
  }
}

/** A missing working directory looks like a missing program. */
async function canStart({ processes, signal }: SearchContext, program: string): Promise<boolean> {
  const request = {
    program,
    arguments: ["--version"],
    cwd: "/",
    readsViews: true,
    signal,
    onOutput: () => undefined,
  };
  try {
    const { ended } = await processes.start(request);
    return (await ended).exitCode === 0;
  } catch {
    // For any reason it cannot start.
    return false;
  }
}
