export interface ImageFacts {
  readonly mimeType: "image/png" | "image/jpeg" | "image/gif" | "image/webp";
  /** In pixels; null if unknown. */
  readonly width: number | null;
  readonly height: number | null;
}

/** The kind and size of an image, by its first bytes; null for a kind that models don't take. Never throws. */
export function imageFactsOf(bytes: Buffer): ImageFacts | null {
  const head = bytes.toString("latin1", 0, 16);
  if (head.startsWith("\x89PNG\r\n\x1a\n")) {
    return {
      mimeType: "image/png",
      ...sizeAt(bytes, 24, () => [bytes.readUInt32BE(16), bytes.readUInt32BE(20)]),
    };
  }
  if (head.startsWith("GIF87a") || head.startsWith("GIF89a")) {
    return {
      mimeType: "image/gif",
      ...sizeAt(bytes, 10, () => [bytes.readUInt16LE(6), bytes.readUInt16LE(8)]),
    };
  }
  if (head.startsWith("\xff\xd8\xff")) return { mimeType: "image/jpeg", ...jpegSize(bytes) };
  if (head.startsWith("RIFF") && head.slice(8, 12) === "WEBP") {
    return { mimeType: "image/webp", ...webpSize(bytes) };
  }
  return null;
}

type Size = Pick<ImageFacts, "width" | "height">;
const unknownSize: Size = { width: null, height: null };

function sizeAt(bytes: Buffer, needed: number, look: () => readonly [number, number]): Size {
  if (bytes.length < needed) return unknownSize;
  const [width, height] = look();
  return { width, height };
}

/** Reads the size from the first start-of-frame segment. */
function jpegSize(bytes: Buffer): Size {
  let at = 2;
  while (at + 9 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
    // Fill bytes may come before a marker.
    at += marker === 0xff ? 1 : 2 + bytes.readUInt16BE(at + 2);
  }
  return unknownSize;
}

function webpSize(bytes: Buffer): Size {
  if (bytes.length < 30) return unknownSize;
  switch (bytes.toString("latin1", 12, 16)) {
    case "VP8X":
      return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
    case "VP8L": {
      const bits = bytes.readUInt32LE(21);
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case "VP8 ":
      return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
    default:
      return unknownSize;
  }
}
