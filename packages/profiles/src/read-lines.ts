import type { ToolResult } from "@toolwright/core";
import { z } from "zod";
import { textOf } from "./result-text.ts";

export interface NumberedLine {
  /** 1-based. */
  readonly number: number;
  readonly text: string;
}

/** The lines of a text file in a result of the canonical tool. */
export interface ReadLines {
  /** In order; null for a gap. */
  readonly lines: readonly (NumberedLine | null)[];
  /** The first line after these; null at the end of the file. */
  readonly nextLine: number | null;
  /** The tool's note, without parentheses; may be empty. */
  readonly note: string;
}

const facts = z.object({
  startLine: z.int(),
  endLine: z.int(),
  totalLines: z.int().nullable(),
});

const gap = "…";

/**
 * The lines of a text file that was read, without numbers; null for results without numbered lines:
 * images, documents, an empty file.
 */
export function readLinesOf(result: ToolResult): ReadLines | null {
  const told = facts.safeParse(result.structured).data;
  const text = textOf(result);
  if (told === undefined || text === null || told.startLine < 1) return null;
  const { startLine, endLine, totalLines } = told;
  const rows = text.split("\n");
  const end = rows.indexOf("");
  const lines = rows.slice(0, end < 0 ? rows.length : end).map(lineOf);
  const numbers = lines.flatMap((line) => (line === null ? [] : [line.number]));
  const isInOrder = numbers.every((number, index) => number > (numbers[index - 1] ?? 0));
  if (!isInOrder || numbers[0] !== startLine || numbers.at(-1) !== endLine) return null;
  const note = end < 0 ? "" : rows.slice(end + 1).join("\n");
  return {
    lines,
    nextLine: totalLines === null || endLine < totalLines ? endLine + 1 : null,
    note: /^\((.*)\)$/s.exec(note)?.[1] ?? note,
  };
}

/** Null for the mark of a gap; the number is NaN for any other row without a number. */
function lineOf(row: string): NumberedLine | null {
  if (row === gap) return null;
  const [, number = "", text = ""] = /^(\d+)\t(.*)$/s.exec(row) ?? [];
  return { number: number === "" ? Number.NaN : Number(number), text };
}

/** One row per line, in the profile's form. */
export function rowsOf({ lines }: ReadLines, render: (line: NumberedLine) => string): string {
  return lines.map((line) => (line === null ? "..." : render(line))).join("\n");
}

/** Joins sentences in parentheses; empty without sentences. */
export function inParentheses(...sentences: readonly string[]): string {
  const said = sentences.filter((sentence) => sentence !== "").join(" ");
  return said === "" ? "" : `(${said})`;
}
