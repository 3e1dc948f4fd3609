import { ToolError } from "@toolwright/core";
import type { MaybePromise } from "@toolwright/core/ports";
import type { TextFormat } from "./text-format.ts";
import { encodeUtf16 } from "./utf16.ts";

/**
 * The bytes of a text in a file's format. Line ends and the final newline are encoded as given; use
 * `matchLineEndings` for new text.
 *
 * Synchronous except for legacy encodings. Errors: `input-invalid` for a character that the
 * encoding lacks and for half of a surrogate pair; nothing is replaced silently.
 */
export function encodeText(
  text: string,
  { encoding, bom }: Pick<TextFormat, "encoding" | "bom">,
): MaybePromise<Uint8Array> {
  if (!text.isWellFormed()) {
    throw new ToolError(
      "input-invalid",
      "The text contains half of a surrogate pair, which is not valid text.",
    );
  }
  if (encoding === "utf-8") return Buffer.from(bom ? `\uFEFF${text}` : text);
  if (encoding === "utf-16le" || encoding === "utf-16be") return encodeUtf16(text, encoding, bom);
  return encodeLegacy(text, encoding);
}

async function encodeLegacy(text: string, encoding: string): Promise<Uint8Array> {
  const legacy = await import("./legacy-encoding.ts");
  if (!legacy.isLegacyEncoding(encoding)) {
    throw new ToolError("input-invalid", `There is no text encoding '${encoding}'.`);
  }
  const bytes = legacy.encodeLegacyText(text, encoding);
  const missing = firstDifference(text, legacy.redecodeLegacyText(bytes, encoding));
  if (missing === null) return bytes;
  const code = missing.codePointAt(0)?.toString(16).toUpperCase().padStart(4, "0");
  throw new ToolError(
    "input-invalid",
    `The file's encoding, ${encoding}, has no character ${JSON.stringify(missing)} (U+${code}). ` +
      "Write it another way, or convert the file to UTF-8 first.",
  );
}

function firstDifference(wanted: string, got: string): string | null {
  if (wanted === got) return null;
  const others = got[Symbol.iterator]();
  for (const character of wanted) if (others.next().value !== character) return character;
  return wanted.at(-1) ?? null;
}
