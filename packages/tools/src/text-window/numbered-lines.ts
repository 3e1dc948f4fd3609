import type { WindowLine } from "./line-collector.ts";

/**
 * Lines with their numbers, a tab between: the shortest form that models read well. `firstLine` is
 * 1-based.
 */
export function numberedLines(lines: readonly WindowLine[], firstLine: number): string {
  return lines.map(({ text }, index) => `${firstLine + index}\t${text}`).join("\n");
}
