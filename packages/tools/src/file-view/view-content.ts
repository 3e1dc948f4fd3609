import { isThenable, type MaybePromise, type ToolContext, ToolError } from "@toolwright/core";
import { type OpenContent, openText } from "../text-file/open-text.ts";
import type { FileView, PartRequest } from "./file-view.ts";
import { type ImageFacts, imageFactsOf } from "./image-size.ts";
import { viewText } from "./text-view.ts";

// Their views are loaded with the first of them: nine files in ten are text.

/** Images and documents are held in memory; nothing larger is. */
const MAX_DOCUMENT_BYTES = 64 * 1024 * 1024;

export interface OpenedFile {
  /** As asked. */
  readonly path: string;
  readonly displayPath: string;
  readonly content: OpenContent;
}

/**
 * Shows a file as what it is: an image, a PDF document, a notebook, else text.
 *
 * Errors: those of the views; `file-too-large` for images and documents over 64 MiB.
 */
export function viewContent(
  context: Pick<ToolContext, "workspace">,
  file: OpenedFile,
  part: PartRequest,
): MaybePromise<FileView> {
  const { displayPath, content } = file;
  const { head, size } = content;
  const image = imageFactsOf(head);
  if (image !== null) return viewAsImage(context, file, image);
  const isByLines = part.around !== undefined || part.fromEnd !== undefined;
  if (head.toString("latin1", 0, 5) === "%PDF-") {
    if (isByLines) throw noLines(displayPath);
    return viewAsPdf(context, file, part);
  }
  if (displayPath.endsWith(".ipynb") && !isByLines && size <= MAX_DOCUMENT_BYTES) {
    return viewAsNotebook(context, file, part);
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

async function viewAsImage(
  context: Pick<ToolContext, "workspace">,
  file: OpenedFile,
  image: ImageFacts,
): Promise<FileView> {
  const bytes = await allBytes(context, file);
  const { viewImage } = await import("./image-view.ts");
  const { displayPath } = file;
  return viewImage({ ...image, ...(imageFactsOf(bytes) ?? image), displayPath, bytes });
}

async function viewAsPdf(
  context: Pick<ToolContext, "workspace">,
  file: OpenedFile,
  part: PartRequest,
): Promise<FileView> {
  const { viewPdf } = await import("./pdf-view.ts");
  return viewPdf({ displayPath: file.displayPath, bytes: await allBytes(context, file) }, part);
}

/** One that can't be read as a notebook is text. */
async function viewAsNotebook(
  context: Pick<ToolContext, "workspace">,
  file: OpenedFile,
  part: PartRequest,
): Promise<FileView> {
  const { parseNotebook, viewNotebook } = await import("./notebook-view.ts");
  const notebook = parseNotebook(await allBytes(context, file));
  if (notebook === null) return viewAsText(file, part);
  return viewNotebook({ displayPath: file.displayPath, cells: notebook.cells }, part);
}

async function allBytes(
  { workspace }: Pick<ToolContext, "workspace">,
  { path, content }: OpenedFile,
): Promise<Buffer> {
  if (content.isWhole) return content.head;
  const { bytes } = await workspace.read(path, { maxBytes: MAX_DOCUMENT_BYTES });
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function noLines(displayPath: string): ToolError {
  return new ToolError(
    "input-invalid",
    `'${displayPath}' is a PDF document, which has pages and no lines: around and from_end are for text. Name pages by offset and limit.`,
  );
}
