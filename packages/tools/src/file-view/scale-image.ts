import type Sharp from "sharp";

/** Longer edges are scaled down by the vendors themselves, at the price of more tokens. */
export const MAX_SCALED_PIXELS = 1_568;

/** A decoder must not be led to fill the memory by a few bytes. */
const MAX_DECODED_PIXELS = 100_000_000;

export interface ScaledImage {
  readonly bytes: Buffer;
  readonly mimeType: string;
  readonly width: number;
  readonly height: number;
}

export type ImageScaler = (bytes: Buffer) => Promise<ScaledImage>;

/** Scales images by the package `sharp`; null where it isn't installed. */
export async function loadImageScaler(): Promise<ImageScaler | null> {
  const sharp = await loadSharp();
  if (sharp === null) return null;
  return async (bytes) => {
    const image = sharp(bytes, { limitInputPixels: MAX_DECODED_PIXELS })
      // As a viewer would turn it: what tells the direction is lost.
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
    // Not installed, or not for this system: images that fit are shown without it.
    return null;
  }
}
