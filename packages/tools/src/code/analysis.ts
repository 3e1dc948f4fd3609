import { packedLength } from "./symbol.ts";

/** What a map needs to know of a file, which depends on its text alone. */
export interface FileAnalysis {
  /** One packed symbol after the other. */
  readonly symbols: Uint32Array;
  /** The hashes of its words, each once. */
  readonly words: Uint32Array;
}

/** Changes with everything that an analysis depends on, so that kept ones are not used any more. */
export const analysisVersion = 1;

/** As bytes, in this machine's byte order. */
export function encodeAnalysis({ symbols, words }: FileAnalysis): Uint8Array {
  const numbers = new Uint32Array(1 + symbols.length + words.length);
  numbers[0] = symbols.length;
  numbers.set(symbols, 1);
  numbers.set(words, 1 + symbols.length);
  return new Uint8Array(numbers.buffer);
}

/** Null for bytes that are no analysis. */
export function decodeAnalysis(bytes: Uint8Array | undefined): FileAnalysis | null {
  if (bytes === undefined || bytes.length % Uint32Array.BYTES_PER_ELEMENT !== 0) return null;
  // A view needs bytes that begin at a multiple of four.
  const { buffer, byteOffset, length } = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice();
  const numbers = new Uint32Array(buffer, byteOffset, length / Uint32Array.BYTES_PER_ELEMENT);
  const count = numbers[0];
  if (count === undefined || count % packedLength !== 0 || count >= numbers.length) return null;
  return { symbols: numbers.subarray(1, 1 + count), words: numbers.subarray(1 + count) };
}
