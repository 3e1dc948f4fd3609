import type Sharp from "sharp";

/** Vendors scale longer edges down themselves, but at a higher price in tokens. */
export const MAX_SCALED_PIXELS = 1_568;

/** Protects the memory from small files that decode to huge images. */
const MAX_DECODED_PIXELS = 100_000_000;

export interface ScaledImage {
  readonly bytes: Buffer;
  readonly mimeType: string;
  readonly width: number;
  readonly height: number;
}

export type ImageScaler = (bytes: Buffer) => Promise<ScaledImage>;

/** Scales images with the package `sharp`; null if it isn't installed. */
export async function loadImageScaler(): Promise<ImageScaler | null> {
  const sharp = await loadSharp();
  if (sharp === null) return null;
  return async (bytes) => {
    const image = sharp(bytes, { limitInputPixels: MAX_DECODED_PIXELS })
      // Applies the orientation, because the result has no metadata.
      .rotate()
      .resize({
        width: MAX_SCALED_PIXELS,
        height: MAX_SCALED_PIXELS,
        fit: "inside",
        withoutEnlargement: true,
      });
    const { hasAlpha } = await sharp(bytes, {
      limitInputPixels: MAX_DECODED_PIXELS,
    }).metadata();
    const encoded = hasAlpha ? image.png() : image.jpeg({ quality: 85 });
    const { data, info } = await encoded.toBuffer({ resolveWithObject: true });
    const mimeType = hasAlpha ? "image/png" : "image/jpeg";
    return { bytes: data, mimeType, width: info.width, height: info.height };
  };
}

async function loadSharp(): Promise<typeof Sharp | null> {
  try {
    return (await import("sharp")).default;
  } catch {
    // Not installed, or not for this system. Images within the limits need no scaling.
    return null;
  }
}
