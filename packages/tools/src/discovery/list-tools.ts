import { isUtf8 } from "node:buffer";
import { type ProcessHost, ToolError } from "@toolwright/core";
import { messageOf } from "@toolwright/core/internal";
import type { SandboxProfile } from "@toolwright/core/ports";
import { captureOutput } from "@toolwright/sandbox";
import { oneLine } from "../found-tools/one-line.ts";
import { countText, sizeText } from "../text/number-text.ts";
import { quoteCommand } from "../shell/quote-command.ts";
import { describeFailure } from "./describe-failure.ts";
import { withOwnFiles } from "./own-files.ts";
import { type Declarations, parseDeclarations } from "./parse-declarations.ts";

const MAX_BYTES = 4_000_000;
const TIMEOUT_MS = 10_000;
const SHOWN_BYTES = 2_000;

export interface ListRequest {
  /** The words of the list command. */
  readonly words: readonly string[];
  /** Absolute. */
  readonly cwd: string;
  /** Null for no sandbox. */
  readonly sandbox: SandboxProfile | null;
  /** Directories that are skipped in the search for programs by name. */
  readonly untrustedPrograms: readonly string[];
  readonly signal?: AbortSignal;
  /** Default: 10,000. */
  readonly timeoutMs?: number;
}

/**
 * Runs a list command without input, and reads the tools that it declares.
 *
 * Errors: `discovered-tool-failed` if the command can't be started, fails, is ended by a signal, takes
 * longer than 10 s, or prints over 4 MB or anything but a list of declarations.
 */
export async function listTools(
  processes: ProcessHost,
  { words, cwd, sandbox, untrustedPrograms, signal, timeoutMs = TIMEOUT_MS }: ListRequest,
): Promise<Declarations> {
  const command = quoteCommand(words);
  const fail = (message: string, cause?: unknown): ToolError =>
    new ToolError("discovered-tool-failed", message, { cause });
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  const flooded = new AbortController();
  const errors = captureOutput({ headBytes: SHOWN_BYTES, tailBytes: SHOWN_BYTES });
  const [program = "", ...rest] = words;
  const running = await processes
    .start({
      program,
      arguments: rest,
      cwd,
      untrustedPrograms,
      timeoutMs,
      signal: signal === undefined ? flooded.signal : AbortSignal.any([flooded.signal, signal]),
      ...(sandbox !== null && { sandbox: withOwnFiles(sandbox, words, cwd) }),
      onOutput(chunk, stream) {
        if (stream === "stderr") return errors.write(chunk, stream);
        bytes += chunk.length;
        if (bytes <= MAX_BYTES) chunks.push(chunk);
        else flooded.abort();
        return undefined;
      },
    })
    .catch((thrown: unknown) => {
      throw fail(`'${command}' couldn't be started: ${messageOf(thrown)}`, thrown);
    });
  const end = await running.ended;
  if (flooded.signal.aborted) {
    throw fail(`'${command}' printed more than ${sizeText(MAX_BYTES)} and was stopped.`);
  }
  if (end.cause === "timeout") {
    throw fail(`'${command}' took longer than ${countText(timeoutMs)} ms and was stopped.`);
  }
  const output = Buffer.concat(chunks);
  if (end.cause !== "exit" || end.exitCode !== 0) {
    const shown = oneLine(output.toString("utf8"), SHOWN_BYTES);
    throw fail(describeFailure({ command, end, output: shown, errorOutput: errors.result().text }));
  }
  if (!isUtf8(output)) throw fail(`'${command}' printed output that isn't UTF-8 text.`);
  try {
    return parseDeclarations(output.toString("utf8"));
  } catch (thrown) {
    throw fail(`'${command}': ${messageOf(thrown)}`, thrown);
  }
}
