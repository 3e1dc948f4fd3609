import type { ContentPart } from "@toolwright/core";
import { z } from "zod";
import { MAX_LINE_CHARACTERS } from "../text-file/line-collector.ts";

/** The default number of pages. */
export const DEFAULT_PAGES = 20;

/** Facts about a file that was read, for programs. */
export interface FileFacts {
  readonly path: string;
  readonly kind: "text" | "image" | "pdf" | "notebook";
  readonly startLine?: number | undefined;
  readonly endLine?: number | undefined;
  readonly totalLines?: number | null | undefined;
  readonly cutLines?: readonly number[] | undefined;
  readonly keywordLines?: readonly number[] | undefined;
  readonly totalOccurrences?: number | null | undefined;
  readonly unchanged?: boolean | undefined;
  readonly width?: number | undefined;
  readonly height?: number | undefined;
  readonly size: number;
  readonly encoding?: string | undefined;
  readonly version: string;
  /** The lines shown, without numbers and notes; only for programs. */
  readonly text?: string | undefined;
}

/** The same as a schema with descriptions. Created on demand because it is large. */
export function fileFacts(): z.ZodType<FileFacts> {
  const count = z.int();
  return z.strictObject({
    path: z.string().describe("Relative to the workspace's root."),
    kind: z
      .enum(["text", "image", "pdf", "notebook"])
      .describe("How it was shown. For the last two, the lines below are pages or cells."),
    startLine: count
      .optional()
      .describe(
        "First line shown, 1-based; 0 for none. Counted from the end (-1 is the last) in a file too large to count.",
      ),
    endLine: count.optional().describe("Last line shown; 0 for none."),
    totalLines: count
      .nullable()
      .optional()
      .describe("The file's number of lines; null if too much follows to count."),
    cutLines: z.array(count).optional().describe(`Lines cut at ${MAX_LINE_CHARACTERS} characters.`),
    keywordLines: z
      .array(count)
      .optional()
      .describe("With around: the line of each occurrence shown, in order."),
    totalOccurrences: count
      .nullable()
      .optional()
      .describe("With around: the number of occurrences; null if the search ended early."),
    unchanged: z
      .boolean()
      .optional()
      .describe("True: the file is as this session last read it, so nothing is shown."),
    width: count.optional().describe("Width of the image as shown, in pixels."),
    height: count.optional().describe("Height of the image as shown, in pixels."),
    size: count.describe("Size of the whole file, in bytes."),
    encoding: z
      .string()
      .optional()
      .describe('A text\'s encoding: "utf-8", "utf-16le" or the name of a legacy encoding.'),
    version: z.string().describe("Identifies the file's contents at this moment."),
    text: z
      .string()
      .optional()
      .describe("The lines shown, without numbers and notes; only in calls of a program."),
  });
}

/** The part of a file that a tool shows: as content for the model, and as facts. */
export interface FileView {
  readonly content: string | readonly ContentPart[];
  readonly facts: Omit<FileFacts, "path" | "size" | "version" | "text">;
  /** The lines shown, without numbers and notes. Absent: the content says it all. */
  readonly plainText?: () => string;
  /** Whether any of the file was shown, so that the session now knows it. */
  readonly isShown: boolean;
}

/** The requested part of a file. `around`, `fromEnd` and the other two exclude each other. */
export interface PartRequest {
  /** 1-based. */
  readonly offset?: number | undefined;
  readonly limit?: number | undefined;
  readonly around?: AroundKeyword | undefined;
  /** The number of last lines. */
  readonly fromEnd?: number | undefined;
}

export interface AroundKeyword {
  readonly keyword: string;
  /** 1-based. */
  readonly occurrence?: number | "all" | undefined;
  readonly linesBefore?: number | undefined;
  readonly linesAfter?: number | undefined;
}
