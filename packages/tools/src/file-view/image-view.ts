import { ToolError } from "@toolwright/core";
import { countText, sizeText } from "../text/number-text.ts";
import type { FileView } from "./file-view.ts";
import type { ImageFacts } from "./image-size.ts";
import { type ImageScaler, loadImageScaler, MAX_SCALED_PIXELS } from "./scale-image.ts";

/** 5 MiB in base64, the largest size that vendors accept. */
const MAX_IMAGE_BYTES = (5 * 1024 * 1024 * 3) / 4;
/** Vendors refuse larger images. */
const MAX_IMAGE_PIXELS = 8_000;

export interface ImageFile extends ImageFacts {
  readonly displayPath: string;
  readonly bytes: Buffer;
}

/**
 * An image for the model: unchanged if its edges are at most 1,568 pixels, otherwise scaled down to
 * that if an image library is installed.
 *
 * Errors: `file-too-large` for an image that is too large for models and can't be scaled; `not-text`
 * for a broken image.
 */
export async function viewImage(
  image: ImageFile,
  loadScaler: () => Promise<ImageScaler | null> = loadImageScaler,
): Promise<FileView> {
  const { displayPath, bytes, mimeType, width, height } = image;
  const edge = Math.max(width ?? 0, height ?? 0);
  const size =
    width === null
      ? sizeText(bytes.length)
      : `${width} × ${height} pixels, ${sizeText(bytes.length)}`;
  const isSmall = edge <= MAX_SCALED_PIXELS && bytes.length <= MAX_IMAGE_BYTES;
  const scale = isSmall && width !== null ? null : await loadScaler();
  if (scale === null) {
    if (bytes.length > MAX_IMAGE_BYTES || edge > MAX_IMAGE_PIXELS)
      throw tooLarge(displayPath, size);
    return imageView({ bytes, mimeType, width, height }, `'${displayPath}': ${size}.`);
  }
  try {
    const scaled = await scale(bytes);
    const note = `'${displayPath}': ${size}, shown as ${scaled.width} × ${scaled.height} pixels.`;
    return imageView(scaled, note);
  } catch (cause) {
    throw new ToolError(
      "not-text",
      `'${displayPath}' can't be shown: the image is broken or too large (${size}).`,
      { cause },
    );
  }
}

interface Shown extends Pick<ImageFacts, "width" | "height"> {
  readonly bytes: Buffer;
  readonly mimeType: string;
}

function imageView({ bytes, mimeType, width, height }: Shown, note: string): FileView {
  return {
    content: [
      { type: "text", text: `(${note})` },
      { type: "image", data: bytes.toString("base64"), mimeType },
    ],
    facts: { kind: "image", ...(width !== null && { width }), ...(height !== null && { height }) },
    isShown: true,
  };
}

function tooLarge(displayPath: string, size: string): ToolError {
  return new ToolError(
    "file-too-large",
    `'${displayPath}' is too large to show (${size}; the limits are ${sizeText(MAX_IMAGE_BYTES)} and ${countText(MAX_IMAGE_PIXELS)} pixels per edge). Scale it down with a command, or install the package sharp, which scales images automatically: npm install sharp.`,
  );
}
