import type { ToolContext } from "@toolwright/core";
import type { CaptureOptions } from "@toolwright/sandbox";

/** Of lines around errors, besides beginning and end. */
export const WINDOW_BYTES = 12_000;
/** For what is said of the output. */
const SPARE_BYTES = 1_000;

/**
 * What of a command's output is shown: so much, or in a session with less room the same shares of what
 * there is. The whole is kept where the session keeps outputs.
 */
export function outputLimits(
  { headBytes, tailBytes }: Pick<CaptureOptions, "headBytes" | "tailBytes">,
  { maxOutputBytes, keepOutput }: Pick<ToolContext, "maxOutputBytes" | "keepOutput">,
): CaptureOptions {
  const wanted = headBytes + tailBytes + WINDOW_BYTES;
  const scale = Math.min(1, Math.max(0, maxOutputBytes - SPARE_BYTES) / wanted);
  return {
    headBytes: Math.floor(headBytes * scale),
    tailBytes: Math.floor(tailBytes * scale),
    windowBytes: Math.floor(WINDOW_BYTES * scale),
    keep: keepOutput,
  };
}
