import type { ToolContext } from "@toolwright/core";
import type { CapturedOutput, CaptureOptions } from "@toolwright/sandbox";

/** The extra output captured at a cut and then removed, so that a secret there is seen whole. */
export const marginBytes = 4_096;

/**
 * Cuts the output to its limits without cutting a secret, because redaction does not recognise a part of
 * one. Takes a capture whose head and tail are longer by the margin.
 */
export function cutBesideSecrets(
  captured: CapturedOutput,
  { headBytes, tailBytes }: CaptureOptions,
  secretAround: ToolContext["secretAround"],
): CapturedOutput {
  const { omittedBytes, omittedLines, windows } = captured;
  if (omittedBytes === 0) return captured;
  const headEnd = lengthOfFirst(captured.head, headBytes);
  const tailStart = captured.tail.length - lengthOfLast(captured.tail, tailBytes);
  const head = captured.head.slice(0, secretAround(captured.head, headEnd)?.start ?? headEnd);
  const tail = captured.tail.slice(secretAround(captured.tail, tailStart)?.end ?? tailStart);
  const afterHead = captured.head.slice(head.length);
  const beforeTail = captured.tail.slice(0, captured.tail.length - tail.length);
  const [first, ...others] = windows;
  return {
    ...captured,
    text: `${head}\n[… left out …]\n${tail}`,
    head,
    tail,
    omittedBytes: omittedBytes + Buffer.byteLength(afterHead) + Buffer.byteLength(beforeTail),
    omittedLines:
      omittedLines === null
        ? null
        : omittedLines + lineFeedsIn(afterHead) + lineFeedsIn(beforeTail),
    windows:
      first === undefined
        ? []
        : [{ ...first, linesBefore: first.linesBefore + lineFeedsIn(afterHead) }, ...others],
  };
}

const lineFeedsIn = (text: string): number => text.split("\n").length - 1;

/** The number of characters at the beginning that take at most `maxBytes`. */
function lengthOfFirst(text: string, maxBytes: number): number {
  const bytes = Buffer.from(text);
  if (bytes.length <= maxBytes) return text.length;
  return bytes.subarray(0, wholeFrom(bytes, maxBytes, -1)).toString().length;
}

/** The number of characters at the end that take at most `maxBytes`. */
function lengthOfLast(text: string, maxBytes: number): number {
  const bytes = Buffer.from(text);
  if (bytes.length <= maxBytes) return text.length;
  return bytes.subarray(wholeFrom(bytes, bytes.length - maxBytes, 1)).toString().length;
}

/** The nearest position in one direction where a character begins. */
function wholeFrom(bytes: Buffer, from: number, step: 1 | -1): number {
  let at = from;
  while (((bytes[at] ?? 0) & 0xc0) === 0x80) at += step;
  return at;
}
