import type { OutputStream } from "../surroundings.ts";

/** A stream of text that waits for a slow reader and notices when the reader has gone. */
export interface TextOutput {
  /** True once nothing that is written arrives any more. */
  readonly isClosed: boolean;
  /** Why writing failed, but for a reader that left early (`… | head`), which is nobody's fault. */
  readonly failure: Error | null;
  /** Resolves when more may be written; returns no promise when there is room at once. */
  write(text: string): Promise<void> | undefined;
  /** Called once when nothing arrives any more. */
  onClose(listener: () => void): void;
}

const outputs = new WeakMap<OutputStream, TextOutput>();

/** The one output of a stream. What is written after its end is dropped; writing never throws. */
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
  return {
    get isClosed() {
      return isClosed;
    },
    get failure() {
      return failure;
    },
    write(text) {
      if (isClosed || stream.write(text)) return undefined;
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
