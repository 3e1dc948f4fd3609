import { ToolError } from "@toolwright/core";
import { countText, sizeText } from "../text/number-text.ts";
import type { FileView } from "./file-view.ts";
import type { ImageFacts } from "./image-size.ts";
import { type ImageScaler, loadImageScaler, MAX_SCALED_PIXELS } from "./scale-image.ts";

/** 5 MiB in base64, the most that vendors take. */
const MAX_IMAGE_BYTES = (5 * 1024 * 1024 * 3) / 4;
/** Larger ones are refused by vendors. */
const MAX_IMAGE_PIXELS = 8_000;

export interface ImageFile extends ImageFacts {
  readonly displayPath: string;
  readonly bytes: Buffer;
}

/**
 * An image as the model sees it: as it is when its edges are at most 1,568 pixels, else scaled down
 * to that where an image library is installed.
 *
 * Errors: `file-too-large` for what is too large for models and can't be scaled here; `not-text`
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
      `'${displayPath}' can't be shown: it is a broken image, or larger than images may be (${size}).`,
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
    `'${displayPath}' is too large for a model to see (${size}; at most ${sizeText(MAX_IMAGE_BYTES)} and ${countText(MAX_IMAGE_PIXELS)} pixels an edge). It is scaled down when the package sharp is installed: npm install sharp. Or scale it by a command.`,
  );
}
