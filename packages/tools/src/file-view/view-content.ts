import { ToolError } from "@toolwright/core";
import { isThenable } from "@toolwright/core/internal";
import type { MaybePromise } from "@toolwright/core/ports";
import { MAX_BYTES_IN_MEMORY, type OpenContent, openText } from "../text-file/open-text.ts";
import type { FileView, PartRequest } from "./file-view.ts";
import { type ImageFacts, imageFactsOf } from "./image-size.ts";
import { viewText } from "./text-view.ts";

// These views are loaded on demand, because nine files in ten are text.

export interface OpenedFile {
  readonly displayPath: string;
  readonly content: OpenContent;
}

/**
 * Shows a file by its kind: an image, a PDF document, a notebook, or text.
 *
 * Errors: those of the views; `file-too-large` for images and documents over 64 MiB.
 */
export function viewContent(file: OpenedFile, part: PartRequest): MaybePromise<FileView> {
  const { displayPath, content } = file;
  const { head, size } = content;
  const image = imageFactsOf(head);
  if (image !== null) return viewAsImage(file, image);
  const isByLines = part.around !== undefined || part.fromEnd !== undefined;
  if (head.toString("latin1", 0, 5) === "%PDF-") {
    if (isByLines) throw noLines(displayPath);
    return viewAsPdf(file, part);
  }
  if (displayPath.endsWith(".ipynb") && !isByLines && size <= MAX_BYTES_IN_MEMORY) {
    return viewAsNotebook(file, part);
  }
  return viewAsText(file, part);
}

function viewAsText(
  { content, displayPath }: OpenedFile,
  part: PartRequest,
): MaybePromise<FileView> {
  const facts = { displayPath, size: content.size };
  const text = openText(content, displayPath);
  return isThenable(text)
    ? text.then((opened) => viewText(opened, facts, part))
    : viewText(text, facts, part);
}

async function viewAsImage(file: OpenedFile, image: ImageFacts): Promise<FileView> {
  const bytes = await file.content.readAll();
  const { viewImage } = await import("./image-view.ts");
  const { displayPath } = file;
  return viewImage({ ...image, ...(imageFactsOf(bytes) ?? image), displayPath, bytes });
}

async function viewAsPdf(file: OpenedFile, part: PartRequest): Promise<FileView> {
  const { viewPdf } = await import("./pdf-view.ts");
  return viewPdf({ displayPath: file.displayPath, bytes: await file.content.readAll() }, part);
}

/** A file that isn't a valid notebook is shown as text. */
async function viewAsNotebook(file: OpenedFile, part: PartRequest): Promise<FileView> {
  const { parseNotebook, viewNotebook } = await import("./notebook-view.ts");
  const notebook = parseNotebook(await file.content.readAll());
  if (notebook === null) return viewAsText(file, part);
  return viewNotebook({ displayPath: file.displayPath, cells: notebook.cells }, part);
}

function noLines(displayPath: string): ToolError {
  return new ToolError(
    "input-invalid",
    `'${displayPath}' is a PDF document, which has no lines, so around and from_end don't apply. Choose pages by offset and limit.`,
  );
}
