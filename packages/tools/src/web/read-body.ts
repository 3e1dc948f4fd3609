import type { IncomingMessage } from "node:http";
import { Transform, Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createZstdDecompress,
} from "node:zlib";
import { ToolError } from "@toolwright/core";

/** The encodings that requests accept. */
export const acceptedEncodings = "gzip, br, zstd";

const decoders: Readonly<Record<string, () => Transform>> = {
  gzip: () => createGunzip(),
  "x-gzip": () => createGunzip(),
  deflate: () => createInflate(),
  br: () => createBrotliDecompress(),
  // The most that a decoder must support. Source: RFC 9659
  zstd: () => createZstdDecompress({ params: { [constants.ZSTD_d_windowLogMax]: 23 } }),
};

/** More are not seen in practice, and each takes memory. */
const maxEncodings = 2;

/**
 * Reads and decodes a response's body while it arrives.
 *
 * maxBytes: applies to the body as sent, between its encodings, and decoded.
 * Errors: ToolError `file-too-large`, `network-failed` for an encoding that is unknown; errors of the connection
 * and the decoders.
 */
export async function readBody(
  message: IncomingMessage,
  maxBytes: number,
  signal: AbortSignal,
): Promise<Uint8Array> {
  if (Number(message.headers["content-length"] ?? 0) > maxBytes) throw tooLarge(maxBytes);
  const decoding = encodingsOf(message).flatMap((decoder) => [decoder(), bounded(maxBytes)]);
  const kept: Buffer[] = [];
  const keeper = new Writable({
    write(chunk: Buffer, _encoding, done) {
      kept.push(chunk);
      done();
    },
  });
  await pipeline([message, bounded(maxBytes), ...decoding, keeper], { signal });
  return Buffer.concat(kept);
}

/** The decoders for a body, in the order in which they are needed. */
function encodingsOf({ headers }: IncomingMessage): readonly (() => Transform)[] {
  const names = (headers["content-encoding"] ?? "")
    .toLowerCase()
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "" && name !== "identity");
  const known = names.toReversed().flatMap((name) => decoders[name] ?? []);
  if (known.length === names.length && names.length <= maxEncodings) return known;
  const shown = JSON.stringify(names.join(", ").slice(0, 100));
  throw new ToolError(
    "network-failed",
    `The page's content encoding ${shown} is not supported. Try another address.`,
  );
}

/** Passes on at most so many bytes. */
function bounded(maxBytes: number): Transform {
  let size = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      done(size > maxBytes ? tooLarge(maxBytes) : null, chunk);
    },
  });
}

function tooLarge(maxBytes: number): ToolError {
  const limit = Math.floor(maxBytes / 1_048_576);
  return new ToolError(
    "file-too-large",
    `The page has more than ${limit} MiB, the most that is fetched. Download it with a command and read the parts that you need.`,
  );
}
