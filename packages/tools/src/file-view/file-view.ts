import type { ContentPart } from "@toolwright/core";
import { z } from "zod";
import { MAX_LINE_CHARACTERS } from "../text-file/line-collector.ts";

/** Of a document, when nobody says how many. */
export const DEFAULT_PAGES = 20;

/** What is told of a file that was looked at, for programs. */
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
}

/** The same as a schema, with what each part means. Made when wanted, as it is large. */
export function fileFacts(): z.ZodType<FileFacts> {
  const count = z.int();
  return z.strictObject({
    path: z.string().describe("Relative to the workspace's root."),
    kind: z
      .enum(["text", "image", "pdf", "notebook"])
      .describe("How it was shown; for the last two, lines are pages or cells in what follows."),
    startLine: count
      .optional()
      .describe(
        "Number of the first line shown, 1-based; 0 when none is; counted from the end (-1 is the last) in a file too large to count.",
      ),
    endLine: count.optional().describe("Number of the last line shown; 0 when none is."),
    totalLines: count
      .nullable()
      .optional()
      .describe("All lines of the file; null when so much follows that it wasn't counted."),
    cutLines: z
      .array(count)
      .optional()
      .describe(`Numbers of lines of which only ${MAX_LINE_CHARACTERS} characters are shown.`),
    keywordLines: z
      .array(count)
      .optional()
      .describe("With around: the line of each occurrence shown, in order."),
    totalOccurrences: count
      .nullable()
      .optional()
      .describe("With around: all occurrences; null when not the whole file was looked through."),
    unchanged: z
      .boolean()
      .optional()
      .describe("True: nothing is shown, as the file is what this session last read."),
    width: count.optional().describe("Of an image as shown, in pixels."),
    height: count.optional().describe("Of an image as shown, in pixels."),
    size: count.describe("Of the whole file, in bytes."),
    encoding: z
      .string()
      .optional()
      .describe('Of a text: "utf-8", "utf-16le" or the name of a legacy encoding.'),
    version: z.string().describe("Stands for the file's content at this moment."),
  });
}

/** What a tool shows of a file: for the model, and as facts. */
export interface FileView {
  readonly content: string | readonly ContentPart[];
  readonly facts: Omit<FileFacts, "path" | "size" | "version">;
  /** Something of it was shown, so that the session knows it now. */
  readonly isShown: boolean;
}

/** Which part of a file is wanted; at most one of `around`, `fromEnd` and the other two. */
export interface PartRequest {
  /** 1-based. */
  readonly offset?: number | undefined;
  readonly limit?: number | undefined;
  readonly around?: AroundKeyword | undefined;
  /** So many of the last lines. */
  readonly fromEnd?: number | undefined;
}

export interface AroundKeyword {
  readonly keyword: string;
  /** 1-based. */
  readonly occurrence?: number | "all" | undefined;
  readonly linesBefore?: number | undefined;
  readonly linesAfter?: number | undefined;
}
