/** First bytes, as Latin-1 text, and the kind of file that begins with them. */
const signatures: readonly (readonly [string, string])[] = [
  ["\x89PNG\r\n\x1a\n", "a PNG image"],
  ["\xff\xd8\xff", "a JPEG image"],
  ["GIF8", "a GIF image"],
  ["BM", "a BMP image"],
  ["II*\0", "a TIFF image"],
  ["MM\0*", "a TIFF image"],
  ["\0\0\x01\0", "an icon"],
  ["%PDF-", "a PDF document"],
  ["PK\x03\x04", "a ZIP archive, or a document made of one (docx, xlsx, jar)"],
  ["PK\x05\x06", "an empty ZIP archive"],
  ["\x1f\x8b", "gzip-compressed data"],
  ["BZh", "bzip2-compressed data"],
  ["\xfd7zXZ\0", "xz-compressed data"],
  ["\x28\xb5\x2f\xfd", "Zstandard-compressed data"],
  ["7z\xbc\xaf\x27\x1c", "a 7-Zip archive"],
  ["Rar!\x1a\x07", "a RAR archive"],
  ["\x7fELF", "an ELF program or library"],
  ["MZ", "a Windows program or library"],
  ["\xcf\xfa\xed\xfe", "a macOS program or library"],
  ["\xca\xfe\xba\xbe", "a Java class or a macOS program"],
  ["\0asm", "a WebAssembly module"],
  ["SQLite format 3\0", "an SQLite database"],
  ["OggS", "an Ogg recording"],
  ["ID3", "an MP3 recording"],
  ["\xff\xfb", "an MP3 recording"],
  ["fLaC", "a FLAC recording"],
  ["\x1aE\xdf\xa3", "a Matroska or WebM video"],
  ["wOFF", "a font"],
  ["wOF2", "a font"],
  ["\0\x01\0\0\0", "a font"],
  ["OTTO", "a font"],
];

/** The probable kind of a file that is not text, by its first bytes. */
export function binaryKind(bytes: Uint8Array): string {
  const head = Buffer.from(bytes.subarray(0, 32)).toString("latin1");
  if (head.startsWith("RIFF")) {
    const kinds: Readonly<Record<string, string>> = {
      WEBP: "a WebP image",
      WAVE: "a WAV recording",
      "AVI ": "an AVI video",
    };
    return kinds[head.slice(8, 12)] ?? "RIFF data";
  }
  if (head.slice(4, 8) === "ftyp") {
    return /avif|heic|mif1/.test(head.slice(8, 12)) ? "an HEIF or AVIF image" : "an MP4 video";
  }
  return signatures.find(([start]) => head.startsWith(start))?.[1] ?? "binary data";
}
