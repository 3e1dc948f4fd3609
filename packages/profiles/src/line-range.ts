import { ToolError } from "@toolwright/core";

/** A range of lines, as in some profiles: both ends 1-based and inclusive. */
export interface LineRange {
  readonly start_line?: number | undefined;
  readonly end_line?: number | undefined;
}

/**
 * The same lines as first line and number. A range longer than `maxLines` is shortened, because the
 * result says how to continue. Errors: `input-invalid` for a range that ends before it starts.
 */
export function windowOf(
  { start_line: start = 1, end_line: end }: LineRange,
  { lines, maxLines }: { readonly lines: number; readonly maxLines: number },
): { readonly offset: number; readonly limit: number } {
  if (end === undefined) return { offset: start, limit: lines };
  if (end < start) {
    throw new ToolError(
      "input-invalid",
      `end_line ${end} is before start_line ${start}. Both are 1-based and inclusive.`,
    );
  }
  return { offset: start, limit: Math.min(end - start + 1, maxLines) };
}
