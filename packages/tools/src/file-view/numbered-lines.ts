import type { WindowLine } from "../text-file/line-collector.ts";

/**
 * Lines with their numbers, a tab between: the shortest form that models read well. `firstLine` is
 * 1-based.
 */
export function numberedLines(lines: readonly WindowLine[], firstLine: number): string {
  let numbered = "";
  let number = firstLine;
  for (const { text } of lines) {
    numbered += `${number === firstLine ? "" : "\n"}${number}\t${text}`;
    number++;
  }
  return numbered;
}
