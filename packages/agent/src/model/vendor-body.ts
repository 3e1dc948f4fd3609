import type { IncomingMessage } from "node:http";
import { pipeline, type Readable, type Transform } from "node:stream";
import { constants, createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import { connectionProblem } from "./connection-problem.ts";
import { ModelError } from "./model-error.ts";

/** The whole answer as it is sent, some 100 times the largest that models give. */
const maxBytes = 256 * 1024 * 1024;

/** An event is one line, and is in memory as a whole. Google sends all arguments of a call in one. */
const maxLineBytes = 64 * 1024 * 1024;

/** The text of an error is cut here. */
const maxErrorBytes = 64 * 1024;

/**
 * The decoded body of a response.
 *
 * Errors: ModelError for more than a model can say, and for a connection that breaks.
 */
export async function* boundedBody(
  message: IncomingMessage,
  { origin, isError }: { readonly origin: string; readonly isError: boolean },
): AsyncGenerator<Uint8Array> {
  let total = 0;
  let line = 0;
  let tail = "";
  let isOver = false;
  try {
    for await (const chunk of decoded(message) as AsyncIterable<Buffer>) {
      total += chunk.length;
      if (isError && total > maxErrorBytes) return;
      const lineEnd = chunk.lastIndexOf("\n");
      line = lineEnd === -1 ? line + chunk.length : chunk.length - lineEnd;
      if (total > maxBytes || line > maxLineBytes) throw tooLong(origin);
      yield chunk;
      tail = (tail + chunk.subarray(-32).toString("latin1")).slice(-32);
      isOver = tail.trimEnd().endsWith(lastEvent);
      // Some servers leave the connection open behind it. Most end the answer, so that the connection serves again.
      if (isOver) message.setTimeout(endMs);
    }
  } catch (error) {
    if (isOver) return;
    throw connectionProblem(error, { origin });
  } finally {
    message.destroy();
  }
}

/** The error in an answer that is no stream, as some servers send it with status 200. */
export async function answerWithoutStream(
  body: AsyncIterable<Uint8Array>,
  origin: string,
): Promise<ModelError> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString("utf8");
  const message = errorIn(text);
  return message === undefined
    ? wrongServer(`${origin} answered without a stream`)
    : new ModelError(`${message.replace(/\.$/, "")}.`, { isRetryable: true });
}

/** A server that is none of a model. */
export function wrongServer(problem: string): ModelError {
  return new ModelError(`${problem}. Check the base URL.`, { isRetryable: false });
}

/** The last event of Chat Completions. */
const lastEvent = "\ndata: [DONE]";

/** How long the end of an answer may follow its last event. */
const endMs = 500;

/** No bytes are held back until more arrive. */
const flush = { flush: constants.Z_SYNC_FLUSH, finishFlush: constants.Z_SYNC_FLUSH };

function decoded(message: IncomingMessage): Readable {
  const decoder = decoderOf(message.headers["content-encoding"]);
  // Its errors are those of the decoder.
  return decoder === null ? message : pipeline(message, decoder, () => undefined);
}

function decoderOf(encoding: string | undefined): Transform | null {
  switch (encoding) {
    case "gzip":
      return createGunzip(flush);
    case "deflate":
      return createInflate(flush);
    case "br":
      return createBrotliDecompress();
    default:
      return null;
  }
}

function tooLong(origin: string): ModelError {
  return new ModelError(`${origin} sends more than a model can say.`, { isRetryable: false });
}

function errorIn(text: string): string | undefined {
  try {
    const { error } = JSON.parse(text) as { readonly error?: unknown };
    if (typeof error === "string") return error;
    const { message } = (error ?? {}) as { readonly message?: unknown };
    return typeof message === "string" ? message : undefined;
  } catch {
    return undefined;
  }
}
