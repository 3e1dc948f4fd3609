import { type ToolContext, ToolError } from "@toolwright/core";
import { type OpenContent, openText } from "../file-text/open-text.ts";
import type { FileView, PartRequest } from "./file-view.ts";
import { imageFactsOf } from "./image-size.ts";
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
export async function viewContent(
  context: Pick<ToolContext, "workspace">,
  file: OpenedFile,
  part: PartRequest,
): Promise<FileView> {
  const { displayPath, content } = file;
  const { head, size } = content;
  const image = imageFactsOf(head);
  if (image !== null) {
    const bytes = await allBytes(context, file);
    const { viewImage } = await import("./image-view.ts");
    return viewImage({ ...image, ...(imageFactsOf(bytes) ?? image), displayPath, bytes });
  }
  const isByLines = part.around !== undefined || part.fromEnd !== undefined;
  if (head.toString("latin1", 0, 5) === "%PDF-") {
    if (isByLines) throw noLines(displayPath);
    const { viewPdf } = await import("./pdf-view.ts");
    return viewPdf({ displayPath, bytes: await allBytes(context, file) }, part);
  }
  if (displayPath.endsWith(".ipynb") && !isByLines && size <= MAX_DOCUMENT_BYTES) {
    const { parseNotebook, viewNotebook } = await import("./notebook-view.ts");
    const notebook = parseNotebook(await allBytes(context, file));
    if (notebook !== null) return viewNotebook({ displayPath, cells: notebook.cells }, part);
  }
  return viewText(await openText(content, displayPath), { displayPath, size }, part);
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
