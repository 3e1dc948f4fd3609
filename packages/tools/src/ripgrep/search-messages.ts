import { readHugeMessage, readSearchMessage, type SearchMessage } from "./search-message.ts";

/** A message contains its whole line; longer messages are not kept whole. */
const MAX_MESSAGE_BYTES = 256 * 1024;
const HEAD_BYTES = 64 * 1024;
const TAIL_BYTES = 1024;

// Occurs once, after the line's text, which would escape the quote.
const lineNumberMark = Buffer.from(',"line_number":');
const lineEnd = 10;

export interface SearchMessages {
  /** The messages that the chunk completes. */
  push(chunk: Uint8Array): readonly SearchMessage[];
}

/** Reads `rg --json` from chunks, in constant memory for any length of line. */
export function createSearchMessages(): SearchMessages {
  let pending: Buffer = Buffer.alloc(0);
  let huge: HugeMessage | null = null;
  return {
    push(chunk) {
      const messages: SearchMessage[] = [];
      const bytes = Buffer.concat([pending, chunk]);
      let from = 0;
      while (from < bytes.length) {
        const end = bytes.indexOf(lineEnd, from);
        const piece = bytes.subarray(from, end < 0 ? bytes.length : end);
        if (huge !== null) huge.push(piece);
        else if (end < 0 && piece.length > MAX_MESSAGE_BYTES) {
          huge = createHugeMessage();
          huge.push(piece);
        }
        if (end < 0) break;
        const message = huge === null ? readSearchMessage(piece) : huge.read();
        if (message !== null) messages.push(message);
        huge = null;
        from = end + 1;
      }
      pending = huge === null ? Buffer.from(bytes.subarray(from)) : Buffer.alloc(0);
      return messages;
    },
  };
}

interface HugeMessage {
  push(piece: Buffer): void;
  read(): SearchMessage | null;
}

function createHugeMessage(): HugeMessage {
  let head: Buffer | null = null;
  let tail: Buffer | null = null;
  // The last bytes before the mark is found, because it may span two chunks.
  let carried: Buffer = Buffer.alloc(0);
  return {
    push(piece) {
      head ??= Buffer.from(piece.subarray(0, HEAD_BYTES));
      if (tail === null) {
        const bytes = Buffer.concat([carried, piece]);
        const at = bytes.indexOf(lineNumberMark);
        if (at >= 0) tail = Buffer.from(bytes.subarray(at, at + TAIL_BYTES));
        else carried = Buffer.from(bytes.subarray(-lineNumberMark.length));
      } else if (tail.length < TAIL_BYTES) {
        tail = Buffer.concat([tail, piece.subarray(0, TAIL_BYTES - tail.length)]);
      }
    },
    read: () => (head === null || tail === null ? null : readHugeMessage(head, tail)),
  };
}
