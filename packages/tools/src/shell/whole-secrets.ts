import type { ToolContext } from "@toolwright/core";
import type { CapturedOutput, CaptureOptions } from "@toolwright/sandbox";

/** So much more is captured at a cut, and left out again: a secret there is then seen as a whole. */
export const marginBytes = 4_096;

/**
 * The output cut to its limits where no secret is cut: the beginning or end of one would be no secret that
 * is known. Of a capture whose head and tail are longer by the margin.
 */
export function cutBesideSecrets(
  captured: CapturedOutput,
  { headBytes, tailBytes }: CaptureOptions,
  secretAround: ToolContext["secretAround"],
): CapturedOutput {
  const { totalBytes, omittedBytes } = captured;
  if (omittedBytes === 0 && totalBytes <= headBytes + tailBytes) return captured;
  const beginning = captured.head;
  const end = omittedBytes === 0 ? captured.head : captured.tail;
  const headEnd = lengthOfFirst(beginning, headBytes);
  const tailStart = end.length - lengthOfLast(end, tailBytes);
  const head = beginning.slice(0, secretAround(beginning, headEnd)?.start ?? headEnd);
  const tail = end.slice(secretAround(end, tailStart)?.end ?? tailStart);
  const left =
    omittedBytes === 0
      ? Buffer.byteLength(beginning) - Buffer.byteLength(head) - Buffer.byteLength(tail)
      : omittedBytes +
        Buffer.byteLength(beginning.slice(head.length)) +
        Buffer.byteLength(end.slice(0, end.length - tail.length));
  // Without its escapes it may be short enough after all.
  return left <= 0 ? captured : { ...captured, text: head, head, tail, omittedBytes: left };
}

/** How many characters of the beginning take at most so many bytes. */
function lengthOfFirst(text: string, maxBytes: number): number {
  const bytes = Buffer.from(text);
  if (bytes.length <= maxBytes) return text.length;
  return bytes.subarray(0, wholeFrom(bytes, maxBytes, -1)).toString().length;
}

/** How many characters of the end take at most so many bytes. */
function lengthOfLast(text: string, maxBytes: number): number {
  const bytes = Buffer.from(text);
  if (bytes.length <= maxBytes) return text.length;
  return bytes.subarray(wholeFrom(bytes, bytes.length - maxBytes, 1)).toString().length;
}

/** The nearest place in one direction where a character begins. */
function wholeFrom(bytes: Buffer, from: number, step: 1 | -1): number {
  let at = from;
  while (((bytes[at] ?? 0) & 0xc0) === 0x80) at += step;
  return at;
}
