/** A longer message would only fill the memory. */
const MAX_MESSAGE_BYTES = 64 * 1024 * 1024;
const MAX_HEADER_BYTES = 16 * 1024;
const headerEnd = Buffer.from("\r\n\r\n");

/** A stream that is no language server protocol. */
class FrameError extends Error {}

/**
 * Cuts a server's output into messages: JSON after a header with its length. Text before a header, which some
 * programs print at their start, is skipped.
 *
 * Errors: FrameError for more text without a header than a server would print, for a message over 64 MiB and
 * for one that is no JSON object.
 */
export class FrameReader {
  #chunks: Buffer[] = [];
  #bytes = 0;
  /** The length of the message that is arriving; null before its header. */
  #length: number | null = null;

  /** The chunk is copied. */
  push(chunk: Uint8Array): readonly object[] {
    this.#chunks.push(Buffer.from(chunk));
    this.#bytes += chunk.byteLength;
    // Joining only when a message may be complete keeps the time for long messages linear.
    if (this.#length !== null && this.#bytes < this.#length) return [];
    const messages: object[] = [];
    let rest = Buffer.concat(this.#chunks);
    for (;;) {
      if (this.#length === null) {
        const end = rest.indexOf(headerEnd);
        if (end < 0) break;
        this.#length = lengthIn(rest.subarray(0, end).toString("latin1"));
        rest = rest.subarray(end + headerEnd.length);
      }
      if (rest.length < this.#length) break;
      messages.push(parsed(rest.subarray(0, this.#length)));
      rest = rest.subarray(this.#length);
      this.#length = null;
    }
    if (this.#length === null && rest.length > MAX_HEADER_BYTES) {
      throw new FrameError("it wrote something other than messages to its output");
    }
    this.#chunks = [rest];
    this.#bytes = rest.length;
    return messages;
  }
}

function lengthIn(header: string): number {
  const length = Number(
    /content-length: *(\d{1,10})\s*(?:\r\n|$)/i.exec(header)?.[1] ?? Number.NaN,
  );
  if (!Number.isSafeInteger(length)) throw new FrameError("it sent a message without a length");
  if (length > MAX_MESSAGE_BYTES) throw new FrameError("it sent a message of more than 64 MiB");
  return length;
}

function parsed(bytes: Buffer): object {
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString("utf8"));
  } catch {
    value = undefined;
  }
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
  throw new FrameError("it sent a message that is no JSON object");
}

/** A message as it is sent. */
export function frameOf(message: unknown): Buffer {
  const body = Buffer.from(JSON.stringify(message));
  return Buffer.concat([Buffer.from(`Content-Length: ${body.length}\r\n\r\n`), body]);
}
