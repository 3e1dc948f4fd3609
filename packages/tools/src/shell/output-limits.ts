import type { ToolContext } from "@toolwright/core";
import type { CaptureOptions } from "@toolwright/sandbox";

/** How much of a command's output is shown: its beginning, its end, and lines around errors between them. */
const HEAD_BYTES = 12_000;
const TAIL_BYTES = 16_000;
const WINDOW_BYTES = 8_000;

/** Space for notes on the output. */
const SPARE_BYTES = 1_000;

/**
 * How much of a command's output is shown: these sizes, or the same shares of a session's smaller
 * budget. The whole output is stored if the session stores outputs.
 */
export function outputLimits({
  maxOutputBytes,
  saveOutput,
}: Pick<ToolContext, "maxOutputBytes" | "saveOutput">): CaptureOptions {
  const wanted = HEAD_BYTES + TAIL_BYTES + WINDOW_BYTES;
  const scale = Math.min(1, Math.max(0, maxOutputBytes - SPARE_BYTES) / wanted);
  return {
    headBytes: Math.floor(HEAD_BYTES * scale),
    tailBytes: Math.floor(TAIL_BYTES * scale),
    windowBytes: Math.floor(WINDOW_BYTES * scale),
    keep: saveOutput,
  };
}
