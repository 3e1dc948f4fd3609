import type { ToolResult } from "@toolwright/core";
import { z } from "zod";
import { textOf } from "./result-text.ts";

export interface NumberedLine {
  /** 1-based. */
  readonly number: number;
  readonly text: string;
}

/** A window of a text file, as the canonical tool shows it. */
export interface ReadWindow {
  readonly lines: readonly NumberedLine[];
  /** Null when so much follows that it wasn't counted. */
  readonly totalLines: number | null;
  /** The first line after the window; null at the end of the file. */
  readonly nextLine: number | null;
  /** What else the tool has to say of it; empty when nothing. */
  readonly note: string;
}

const window = z.object({
  startLine: z.int(),
  endLine: z.int(),
  totalLines: z.int().nullable(),
});

/**
 * The lines of a read text file without their numbers; null for anything that isn't shown as one
 * window of numbered lines: images, documents, an empty file.
 */
export function readWindowOf(result: ToolResult): ReadWindow | null {
  const facts = window.safeParse(result.structured).data;
  const text = textOf(result);
  if (facts === undefined || text === null || facts.startLine < 1) return null;
  const { startLine, endLine, totalLines } = facts;
  const rows = text.split("\n");
  const lines: NumberedLine[] = [];
  for (let number = startLine; number <= endLine; number++) {
    const prefix = `${number}\t`;
    const row = rows[number - startLine];
    if (row === undefined || !row.startsWith(prefix)) return null;
    lines.push({ number, text: row.slice(prefix.length) });
  }
  const rest = rows.slice(lines.length);
  // Between the lines and the note is an empty one.
  if (rest.length > 0 && rest[0] !== "") return null;
  const note = rest.join("\n").trim();
  const nextLine = totalLines === null || endLine < totalLines ? endLine + 1 : null;
  return { lines, totalLines, nextLine, note: /^\((.*)\)$/s.exec(note)?.[1] ?? note };
}
