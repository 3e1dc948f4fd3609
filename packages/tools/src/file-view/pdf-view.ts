import { ToolError } from "@toolwright/core";
import { messageOf } from "@toolwright/core/internal";
import type * as Unpdf from "unpdf";
import { viewParts } from "./document-parts.ts";
import { DEFAULT_PAGES, type FileView } from "./file-view.ts";

export interface PdfFile {
  readonly displayPath: string;
  readonly bytes: Buffer;
}

/** More pages of a document that isn't a file are left out. */
const MAX_WHOLE_PAGES = 500;

/**
 * The text of a PDF document, page by page; `offset` and `limit` count pages.
 *
 * Errors: `tool-not-available` without the package that reads PDF, naming it; `not-text` for a broken
 * or locked document; `input-invalid` for an offset past the end.
 */
export function viewPdf(
  file: PdfFile,
  {
    offset = 1,
    limit = DEFAULT_PAGES,
  }: { offset?: number | undefined; limit?: number | undefined },
): Promise<FileView> {
  return readPages(file, ({ total, textOf }) =>
    viewParts({
      displayPath: file.displayPath,
      kind: "pdf",
      part: "page",
      total,
      offset,
      limit,
      note: "Only text is shown, not images.",
      textOf,
    }),
  );
}

/** The text of all pages of a PDF document, at most the first 500. Errors: those of `viewPdf`. */
export function viewWholePdf(file: PdfFile): Promise<string> {
  return readPages(file, async ({ total, textOf }) => {
    const pages: string[] = [];
    while (pages.length < Math.min(total, MAX_WHOLE_PAGES)) {
      pages.push(await textOf(pages.length + 1));
    }
    const shown = pages.length < total ? `The first ${pages.length} of ${total} pages. ` : "";
    return [...pages, `(${shown}Only text is shown, not images.)`].join("\n\n");
  });
}

interface PdfPages {
  readonly total: number;
  /** The text of a page, 1-based, with its heading. */
  readonly textOf: (number: number) => Promise<string>;
}

async function readPages<Result>(
  { displayPath, bytes }: PdfFile,
  use: (pages: PdfPages) => Promise<Result>,
): Promise<Result> {
  const { getDocumentProxy } = await loadReader();
  // The reader takes ownership of the memory, so it gets a copy.
  const pdf = await getDocumentProxy(new Uint8Array(bytes)).catch((cause: unknown) => {
    throw broken(displayPath, cause);
  });
  try {
    return await use({
      total: pdf.numPages,
      textOf: async (number) => {
        const heading = `==> page ${number} of ${pdf.numPages} <==`;
        const text = await pageText(pdf, number).catch((cause: unknown) => {
          throw broken(displayPath, cause);
        });
        return `${heading}\n${text === "" ? "(no text)" : text}`;
      },
    });
  } finally {
    await pdf.cleanup();
    await pdf.loadingTask.destroy();
  }
}

type Reader = typeof Unpdf;
type PdfDocument = Awaited<ReturnType<Reader["getDocumentProxy"]>>;

async function pageText(pdf: PdfDocument, number: number): Promise<string> {
  const page = await pdf.getPage(number);
  const { items } = await page.getTextContent();
  const pieces = items.map((item) =>
    "str" in item ? `${item.str}${item.hasEOL ? "\n" : ""}` : "",
  );
  page.cleanup();
  return pieces.join("").trim();
}

async function loadReader(): Promise<Reader> {
  try {
    return await import("unpdf");
  } catch (cause) {
    throw new ToolError(
      "tool-not-available",
      "Reading PDF documents needs the package unpdf, which isn't installed: npm install unpdf.",
      { cause },
    );
  }
}

function broken(displayPath: string, cause: unknown): ToolError {
  return new ToolError(
    "not-text",
    `'${displayPath}' is a PDF document that can't be read: ${messageOf(cause)}.`,
    { cause },
  );
}
