import { fstatSync, writeSync } from "node:fs";
import type { OutputStream } from "../program-context.ts";

/** A text stream that waits for a slow reader and notices when the reader has gone. */
export interface TextOutput {
  /** Whether the reader has gone. */
  readonly isClosed: boolean;
  /** Why writing failed. A reader that leaves early (`… | head`) is not a failure. */
  readonly failure: Error | null;
  /** Resolves when the stream takes more; undefined if it does so at once. */
  write(text: string): Promise<void> | undefined;
  /** Calls the listener once the reader has gone. */
  onClose(listener: () => void): void;
}

const outputs = new WeakMap<OutputStream, TextOutput>();

/** The single output of a stream. Writing never throws; text after the end is dropped. */
export function textOutput(stream: OutputStream): TextOutput {
  const existing = outputs.get(stream);
  if (existing !== undefined) return existing;
  const output = openOutput(stream);
  outputs.set(stream, output);
  return output;
}

function openOutput(stream: OutputStream): TextOutput {
  const listeners: (() => void)[] = [];
  let isClosed = false;
  let failure: Error | null = null;
  const close = (): void => {
    if (isClosed) return;
    isClosed = true;
    for (const listener of listeners) listener();
  };
  stream.on("close", close);
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE" && error.code !== "ERR_STREAM_DESTROYED") failure ??= error;
    close();
  });
  const file = fileOf(stream);
  const writeToFile = (descriptor: number, text: string): void => {
    try {
      writeWhole(descriptor, text);
    } catch (thrown) {
      failure ??= thrown as Error;
      close();
    }
  };
  return {
    get isClosed() {
      return isClosed;
    },
    get failure() {
      return failure;
    },
    write(text) {
      if (isClosed) return undefined;
      if (file !== null) {
        writeToFile(file, text);
        return undefined;
      }
      if (stream.write(text)) return undefined;
      return new Promise((resolve) => {
        stream.once("drain", resolve);
        listeners.push(resolve);
      });
    },
    onClose(listener) {
      if (isClosed) listener();
      else listeners.push(listener);
    },
  };
}

/** The descriptor of standard output if it is a regular file, which is written without the slower stream. */
function fileOf(stream: OutputStream): number | null {
  if (!("fd" in stream) || stream.fd !== 1 || stream !== process.stdout) return null;
  try {
    return fstatSync(1).isFile() ? 1 : null;
  } catch {
    // Closed; the stream reports it.
    return null;
  }
}

function writeWhole(descriptor: number, text: string): void {
  let written = writeSync(descriptor, text);
  if (written === Buffer.byteLength(text)) return;
  // The disk is almost full, so the rest is retried.
  const bytes = Buffer.from(text);
  while (written < bytes.length) written += writeSync(descriptor, bytes, written);
}
