import type { ToolContext } from "@toolwright/core";
import type { CaptureOptions } from "@toolwright/sandbox";

/** How much of a command's output is shown: its beginning, its end, and lines around errors between them. */
const HEAD_BYTES = 12_000;
const TAIL_BYTES = 16_000;
const WINDOW_BYTES = 8_000;

/** For what is said of the output. */
const SPARE_BYTES = 1_000;

/**
 * What of a command's output is shown: so much, or in a session with less room the same shares of what
 * there is. The whole is kept where the session keeps outputs.
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
